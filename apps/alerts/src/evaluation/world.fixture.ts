import type { Change, Metricas, TipoAviso } from '@acequia/contracts';
import { afterEpisode } from '../avisos/telling.js';
import { sentence } from '../textos-avisos.js';
import { Field } from '../field/field.js';
import { newBoard, newDevice, newWired } from '../field/field.repository.js';
import type { Board, Device, Wired } from '../field/things.js';
import type { FilaRegla } from '../field/settings.js';
import type { Alarm, Step } from './alarm.js';
import { CompanyEngine } from './company-engine.js';
import { Rules } from './rules.js';

export const S = 1_000;
export const MINUTE = 60 * S;
export const HOUR = 60 * MINUTE;
export const START = Date.UTC(2026, 5, 1, 12);
export const ZONE = 'America/Mexico_City';

const board = (placa_id: number, sitio: string | null): Board =>
  newBoard({ placa_id, numero: 1_000 + placa_id, nombre: '', sitio, revocada: 0, habito_ms: 0 });
const wired = (id: number, placa_id: number): Wired =>
  newWired({
    id,
    placa_id,
    nombre: `Válvula ${id}`,
    zona: 'Norte',
    tipo: 'selenoide',
    hardware_pin: 4,
    sensor_pin: 15,
    activo: 1,
    max_encendido_s: 600,
  });
/** A three-phase meter that watches switch 1. */
const meter = (sitio: string | null): Device =>
  newDevice({
    id: 9,
    nombre: 'Centinela',
    tipo: 'shelly_pro3m',
    sitio,
    vigila_switch_id: 1,
    activo: 1,
    suspendido: 0,
    fecha_vencimiento: null,
    fases: 7,
  });

interface WorldOptions {
  boards?: number;
  sitio?: string | null;
  zona_horaria?: string;
  fecha_vencimiento?: string;
  at?: number;
  rules?: Partial<FilaRegla>[];
}

/** An engine with a clock; its steps as words. */
export const world = ({
  boards = 1,
  sitio = null,
  zona_horaria = ZONE,
  fecha_vencimiento = '2099-12-31',
  at = START,
  rules = [],
}: WorldOptions = {}) => {
  const field = new Field({ id: 1, nombre: 'Rancho', activa: 1, zona_horaria, fecha_vencimiento, tarifas: null });
  for (let id = 1; id <= boards; id += 1) {
    field.boards.set(id, board(id, sitio));
    field.switches.set(id, wired(id, id));
  }
  field.devices.set(9, meter(sitio));
  const written = rules.map((rule) => ({
    objeto: '',
    activa: 1,
    espera_s: 0,
    umbral: 0,
    histeresis: 0,
    severidad: 'alta',
    hora_desde: null,
    hora_hasta: null,
    ...rule,
  })) as FilaRegla[];
  const ruleBook = new Rules(written);
  const engine = new CompanyEngine(field, ruleBook);
  let now = at;
  const done: string[] = [];
  const texts: string[] = [];
  const calms: string[] = [];
  const keep = (steps: Step[]): void => {
    for (const { kind, alarm } of steps) {
      if (kind === 'calm') {
        calms.push(alarm.machine.phase);
        continue;
      }
      if (kind === 'open' || kind === 'reopen') {
        alarm.aviso_id = 1;
        texts.push(said(alarm));
      }
      // An end whose beginning was never sent is not sent either.
      const word = kind === 'close' && !alarm.telling.told ? 'end' : kind;
      if (kind === 'close' || kind === 'fold')
        Object.assign(alarm, { aviso_id: null, telling: afterEpisode(alarm.telling) });
      done.push(`${word} ${alarm.watch.tipo} ${alarm.watch.objeto}`);
    }
  };
  const say = (cambio: Partial<Change> & Pick<Change, 'tipo'>): void =>
    keep(engine.evaluate(field.apply({ empresa_id: 1, ts: now, ...cambio } as Change, now), now));
  const wait = (seconds: number): void => {
    for (const end = now + seconds * S; now < end;) {
      now += S;
      keep(engine.tick(now));
      if ((now - at) % (5 * S) === 0) keep(engine.pass(now));
    }
  };
  return {
    engine,
    rules: ruleBook,
    field,
    done,
    /** Texts of the alarms in the order of their opening. */
    texts,
    /** Phases of alarms, when their condition went or returned. */
    calms,
    say,
    wait,
    now: () => now,
    online: (placa_id: number, is: 0 | 1): void => say({ tipo: 'conexion', placa_id, online: is }),
    /** A board reports its relay and its sensor, `late` ms after the fact. */
    report: (placa_id: number, { on = 0, t = 20, h = 50, late = 0 }: Reported = {}): void =>
      say({ tipo: 'estado', placa_id, pines: [[4, on, now - late]], sensores: [[15, t, h, now - late]] }),
    /** The meter reports. */
    measure: (metricas: Partial<Metricas>): void =>
      say({ tipo: 'dispositivo', dispositivo_id: 9, online: true, motivo: null, salida: null, metricas } as never),
    /** Repeats a report each 30 seconds. */
    during: (minutes: number, report: (passed: number) => void): void => {
      for (let passed = 0; passed < minutes * 60; passed += 30) {
        report(passed / 60);
        wait(30);
      }
    },
    /** What was done about one kind of alarm. */
    about: (tipo: string): string[] =>
      done.filter((what) => what.split(' ')[1] === tipo).map((what) => what.split(' ')[0] ?? ''),
  };
};
export type World = ReturnType<typeof world>;

/** The sentence of an alarm. */
export const said = (alarm: Alarm | undefined): string =>
  alarm === undefined ? '' : sentence({ tipo: alarm.watch.tipo, datos: alarm.datos });

/** Restores an alarm that was open, and told, when alerts started anew; false = its object is gone. */
export const resumed = (one: World, tipo: TipoAviso, objeto = 'switch:1'): boolean => {
  const maquina = { phase: 'open', since: START - 600 * S, clearSince: 0, closedAt: 0, times: 1 } as const;
  return one.engine.resume({
    id: 1,
    tipo,
    objeto,
    estado: 'disparado',
    contado: 1,
    contado_ts: `${START - 600 * S}`,
    contar_desde: '0',
    datos: null,
    maquina,
  });
};

interface Reported {
  on?: 0 | 1;
  t?: number | null;
  h?: number | null;
  late?: number;
}
