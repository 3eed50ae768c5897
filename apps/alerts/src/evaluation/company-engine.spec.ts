import type { Change } from '@acequia/contracts';
import { Field, type Wired } from '../field/field.js';
import { hasDoubt } from './discrepancy.js';
import { CompanyEngine, type Step } from './company-engine.js';
import { hourIn } from '../clock/hours.js';
import { looksAt, Rules } from './rules.js';

const S = 1_000;
const START = Date.UTC(2026, 5, 1, 12);
const ZONE = 'America/Mexico_City';

const board = (placa_id: number, sitio: string | null) => ({
  ...{ placa_id, numero: 1_000 + placa_id, nombre: '', sitio, revocada: 0 as const, habito_ms: 0 },
  ...{ online: null, since: 0, heard: 0, clockAhead: false },
});
const wired = (id: number, placa_id: number): Wired => ({
  ...{ id, placa_id, nombre: `Válvula ${id}`, zona: 'Norte', tipo: 'selenoide', hardware_pin: 4, sensor_pin: 15 },
  ...{
    activo: 1,
    max_encendido_s: 600,
    on: null,
    ts: 0,
    since: 0,
    live: false,
    flips: [],
    sensor: null,
    wish: null,
    ruling: null,
  },
});

/** An engine with a clock; its steps as words. */
const world = ({ boards = 1, sitio = null as string | null } = {}) => {
  const company = { id: 1, nombre: 'Rancho', activa: 1 as const, zona_horaria: ZONE, fecha_vencimiento: '2099-12-31' };
  const field = new Field(company);
  for (let id = 1; id <= boards; id += 1) {
    field.boards.set(id, board(id, sitio));
    field.switches.set(id, wired(id, id));
  }
  const engine = new CompanyEngine(field, new Rules([]));
  let now = START;
  const done: string[] = [];
  const keep = (steps: Step[]): void => {
    for (const { kind, alarm } of steps) {
      if (kind === 'open' || kind === 'reopen') alarm.aviso_id = 1;
      // An end whose beginning was never sent is not sent either.
      const word = kind === 'close' && !alarm.told ? 'end' : kind;
      if (kind === 'close' || kind === 'fold') Object.assign(alarm, { aviso_id: null, told: false });
      done.push(`${word} ${alarm.watch.tipo} ${alarm.watch.objeto}`);
    }
  };
  return {
    engine,
    done,
    say: (cambio: Partial<Change> & Pick<Change, 'tipo'>): void =>
      keep(engine.judge(field.apply({ empresa_id: 1, ts: now, ...cambio } as Change, now), now)),
    wait: (seconds: number): void => {
      for (const end = now + seconds * S; now < end;) {
        now += S;
        keep(engine.tick(now));
        if ((now - START) % (5 * S) === 0) keep(engine.judge(null, now));
      }
    },
    now: () => now,
  };
};
type World = ReturnType<typeof world>;
const online = ({ say }: World, placa_id: number, is: 0 | 1): void => say({ tipo: 'conexion', placa_id, online: is });

describe('a company', () => {
  it('is told of a board that stays away, once, and of its return, once', () => {
    const one = world();
    online(one, 1, 1);
    online(one, 1, 0);
    one.wait(100);
    expect(one.done).toEqual([]);
    one.wait(600);
    expect(one.done).toEqual(['open placa_sin_conexion placa:1', 'tell placa_sin_conexion placa:1']);
    online(one, 1, 1);
    one.wait(300);
    expect(one.done.slice(2)).toEqual(['close placa_sin_conexion placa:1']);
  });

  it('is not told of a board that was never there', () => {
    const one = world();
    one.wait(3_600);
    expect(one.done).toEqual([]);
  });

  it('hears of one blackout, not of ten boards, and of its growth', () => {
    const one = world({ boards: 10, sitio: 'Norte' });
    for (let id = 1; id <= 10; id += 1) online(one, id, 1);
    for (let id = 1; id <= 10; id += 1) {
      online(one, id, 0);
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

  it('hears of the one board that does not come back after a blackout', () => {
    const one = world({ boards: 4, sitio: 'Norte' });
    for (let id = 1; id <= 4; id += 1) online(one, id, 1);
    for (let id = 1; id <= 4; id += 1) online(one, id, 0);
    one.wait(200);
    for (let id = 2; id <= 4; id += 1) online(one, id, 1);
    one.wait(600);
    expect(one.done.filter((what) => !what.startsWith('text'))).toEqual([
      'open corte_de_luz sitio:Norte',
      'tell corte_de_luz sitio:Norte',
      'close corte_de_luz sitio:Norte',
      'open placa_sin_conexion placa:1',
      'tell placa_sin_conexion placa:1',
    ]);
  });

  it('is told at most twice of a link that flaps for an hour', () => {
    const one = world();
    online(one, 1, 1);
    for (let minute = 0; minute < 60; minute += 6) {
      online(one, 1, 0);
      one.wait(180);
      online(one, 1, 1);
      one.wait(180);
    }
    one.wait(3_600);
    const told = one.done.filter((what) => /^(tell|close) placa_sin_conexion/.test(what));
    expect(told.length).toBeLessThanOrEqual(2);
    expect(one.engine.alarms.get('placa_sin_conexion|placa:1')?.machine.phase).toBe('quiet');
  });

  it('is not alarmed by what a board had buffered', () => {
    const one = world();
    online(one, 1, 1);
    const old = one.now() - 3_600 * S;
    one.say({ tipo: 'estado', placa_id: 1, pines: [], sensores: [[15, 60, 40, old]] });
    one.wait(5);
    expect(one.done).toEqual([]);
  });

  it('is not alarmed of a relay that was on in what a board had kept, and is of one that stays on', () => {
    const one = world();
    online(one, 1, 1);
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
    online(one, 1, 1);
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

  it('is told of heat that lasts, and of its end only past the hysteresis', () => {
    const one = world();
    online(one, 1, 1);
    const measure = (t: number, seconds: number): void => {
      for (let passed = 0; passed < seconds; passed += 30) {
        one.say({ tipo: 'estado', placa_id: 1, pines: [[4, 0, one.now()]], sensores: [[15, t, 40, one.now()]] });
        one.wait(30);
      }
    };
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

  it('is told nothing while it is silenced, and afterwards what is still wrong', () => {
    const one = world();
    online(one, 1, 1);
    one.engine.silences = [{ objeto: 'placa:1', hasta: one.now() + 600 * S }];
    online(one, 1, 0);
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

  describe('whose board reports something else than was asked for', () => {
    const T0 = START + 60 * S;
    const turnedOnAfterOff = (): { one: World; recall: (discrepancia: 0 | 1) => void } => {
      const one = world();
      online(one, 1, 1);
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

    it('is told when device-gateway sees no program or rule behind it', () => {
      const { one, recall } = turnedOnAfterOff();
      expect(hasDoubt(one.engine.field, one.now())).toBe(true);
      recall(1);
      expect(hasDoubt(one.engine.field, one.now())).toBe(false);
      one.wait(120);
      expect(one.done).toContain('open discrepancia switch:1');
    });

    it('is not told when a program turned it on, nor before that is known', () => {
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
