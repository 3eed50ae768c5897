import { S, said, START, world } from './world.fixture.js';

describe('a company', () => {
  it('gets one alarm for a board that stays offline, and one end of it', () => {
    const one = world();
    one.online(1, 1);
    one.online(1, 0);
    one.wait(100);
    expect(one.done).toEqual([]);
    one.wait(600);
    expect(one.done).toEqual(['open placa_sin_conexion placa:1', 'tell placa_sin_conexion placa:1']);
    one.online(1, 1);
    one.wait(300);
    expect(one.done.slice(2)).toEqual(['close placa_sin_conexion placa:1']);
  });

  it('hears nothing of a board that never connected', () => {
    const one = world();
    one.wait(3_600);
    expect(one.done).toEqual([]);
  });

  it('gets one alarm for a blackout of ten boards, which follows its growth', () => {
    const one = world({ boards: 10, sitio: 'Norte' });
    for (let id = 1; id <= 10; id += 1) one.online(id, 1);
    for (let id = 1; id <= 10; id += 1) {
      one.online(id, 0);
      one.wait(10);
    }
    one.wait(900);
    expect(one.done.filter((what) => /open|tell/.test(what))).toEqual([
      'open corte_de_luz sitio:Norte',
      'tell corte_de_luz sitio:Norte',
    ]);
    expect(one.done.some((what) => what === 'text corte_de_luz sitio:Norte')).toBe(true);
    const [alarm] = [...one.engine.alarms.values()].filter(({ watch }) => watch.tipo === 'corte_de_luz');
    expect(said(alarm)).toMatch(/^Norte: 10 de 10 placas sin conexión/);
  });

  it('gets no alarm for a meter that a blackout took offline, until it stays offline afterwards', () => {
    const one = world({ boards: 3, sitio: 'Norte' });
    const meter = (online: boolean): void =>
      one.say({
        tipo: 'dispositivo',
        dispositivo_id: 9,
        online,
        salida: null,
        metricas: null,
        motivo: online ? null : 'sin_conexion',
      });
    meter(true);
    for (let id = 1; id <= 3; id += 1) one.online(id, 1);
    for (let id = 1; id <= 3; id += 1) one.online(id, 0);
    meter(false);
    one.wait(1_800);
    expect(one.done.filter((what) => what.startsWith('tell'))).toEqual(['tell corte_de_luz sitio:Norte']);
    expect(said(one.engine.alarms.get('corte_de_luz|sitio:Norte'))).toMatch(/Centinela tampoco responde/);
    for (let id = 1; id <= 3; id += 1) one.online(id, 1);
    one.wait(1_200);
    expect(one.about('corte_de_luz').at(-1)).toBe('close');
    expect(one.about('nube_ausente')).toEqual(['open', 'tell']);
  });

  it('gets an alarm for the one board that stays offline after a blackout', () => {
    const one = world({ boards: 4, sitio: 'Norte' });
    for (let id = 1; id <= 4; id += 1) one.online(id, 1);
    for (let id = 1; id <= 4; id += 1) one.online(id, 0);
    one.wait(200);
    for (let id = 2; id <= 4; id += 1) one.online(id, 1);
    one.wait(600);
    expect(one.done.filter((what) => !what.startsWith('text'))).toEqual([
      'open corte_de_luz sitio:Norte',
      'tell corte_de_luz sitio:Norte',
      'close corte_de_luz sitio:Norte',
      'open placa_sin_conexion placa:1',
      'tell placa_sin_conexion placa:1',
    ]);
  });

  it('hears at most twice of a connection that flaps for an hour', () => {
    const one = world();
    one.online(1, 1);
    for (let minute = 0; minute < 60; minute += 6) {
      one.online(1, 0);
      one.wait(180);
      one.online(1, 1);
      one.wait(180);
    }
    one.wait(3_600);
    const told = one.done.filter((what) => /^(tell|close) placa_sin_conexion/.test(what));
    expect(told.length).toBeLessThanOrEqual(2);
    expect(one.engine.alarms.get('placa_sin_conexion|placa:1')?.machine.phase).toBe('quiet');
  });

  it('is told of a returned alarm only if it lasts, also across a restart', () => {
    const one = world();
    const id = { id: 1, tipo: 'placa_sin_conexion', objeto: 'placa:1' } as const;
    const maquina = { phase: 'open', since: START, clearSince: 0, closedAt: START - 60 * S, times: 2 } as const;
    const contar_desde = String(one.now() + 900 * S);
    const contado_ts = String(one.now() - 60 * S);
    one.engine.resume({ ...id, estado: 'disparado', contado: 0, contado_ts, contar_desde, datos: null, maquina });
    one.online(1, 1);
    one.online(1, 0);
    one.wait(600);
    expect(one.done).toEqual([]);
    one.wait(600);
    expect(one.done).toEqual(['tell placa_sin_conexion placa:1']);
  });

  it('sees of an alarm, which stays open for a while, that its condition is gone or back', () => {
    const one = world();
    one.online(1, 1);
    one.online(1, 0);
    one.wait(300);
    one.online(1, 1);
    expect(one.calms).toEqual(['clearing']);
    one.wait(60);
    expect(one.engine.alarms.get('placa_sin_conexion|placa:1')?.aviso_id).toBe(1);
    one.online(1, 0);
    expect(one.calms).toEqual(['clearing', 'open']);
  });

  it('sees the same of an alarm that flaps, and stays open for longer', () => {
    const one = world();
    one.online(1, 1);
    for (let times = 0; times < 2; times += 1) {
      one.online(1, 0);
      one.wait(300);
      one.online(1, 1);
      one.wait(200);
    }
    expect(one.calms).toEqual(['clearing', 'clearing']);
    expect(one.engine.alarms.get('placa_sin_conexion|placa:1')?.aviso_id).toBe(1);
  });

  it('is not told that an alarm ended when it returns at once', () => {
    const one = world({ rules: [{ tipo: 'placa_sin_conexion', espera_s: 5 }] });
    one.online(1, 1);
    one.online(1, 0);
    one.wait(60);
    one.online(1, 1);
    one.wait(60);
    expect(one.done.at(-1)).toBe('close placa_sin_conexion placa:1');
    expect(one.calms).toEqual([]);
  });

  it('gets no alarm from readings that a board had buffered', () => {
    const one = world();
    one.online(1, 1);
    const old = one.now() - 3_600 * S;
    one.say({ tipo: 'estado', placa_id: 1, pines: [], sensores: [[15, 60, 40, old]] });
    one.wait(5);
    expect(one.done).toEqual([]);
  });

  it('is not alarmed of a relay that was on in buffered samples, and is of one that stays on', () => {
    const one = world();
    one.online(1, 1);
    const report = (on: 0 | 1, ts: number): void =>
      one.say({ tipo: 'estado', placa_id: 1, pines: [[4, on, ts]], sensores: [] });
    for (let hours = 50; hours >= 1; hours -= 1) {
      report(1, one.now() - hours * 3_600 * S);
      one.wait(5);
    }
    for (let passed = 0; passed < 600; passed += 30) {
      report(1, one.now());
      one.wait(30);
    }
    expect(one.done).toEqual([]);
    for (let passed = 0; passed < 120; passed += 30) {
      report(1, one.now());
      one.wait(30);
    }
    expect(one.done).toEqual(['open encendido_de_mas switch:1', 'tell encendido_de_mas switch:1']);
  });

  it('gives a relay that is ordered on again its longest time anew', () => {
    const one = world();
    one.online(1, 1);
    const report = (): void => one.say({ tipo: 'estado', placa_id: 1, pines: [[4, 1, one.now()]], sensores: [] });
    const tooLong = (): string[] => one.done.filter((what) => what.includes('encendido_de_mas'));
    const asked = { comando_id: '1', accion: 'on' as const, estado: 'confirmado' as const, detalle: null, max_s: 600 };
    report();
    one.wait(300);
    one.say({ tipo: 'comando', switch_id: 1, dispositivo_id: null, ...asked });
    one.wait(500);
    expect(tooLong()).toEqual([]);
    one.wait(200);
    expect(tooLong().at(0)).toBe('open encendido_de_mas switch:1');
  });

  it('keeps the alarm of a relay that is still on after a restart, when the start of its time on is unknown', () => {
    const one = world();
    one.online(1, 1);
    const report = (on: 0 | 1): void =>
      one.say({ tipo: 'estado', placa_id: 1, pines: [[4, on, one.now()]], sensores: [] });
    const tooLong = (): string[] => one.done.filter((what) => what.includes('encendido_de_mas'));
    report(1);
    one.wait(900);
    expect(tooLong().at(-1)).toBe('tell encendido_de_mas switch:1');
    const wiredOne = one.engine.field.switches.get(1);
    Object.assign(wiredOne ?? {}, { on: null, ts: 0, since: 0, live: false });
    report(1);
    one.wait(600);
    expect(tooLong()).toHaveLength(2);
    report(0);
    one.wait(120);
    expect(tooLong().at(-1)).toBe('close encendido_de_mas switch:1');
  });

  it('gets an alarm for a switch that a climate rule kept on for its maximum, until it has rested', () => {
    const one = world();
    one.engine.field.ruled = new Set([1]);
    one.online(1, 1);
    const report = (on: 0 | 1): void =>
      one.say({ tipo: 'estado', placa_id: 1, pines: [[4, on, one.now()]], sensores: [] });
    const atLimit = (): string[] => one.done.filter((what) => what.includes('regla_en_su_limite'));
    const runs = (seconds: number): void => {
      report(1);
      one.wait(seconds);
      report(0);
      one.wait(20);
    };
    report(0);
    runs(300);
    expect(atLimit()).toEqual([]);
    runs(600);
    expect(atLimit()).toEqual(['open regla_en_su_limite switch:1', 'tell regla_en_su_limite switch:1']);
    one.wait(100);
    report(1);
    one.wait(60);
    expect(atLimit().at(-1)).toBe('close regla_en_su_limite switch:1');
    one.engine.field.ruled = new Set();
    one.wait(540);
    report(0);
    one.wait(20);
    expect(atLimit()).toHaveLength(3);
  });

  it('gets no alarm about a rule when a person’s order ended by its own time', () => {
    const one = world();
    one.engine.field.ruled = new Set([1]);
    one.online(1, 1);
    const asked = { comando_id: '1', accion: 'on' as const, estado: 'confirmado' as const, detalle: null, max_s: 600 };
    one.say({ tipo: 'comando', switch_id: 1, dispositivo_id: null, ...asked });
    one.say({ tipo: 'estado', placa_id: 1, pines: [[4, 1, one.now()]], sensores: [] });
    one.wait(600);
    one.say({ tipo: 'estado', placa_id: 1, pines: [[4, 0, one.now()]], sensores: [] });
    one.wait(20);
    expect(one.done.filter((what) => what.includes('regla_en_su_limite'))).toEqual([]);
  });

  it('gets an alarm for heat that lasts, which ends only past the hysteresis', () => {
    const one = world();
    one.online(1, 1);
    const measure = (t: number, seconds: number): void => one.during(seconds / 60, () => one.report(1, { t }));
    const heat = (): string[] => one.done.filter((what) => what.includes('temperatura_alta'));
    measure(45, 240);
    expect(heat()).toEqual([]);
    measure(45, 120);
    expect(heat()).toEqual(['open temperatura_alta switch:1', 'tell temperatura_alta switch:1']);
    measure(41.5, 900);
    expect(heat()).toHaveLength(2);
    measure(40, 600);
    expect(heat().at(-1)).toBe('close temperatura_alta switch:1');
  });

  it('hears nothing while it is silenced, and afterwards of what is still wrong', () => {
    const one = world();
    one.online(1, 1);
    one.engine.silences = [{ objeto: 'placa:1', desde: 0, hasta: one.now() + 600 * S }];
    one.online(1, 0);
    one.wait(500);
    expect(one.done).toEqual(['open placa_sin_conexion placa:1']);
    one.wait(200);
    expect(one.done.at(-1)).toBe('tell placa_sin_conexion placa:1');
  });

  it('is told at once of a returned alarm whose first episode was silenced', () => {
    const one = world();
    one.online(1, 1);
    one.engine.silences = [{ objeto: 'placa:1', desde: 0, hasta: one.now() + 600 * S }];
    one.online(1, 0);
    one.wait(300);
    one.online(1, 1);
    one.wait(400);
    one.online(1, 0);
    one.wait(300);
    expect(one.about('placa_sin_conexion')).toEqual(['open', 'end', 'reopen', 'tell']);
  });

  it('is told of what happens before a planned silence begins', () => {
    const one = world();
    one.online(1, 1);
    one.engine.silences = [{ objeto: 'placa:1', desde: one.now() + 600 * S, hasta: one.now() + 1_200 * S }];
    one.online(1, 0);
    one.wait(500);
    expect(one.done.at(-1)).toBe('tell placa_sin_conexion placa:1');
  });
});
