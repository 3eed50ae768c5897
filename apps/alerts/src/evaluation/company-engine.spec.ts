import { hasDoubt } from './discrepancy.js';
import { hourIn } from '../clock/hours.js';
import { looksAt, Rules } from './rules.js';
import { S, START, type World, world, ZONE } from './world.fixture.js';

describe('a company', () => {
  it('hears once of a board that stays away, and once of its return', () => {
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

  it('hears of one blackout, not of ten boards, and of its growth', () => {
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
    expect(alarm?.text).toMatch(/^Norte: 10 de 10 placas sin conexión/);
  });

  it('hears of one blackout, not of the meter that went with the boards, and of the meter that stays away', () => {
    const one = world({ boards: 3, sitio: 'Norte' });
    const meter = (online: boolean): void =>
      one.say({
        ...{ tipo: 'dispositivo', dispositivo_id: 9, online, salida: null, metricas: null },
        motivo: online ? null : 'sin_conexion',
      });
    meter(true);
    for (let id = 1; id <= 3; id += 1) one.online(id, 1);
    for (let id = 1; id <= 3; id += 1) one.online(id, 0);
    meter(false);
    one.wait(1_800);
    expect(one.done.filter((what) => what.startsWith('tell'))).toEqual(['tell corte_de_luz sitio:Norte']);
    expect(one.engine.alarms.get('corte_de_luz|sitio:Norte')?.text).toMatch(/Centinela tampoco responde/);
    for (let id = 1; id <= 3; id += 1) one.online(id, 1);
    one.wait(1_200);
    expect(one.about('corte_de_luz').at(-1)).toBe('close');
    expect(one.about('nube_ausente')).toEqual(['open', 'tell']);
  });

  it('hears of the one board that does not come back after a blackout', () => {
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

  it('hears of an alarm that returned only if it lasts, also across a restart', () => {
    const one = world();
    const id = { id: 1, tipo: 'placa_sin_conexion', objeto: 'placa:1' } as const;
    const maquina = { phase: 'open', since: START, clearSince: 0, closedAt: START - 60 * S, times: 2 } as const;
    one.engine.resume({ ...id, estado: 'disparado', contado: 0, veces: 2, texto: '', maquina }, one.now());
    one.online(1, 1);
    one.online(1, 0);
    one.wait(600);
    expect(one.done).toEqual([]);
    one.wait(600);
    expect(one.done).toEqual(['tell placa_sin_conexion placa:1']);
  });

  it('is not alarmed by what a board had buffered', () => {
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

  it('keeps the alarm of a relay that is still on when a restart has forgotten since when', () => {
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

  it('hears of a switch that a climate rule kept on for its maximum, until it has rested', () => {
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

  it('hears nothing of a rule when a person’s order ended by its own time', () => {
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

  it('hears of heat that lasts, and of its end only past the hysteresis', () => {
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
    one.engine.silences = [{ objeto: 'placa:1', hasta: one.now() + 600 * S }];
    one.online(1, 0);
    one.wait(500);
    expect(one.done).toEqual(['open placa_sin_conexion placa:1', 'silence placa_sin_conexion placa:1']);
    one.wait(200);
    expect(one.done.at(-1)).toBe('tell placa_sin_conexion placa:1');
  });
});

describe('the hours of a rule', () => {
  const rule = (hora_desde: string, hora_hasta: string) => ({
    ...new Rules([]).of('temperatura_baja', []),
    hora_desde,
    hora_hasta,
  });

  it('are of the company, past midnight too', () => {
    const night = rule('20:00', '06:00');
    const at = (hour: number): number => Date.UTC(2026, 0, 15, hour + 6);
    expect([19, 20, 23, 24, 29, 30].map((hour) => looksAt(night, ZONE, at(hour)))).toEqual([
      ...[false, true, true, true, true, false],
    ]);
  });

  it('follow the clock of a zone that changes it', () => {
    const zone = 'America/Los_Angeles';
    expect(hourIn(zone, Date.UTC(2026, 2, 8, 9, 59))).toBe('01:59');
    expect(hourIn(zone, Date.UTC(2026, 2, 8, 10, 0))).toBe('03:00');
  });

  /** When an alarm of a temperature that is always too low opens and closes, in minutes. */
  const night = (at: number, hours: number, hora_desde: string, hora_hasta: string): [string, number][] => {
    const rules = [{ tipo: 'temperatura_baja' as const, umbral: 5, hora_desde, hora_hasta }];
    const one = world({ rules, at, zona_horaria: 'America/Los_Angeles' });
    one.online(1, 1);
    const seen: [string, number][] = [];
    one.during(hours * 60, (minutes) => {
      one.report(1, { t: 3 });
      for (const what of one.about('temperatura_baja').slice(seen.length)) seen.push([what, Math.floor(minutes)]);
    });
    return seen;
  };

  it('last two hours where the clocks go back', () => {
    expect(night(Date.UTC(2026, 10, 1, 7, 30), 4, '01:00', '02:00')).toEqual([
      ['open', 30],
      ['tell', 30],
      ['close', 150],
    ]);
  });

  it('do not come where the clocks go forward over them, and others come at their time', () => {
    const midnight = Date.UTC(2026, 2, 8, 8);
    expect(night(midnight, 5, '02:00', '02:59')).toEqual([]);
    expect(night(midnight, 5, '03:00', '04:00')).toEqual([
      ['open', 120],
      ['tell', 120],
      ['close', 180],
    ]);
  });

  describe('whose board reports something else than was asked for', () => {
    const T0 = START + 60 * S;
    const turnedOnAfterOff = (): { one: World; recall: (discrepancia: 0 | 1) => void } => {
      const one = world();
      one.online(1, 1);
      one.wait(60);
      const order = { comando_id: 'c1', accion: 'off', estado: 'confirmado', detalle: null, ts: T0 } as const;
      one.say({ tipo: 'comando', switch_id: 1, dispositivo_id: null, max_s: null, ...order });
      one.wait(40);
      one.say({ tipo: 'estado', placa_id: 1, pines: [[4, 1, one.now()]], sensores: [] });
      const recall = (discrepancia: 0 | 1): void => {
        const estado = { placa_id: 1, pines: [{ pin: 4, estado: 1, ts: one.now() }], sensores: [] };
        const mandos = [{ switch_id: 1, discrepancia, comando: order, bloqueo: null, fin: null }];
        const connection = { placa_id: 1, online: 1, ultimo_visto: one.now(), reloj_adelantado: 0 };
        one.engine.field.recall({ ...estado, mandos } as never, connection as never, one.now());
      };
      return { one, recall };
    };

    it('raises an alarm when device-gateway sees no program or rule behind it', () => {
      const { one, recall } = turnedOnAfterOff();
      expect(hasDoubt(one.engine.field, one.now())).toBe(true);
      recall(1);
      expect(hasDoubt(one.engine.field, one.now())).toBe(false);
      one.wait(120);
      expect(one.done).toContain('open discrepancia switch:1');
    });

    it('raises no alarm when a program turned it on, nor before that is known', () => {
      const { one, recall } = turnedOnAfterOff();
      one.wait(120);
      expect(one.done).not.toContain('open discrepancia switch:1');
      recall(0);
      one.wait(120);
      expect(one.done).not.toContain('open discrepancia switch:1');
      expect(hasDoubt(one.engine.field, one.now())).toBe(false);
    });
  });
});
