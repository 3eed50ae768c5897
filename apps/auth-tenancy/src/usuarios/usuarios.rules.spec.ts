import type { Caller } from '@acequia/contracts';
import { quotaOf, targetEmpresa, endsSessions } from './usuarios.rules.js';

const persona = (rol: 'admin_global' | 'admin_empresa', empresa_id: number | null): Caller => ({
  tipo: 'persona',
  usuario_id: 1,
  rol,
  empresa_id,
  sid: 'sid',
});
const request = { rol: 'usuario', empresa_id: null, dispositivos: [], switches: [] } as const;
const empty = { dispositivos: [] as number[], switches: [] as number[] };

describe('empresaDestino', () => {
  it('is the one of the body for an admin_global', () => {
    expect(targetEmpresa(persona('admin_global', null), { ...request, ...empty, empresa_id: 7 })).toBe(7);
  });

  it('is their own for an admin_empresa, whatever the body says', () => {
    expect(targetEmpresa(persona('admin_empresa', 3), { ...request, ...empty, empresa_id: 7 })).toBe(3);
  });

  it('may be missing only for an admin_global', () => {
    const root = persona('admin_global', null);
    expect(targetEmpresa(root, { ...request, ...empty, rol: 'admin_global' })).toBeNull();
    expect(() => targetEmpresa(root, { ...request, ...empty, rol: 'admin_empresa' })).toThrow('datos_invalidos');
  });

  it('is needed to assign anything', () => {
    const root = persona('admin_global', null);
    const sinEmpresa = { ...request, ...empty, rol: 'admin_global' as const };
    expect(() => targetEmpresa(root, { ...sinEmpresa, switches: [1] })).toThrow('datos_invalidos');
    expect(() => targetEmpresa(root, { ...sinEmpresa, dispositivos: [1] })).toThrow('datos_invalidos');
  });

  it('does not let an admin_empresa make an admin_global', () => {
    const jefe = persona('admin_empresa', 3);
    expect(() => targetEmpresa(jefe, { ...request, ...empty, rol: 'admin_global' })).toThrow('sin_permiso');
  });
});

describe('terminaSesiones', () => {
  const fila = { rol: 'usuario', empresa_id: 1, activo: true } as const;

  it.each([
    ['another rol', { ...fila, rol: 'admin_empresa' as const }, false, true],
    ['another company', { ...fila, empresa_id: 2 }, false, true],
    ['being suspended', { ...fila, activo: false }, false, true],
    ['another password', fila, true, true],
    ['nothing of that', fila, false, false],
  ])('%s', (_cause, despues, cambiaClave, ends) => {
    expect(endsSessions(fila, despues, cambiaClave)).toBe(ends);
  });

  it('not when the user is reactivated', () => {
    expect(endsSessions({ ...fila, activo: false }, fila, false)).toBe(false);
  });
});

describe('cupoDe', () => {
  it('reads empty and 0 as no limit', () => {
    expect([quotaOf(null), quotaOf(0), quotaOf(5)]).toEqual([null, null, 5]);
  });
});
