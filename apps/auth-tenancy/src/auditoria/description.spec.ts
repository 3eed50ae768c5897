import { AUDITED_ACTIONS, AUDITED_ENTITIES, type AuditoriaFila } from '@acequia/contracts';
import { changesOf, describeEntry } from './description.js';

const fila = (data: Partial<AuditoriaFila> = {}): AuditoriaFila => ({
  id: '1',
  ts_us: '1',
  usuario_id: 1,
  servicio: null,
  empresa_id: 1,
  accion: 'usuario.actualizar',
  entidad: 'usuario:1',
  nombre: 'Ana',
  antes: null,
  despues: null,
  ...data,
});
const phrase = (una: AuditoriaFila): string => describeEntry(una, changesOf(una));

describe('an entry of the trail', () => {
  it.each(AUDITED_ACTIONS)('%s says in Spanish what was done to whom', (accion) => {
    expect(phrase(fila({ accion }))).toMatch(/^[A-Z][a-zó]+ó (al|la|el|las|los|de|lo|credenciales) .*«Ana»/);
    expect(AUDITED_ENTITIES).toContain(accion.split('.')[0]);
  });

  it('of a login says from where, and of a refused one why', () => {
    const despues = { ip: '192.0.2.7', navegador: 'x' };
    expect(phrase(fila({ accion: 'acceso.entrar', despues }))).toBe('Inició la sesión de «Ana» desde 192.0.2.7');
    expect(phrase(fila({ accion: 'acceso.rechazar', despues: { ...despues, motivo: 'clave_incorrecta' } }))).toBe(
      'Rechazó la entrada de «Ana»: contraseña incorrecta, desde 192.0.2.7',
    );
  });

  it('of a save names the fields that changed, as the screens call them', () => {
    const antes = { nombre: 'Ana', email: 'a@x.mx', activo: true, switches: [1] };
    const despues = { nombre: 'Ana', email: 'b@x.mx', activo: false, switches: [1, 2] };
    const una = fila({ antes, despues });
    expect(phrase(una)).toBe('Guardó al usuario «Ana»: correo, activo y switches');
    expect(changesOf(una)).toEqual([
      { campo: 'email', antes: 'a@x.mx', despues: 'b@x.mx' },
      { campo: 'activo', antes: 1, despues: 0 },
      { campo: 'switches', antes: [1], despues: [1, 2] },
    ]);
    expect(phrase(fila({ antes: {}, despues: {} }))).toBe('Guardó al usuario «Ana», sin cambios');
  });

  it('of something new holds what it was given, and of something deleted what it had', () => {
    const portrait = {
      id: 3,
      version: 1,
      nombre: 'Bomba',
      server: '',
      switches: [],
      fecha_vencimiento: null,
      activo: 1,
    };
    expect(changesOf({ antes: null, despues: portrait })).toEqual([
      { campo: 'nombre', antes: null, despues: 'Bomba' },
      { campo: 'activo', antes: null, despues: 1 },
    ]);
    expect(changesOf({ antes: portrait, despues: null })).toEqual([
      { campo: 'nombre', antes: 'Bomba', despues: null },
      { campo: 'activo', antes: 1, despues: null },
    ]);
  });
});
