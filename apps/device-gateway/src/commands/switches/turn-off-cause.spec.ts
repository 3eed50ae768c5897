import { causeOf } from './turn-off-cause.js';

const T0 = 1_800_000_000_000;
const time = (secs: number) => ({ desde: T0, hasta: T0 + secs * 1_000 });
const on = (max_s: number) => ({ enviado_ts: T0 - 100, max_s });
const off = (secs: number, changes = {}) => ({
  estado: 'confirmado' as const,
  enviado_ts: T0 + secs * 1_000,
  usuario_id: null,
  motivo_datos: null,
  ...changes,
});

describe('what ended the time of a switch', () => {
  it('is the limit that its ON had, or that of the switch', () => {
    expect(causeOf(time(1_200), on(1_200), null, 7_200)).toEqual({
      causa: 'limite',
      ts: T0 + 1_200_000,
      limite_s: 1_200,
    });
    expect(causeOf(time(7_200), null, null, 7_200)).toMatchObject({ causa: 'limite', limite_s: 7_200 });
  });

  it('stays what it was when another ON leaves', () => {
    const again = { enviado_ts: T0 + 31_000, max_s: 30 };
    expect(causeOf(time(30), again, null, 30)).toMatchObject({ causa: 'limite', limite_s: 30 });
  });

  it('is the person whose OFF had left before', () => {
    expect(causeOf(time(300), on(1_200), off(299, { usuario_id: 7 }), 7_200).causa).toBe('persona');
  });

  it('is the system that stepped in, and an interlock that asked for it', () => {
    const late = off(7_205, { motivo_datos: { codigo: 'sobretiempo' } });
    expect(causeOf(time(7_206), null, late, 7_200).causa).toBe('sistema');
    const group = off(60, { motivo_datos: { codigo: 'juntos', con: 'a', interlockGroup: 'g' } });
    expect(causeOf(time(61), on(1_200), group, 7_200).causa).toBe('enclavamiento');
  });

  it('is the board itself when nobody asked and its time was not over', () => {
    expect(causeOf(time(300), on(1_200), null, 7_200).causa).toBe('placa');
    expect(causeOf(time(2), on(5), null, 7_200).causa).toBe('placa');
  });

  it('is not an OFF that came after it, was refused, or belongs to the time before', () => {
    for (const other of [off(400), off(299, { estado: 'rechazado' }), off(-60)])
      expect(causeOf(time(300), on(1_200), { ...other, usuario_id: 7 }, 7_200).causa).toBe('placa');
  });
});
