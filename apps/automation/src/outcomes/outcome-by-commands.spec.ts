import { outcomeByCommands } from './outcome-by-commands.js';

const BEGAN = 1_795_500_000_000;
const turno = { real_inicio: BEGAN, segundos: 600, motivos: null };

type Comandos = Parameters<typeof outcomeByCommands>[1];
const order = (changes: Partial<Comandos[number]>): Comandos[number] => ({
  accion: 'on',
  estado: 'confirmado',
  detalle: null,
  usuario_id: null,
  usuario_nombre: null,
  ts: BEGAN + 100,
  resuelto_ts: null,
  ...changes,
});
const byLucia = { accion: 'off', usuario_id: 7, usuario_nombre: 'Lucía Armenta', ts: BEGAN + 120_000 } as const;

describe('a turn of a cloud device', () => {
  it('is done when the device was seen on', () => {
    expect(outcomeByCommands(turno, [order({})])).toMatchObject({ estado: 'cumplido', real_segundos: 600 });
  });

  it('is cut by a person whose OFF was confirmed', () => {
    const off = order({ ...byLucia, resuelto_ts: BEGAN + 121_000 });
    expect(outcomeByCommands(turno, [off, order({})])).toEqual({
      estado: 'parcial',
      real_segundos: 121,
      motivos: [{ codigo: 'apagado_por', nombre: 'Lucía Armenta' }],
      confirmado: true,
      causa: 'persona',
    });
  });

  it('is not cut by an OFF that the cloud refused', () => {
    const off = order({ ...byLucia, estado: 'rechazado' });
    expect(outcomeByCommands(turno, [off, order({})])).toMatchObject({ estado: 'cumplido' });
  });

  it('is cut by an OFF of the system after its ON, unless another ON follows', () => {
    const off = order({ accion: 'off', ts: BEGAN + 60_000 });
    expect(outcomeByCommands(turno, [off, order({})])).toMatchObject({
      estado: 'parcial',
      real_segundos: 60,
      motivos: [{ codigo: 'apagado_por_sistema' }],
    });
    const again = order({ ts: BEGAN + 61_000, usuario_id: 7 });
    expect(outcomeByCommands(turno, [again, off, order({})])).toMatchObject({ estado: 'cumplido' });
    const before = order({ accion: 'off', ts: BEGAN + 50 });
    expect(outcomeByCommands(turno, [order({}), before])).toMatchObject({ estado: 'cumplido' });
  });

  it.each(['sin_respuesta', 'enviado'] as const)('is unconfirmed when its ON is %s', (estado) => {
    expect(outcomeByCommands(turno, [order({ estado })])).toEqual({
      estado: 'perdido',
      real_segundos: null,
      motivos: null,
      confirmado: false,
      causa: null,
    });
  });

  it('is unconfirmed when nobody knows whether a person turned it off', () => {
    const off = order({ ...byLucia, estado: 'sin_respuesta' });
    expect(outcomeByCommands(turno, [off, order({})])).toMatchObject({ confirmado: false, real_segundos: null });
  });

  it('is lost with the words of the cloud, or when nothing was ordered', () => {
    const texto = 'El equipo sigue apagado';
    const frase = { codigo: 'equipo_sigue', encendido: false } as const;
    const refused = order({ estado: 'rechazado', detalle: texto });
    const motivosOf = (one: ReturnType<typeof order>) => outcomeByCommands(turno, [one]).motivos;
    expect(motivosOf({ ...refused, detalle_datos: frase })).toEqual([{ codigo: 'dicho', texto, frase }]);
    expect(motivosOf(refused)).toEqual([{ codigo: 'dicho', texto }]);
    expect(outcomeByCommands(turno, [refused]).estado).toBe('perdido');
    expect(outcomeByCommands(turno, [order({ ts: BEGAN - 3_600_000 })])).toMatchObject({
      estado: 'perdido',
      real_segundos: 0,
    });
  });
});
