import { causeOf as causeIn, type Known } from './turn-off-cause.js';

const T0 = 1_800_000_000_000;
const time = (secs: number) => ({ desde: T0, hasta: T0 + secs * 1_000 });
const on = (max_s: number, changes = {}) => ({
  estado: 'confirmado' as const,
  ts: T0 - 200,
  enviado_ts: T0 - 100,
  max_s,
  usuario_id: null,
  motivo_datos: null,
  ...changes,
});
const off = (secs: number, changes = {}) => ({
  estado: 'confirmado' as const,
  enviado_ts: T0 + secs * 1_000,
  usuario_id: null,
  motivo_datos: null,
  ...changes,
});
const causeOf = (
  span: ReturnType<typeof time>,
  newestOn: Known['on'],
  newestOff: Known['off'],
  max_s: number,
  plans: Partial<Known['plans']> = {},
) =>
  causeIn(span, {
    id: 7,
    pin: 4,
    on: newestOn,
    off: newestOff,
    max_s,
    plans: { runs: [], rules: [], done: {}, ...plans },
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

  it('is not the limit of an ON that a turn of the board had outlasted', () => {
    const run = { id: 'r', pin: 4, at: T0 / 1_000 + 10, secs: 100, late_s: 0, link: 0 as const, nombre: 'Huerta' };
    expect(causeOf(time(60), on(30), null, 7_200, { runs: [run] }).causa).toBe('placa');
    expect(causeOf(time(110), on(30), null, 7_200, { runs: [run] })).toMatchObject({ causa: 'programa' });
    expect(causeOf(time(30), on(30), null, 7_200, { runs: [run] })).toMatchObject({ causa: 'placa' });
  });

  it('stays what it was when another ON leaves', () => {
    const again = on(30, { enviado_ts: T0 + 31_000 });
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

const AT = T0 / 1_000;
const run = { id: '3-1800000000-s7', pin: 4, at: AT, secs: 300, late_s: 600, link: 0, nombre: 'Pulsos' } as const;
const byProgram = { causa: 'programa', nombre: 'Pulsos', limite_s: null };

describe('what ended the time of a switch that a program turned on', () => {
  it('is that program: by the agenda of its board, on time, late, or on before by a person', () => {
    expect(causeOf(time(301), null, null, 7_200, { runs: [run] })).toMatchObject(byProgram);
    const late = { ...run, at: AT - 400 };
    expect(causeOf(time(299), null, null, 7_200, { runs: [late] })).toMatchObject(byProgram);
    const before = { ...run, at: AT + 100 };
    expect(causeOf(time(400), on(350, { usuario_id: 7 }), null, 7_200, { runs: [before] })).toMatchObject(byProgram);
  });

  it('is that program by the report of its board, which outlives the agenda', () => {
    const done = { 7: { at: AT + 5, secs: 300, nombre: 'Pulsos' } };
    expect(causeOf(time(305), null, null, 7_200, { done })).toMatchObject(byProgram);
    expect(causeOf(time(305), null, null, 7_200, { done: { 8: done[7] } }).causa).toBe('placa');
  });

  it('is that program where the service ordered its time, also when the gateway had to step in', () => {
    const ordered = on(300, { motivo_datos: { codigo: 'programa', nombre: 'Pulsos' } });
    expect(causeOf(time(300), ordered, null, 7_200)).toMatchObject(byProgram);
    const late = off(305, { motivo_datos: { codigo: 'sobretiempo' } });
    expect(causeOf(time(306), ordered, late, 7_200)).toMatchObject(byProgram);
    expect(causeOf(time(100), ordered, null, 7_200).causa).toBe('placa');
  });

  it('is not that program where its board stayed on far beyond its end', () => {
    const ordered = on(300, { motivo_datos: { codigo: 'programa', nombre: 'Pulsos' } });
    const late = off(2_700, { motivo_datos: { codigo: 'sobretiempo' } });
    expect(causeOf(time(2_701), ordered, late, 7_200).causa).toBe('sistema');
    expect(causeOf(time(2_701), ordered, null, 7_200)).toMatchObject({ causa: 'limite', limite_s: 300 });
  });

  it('is the person who stopped it, and the board where it ended before its time', () => {
    expect(causeOf(time(299), null, off(298, { usuario_id: 7 }), 7_200, { runs: [run] }).causa).toBe('persona');
    expect(causeOf(time(150), null, null, 7_200, { runs: [run] }).causa).toBe('placa');
    const cut = { 7: { at: AT, secs: 150, nombre: 'Pulsos', cut: true as const } };
    expect(causeOf(time(150), null, null, 7_200, { done: cut }).causa).toBe('placa');
    expect(causeOf(time(300), null, null, 7_200, { runs: [{ ...run, pin: 5 }] }).causa).toBe('placa');
  });
});

describe('what ended the time of a switch that a climate rule keeps', () => {
  const rule = {
    id: 'r1-s7',
    pin: 4,
    sensor: 15,
    value: 't' as const,
    off_at: 25,
    min_on_s: 0,
    min_off_s: 60,
    silent: 'off' as const,
    priority: 0,
    hold_s: 900,
    nombre: 'Extractor',
  };

  it('is that rule of its board, and one of them where several name the switch', () => {
    expect(causeOf(time(300), null, null, 7_200, { rules: [rule] })).toMatchObject({
      causa: 'regla',
      nombre: 'Extractor',
    });
    const rules = [rule, { ...rule, nombre: 'Noche' }];
    expect(causeOf(time(300), null, null, 7_200, { rules })).toMatchObject({ causa: 'regla', nombre: null });
  });

  it('is the board while an order has the switch, or may have had it', () => {
    const byRule = (newest: Known['on']) => causeOf(time(300), newest, null, 7_200, { rules: [rule] }).causa;
    const program = { motivo_datos: { codigo: 'programa', nombre: 'Pulsos' } };
    const orders = [{ usuario_id: 7 }, program, { enviado_ts: T0 - 400_000 }, { enviado_ts: T0 + 301_000 }];
    for (const order of orders) expect(byRule(on(900, order))).toBe('placa');
    expect(byRule(on(900, { ts: T0 + 301_000, enviado_ts: null }))).toBe('placa');
    expect(byRule(on(900, { ts: T0 - 900_000, enviado_ts: null, usuario_id: 7 }))).toBe('regla');
    expect(byRule(on(900, { enviado_ts: T0 - 900_000, usuario_id: 7 }))).toBe('regla');
    expect(byRule(on(900, { motivo_datos: { codigo: 'regla', nombre: 'Extractor' } }))).toBe('regla');
  });

  it('is the board outside the hours of the rule', () => {
    // The switch goes off at 08:05 UTC.
    const at = (from: number, to: number, others: (typeof rule)[] = []) =>
      causeOf(time(300), null, null, 7_200, { rules: [{ ...rule, from: from * 60, to: to * 60 }, ...others] });
    expect(at(480, 490)).toMatchObject({ causa: 'regla', nombre: 'Extractor' });
    expect(at(1_320, 490).causa).toBe('regla');
    expect(at(480, 485).causa).toBe('regla');
    expect(at(480, 484).causa).toBe('placa');
    expect(at(1_320, 360).causa).toBe('placa');
    expect(at(1_320, 360, [{ ...rule, nombre: 'Noche' }])).toMatchObject({ causa: 'regla', nombre: 'Noche' });
  });

  it('is the board where a run of its agenda had the switch, also one that its report says was cut', () => {
    const rules = [rule];
    expect(causeOf(time(150), null, null, 7_200, { rules, runs: [run] }).causa).toBe('placa');
    const cut = (at: number) => ({ 7: { at, secs: 150, nombre: 'Pulsos', cut: true as const } });
    expect(causeOf(time(150), null, null, 7_200, { rules, done: cut(AT) }).causa).toBe('placa');
    expect(causeOf(time(150), null, null, 7_200, { rules, done: cut(AT - 3_600) }).causa).toBe('regla');
  });

  it('is the board that booted or was not connected around the end', () => {
    const seen = (...changes: [online: 0 | 1, after_s: number][]) =>
      causeOf(time(300), null, null, 7_200, {
        rules: [rule],
        links: changes.map(([online, after_s]) => ({ online, ts: T0 + (300 + after_s) * 1_000 })),
      }).causa;
    expect(seen([1, -10])).toBe('placa');
    expect(seen([1, 95], [0, 90], [1, -7_200])).toBe('placa');
    expect(seen([1, 600], [0, -600], [1, -7_200])).toBe('placa');
    expect(seen([1, 600])).toBe('placa');
    expect(seen([1, 700], [0, 600], [1, -600])).toBe('regla');
    expect(seen()).toBe('regla');
  });

  it('is the rule of the service that ordered the OFF', () => {
    const ordered = off(299, { motivo_datos: { codigo: 'regla', nombre: 'Extractor' } });
    expect(causeOf(time(300), on(900), ordered, 7_200)).toMatchObject({ causa: 'regla', nombre: 'Extractor' });
  });
});
