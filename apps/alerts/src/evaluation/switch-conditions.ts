import {
  type AvisoDatos,
  type DatosDeAviso,
  DISCREPANCY_MS,
  longestOnUntil,
  maxEncendido,
  type TipoAvisoOf,
} from '@acequia/contracts';
import { hourIn } from '../clock/hours.js';
import type { Field } from '../field/field.js';
import { CHATTER_MS, FRESH_MS } from '../field/values.js';
import type { Sensor, Wired } from '../field/things.js';
import { isShared } from './board-conditions.js';
import { awaitsDecision, differs } from './discrepancy.js';
import { above, below, type Condition, type Conditions, NO, type Question, UNKNOWN } from './condition.js';
import { switchName } from './names.js';

/** A switch past its limit is turned off by its board, then by the gateway: grace beyond both, ms. */
const SLACK_MS = 30_000;
/** How long a failed command raises an alarm, ms. */
const FAILED_MS = 15 * 60_000;
/** A rule that has not turned its switch on again by then no longer needs it, ms. */
const RESTED_MS = 15 * 60_000;
/** Measuring range of a DHT22. */
const RANGE = { t: [-40, 80], h: [0, 100] } as const;
/** How far ahead a trend is extrapolated, and its shortest basis. ms */
const AHEAD_MS = 3_600_000;
const TREND_LEAST_MS = 10 * 60_000;
const TREND_LEAST = 5;
/** A neighbour must have moved this often before a still sensor counts as stuck. */
const NEIGHBOUR_MOVES = 3;

type Ask<Datos extends AvisoDatos> = Condition<Wired, Datos>['ask'];

/** By whose reports it goes: switches that share a sensor share its conditions. */
type BySwitch = { readonly [Tipo in TipoAvisoOf<'switch'>]: { by: 'sensor' | 'switch' } };

/** A fresh value of a sensor whose board is online; null otherwise. */
const value = (wired: Wired, { field, now }: Question, which: 't' | 'h'): number | null => {
  const told = wired.sensor?.[which];
  if (!told || now - told.ts > FRESH_MS || field.boards.get(wired.placa_id)?.online === false) return null;
  return told.value;
};

/** Whether the relay's present state is known: its board is online, and its last report was not history. */
const isKnown = (wired: Wired, field: Field): boolean =>
  wired.on !== null && wired.live && field.boards.get(wired.placa_id)?.online === true;

/** After a restart an open alarm stays open until the time is seen that decides about its end. */
const isTooNew = ({ watched }: Wired, { open, now }: Question, needed_ms: number): boolean =>
  open && (watched === null || now - watched < needed_ms);

const high =
  (which: 't' | 'h'): Ask<DatosDeAviso['temperatura_alta']> =>
  (wired, question) => {
    const now = value(wired, question, which);
    if (now === null) return UNKNOWN;
    if (!above(now, question)) return NO;
    return { holds: true, datos: { switch: switchName(wired), valor: now, umbral: question.rule.umbral } };
  };
const low =
  (which: 't' | 'h'): Ask<DatosDeAviso['temperatura_baja']> =>
  (wired, question) => {
    const now = value(wired, question, which);
    if (now === null) return UNKNOWN;
    if (!below(now, question)) return NO;
    return { holds: true, datos: { switch: switchName(wired), valor: now, umbral: question.rule.umbral } };
  };

/** °C per hour, by least squares; null = too few values. */
export const slopeOf = (trend: Sensor['trend']): number | null => {
  const [first, last] = [trend[0], trend.at(-1)];
  if (!first || !last || trend.length < TREND_LEAST || last.ts - first.ts < TREND_LEAST_MS) return null;
  const hours = trend.map(({ ts }) => (ts - first.ts) / 3_600_000);
  const meanX = hours.reduce((a, b) => a + b, 0) / trend.length;
  const meanY = trend.reduce((a, { t }) => a + t, 0) / trend.length;
  let up = 0;
  let down = 0;
  trend.forEach(({ t }, i) => {
    const x = (hours[i] ?? 0) - meanX;
    up += x * (t - meanY);
    down += x * x;
  });
  return down === 0 ? null : up / down;
};

/** The limit is not reached yet, but will be within an hour by the trend. */
const risk =
  (frost: boolean): Ask<DatosDeAviso['riesgo_helada']> =>
  (wired, question) => {
    const now = value(wired, question, 't');
    const slope = wired.sensor && now !== null ? slopeOf(wired.sensor.trend) : null;
    if (now === null || slope === null) return UNKNOWN;
    const { umbral } = question.rule;
    if (frost ? now <= umbral : now >= umbral) return NO;
    const soon = now + (slope * AHEAD_MS) / 3_600_000;
    if (!(frost ? below(soon, question) : above(soon, question))) return NO;
    // An open alarm holds within its hysteresis, where a trend as good as flat would name a time without end.
    const minutes = Math.min(AHEAD_MS / 60_000, Math.max(1, Math.round(((umbral - now) / slope) * 60)));
    // Times of day, because what it says stays while the alarm is open.
    const at = (ahead_min: number) => hourIn(question.field.company.zona_horaria, question.now + ahead_min * 60_000);
    const trend = { valor: now, hora: at(0), umbral, hora_umbral: at(minutes) };
    return { holds: true, datos: { switch: switchName(wired), ...trend } };
  };

const FAILURES: readonly string[] = [
  'rechazado',
  'vencido',
  'sin_respuesta',
] satisfies DatosDeAviso['orden_sin_respuesta']['estado'][];
const isFailure = (estado: string): estado is DatosDeAviso['orden_sin_respuesta']['estado'] =>
  FAILURES.includes(estado);

export const SWITCH_CONDITIONS: Conditions<'switch', Wired> & BySwitch = {
  sensor_callado: {
    begins: 'time',
    by: 'sensor',
    ask: (wired, { field, now, rule }) => {
      const board = field.boards.get(wired.placa_id);
      if (wired.sensor_pin === null || !wired.sensor || board?.online !== true) return UNKNOWN;
      // A board that has just reconnected gets time to report.
      const last = Math.max(wired.sensor.ts, board.since);
      if (now - last <= rule.umbral * 1_000) return NO;
      return {
        holds: true,
        began: last + rule.umbral * 1_000,
        datos: { switch: switchName(wired) },
      };
    },
  },

  sensor_pegado: {
    begins: 'time',
    by: 'sensor',
    ask: (wired, { field, now, rule, open }) => {
      const { sensor } = wired;
      const degrees = sensor?.t?.value ?? null;
      if (!sensor || degrees === null || now - sensor.ts > FRESH_MS) return UNKNOWN;
      // A restart forgets since when: while it has not moved, an open alarm stays open.
      if (sensor.ts - sensor.sameSince <= rule.umbral * 1_000) return open && sensor.moves === 0 ? UNKNOWN : NO;
      const others = [...field.switches.values()].filter((one) => one.id !== wired.id && one.sensor);
      if (!others.some((one) => (one.sensor?.moves ?? 0) >= NEIGHBOUR_MOVES)) return UNKNOWN;
      const horas = Math.floor((sensor.ts - sensor.sameSince) / 3_600_000);
      return { holds: true, datos: { switch: switchName(wired), valor: degrees, horas } };
    },
  },

  sensor_fuera_de_rango: {
    begins: 'news',
    by: 'sensor',
    ask: (wired, question) => {
      const [t, h] = [value(wired, question, 't'), value(wired, question, 'h')];
      if (t === null && h === null) return UNKNOWN;
      const out = (v: number | null, [from, to]: readonly [number, number]): boolean =>
        v !== null && (v < from || v > to);
      if (!out(t, RANGE.t) && !out(h, RANGE.h)) return NO;
      return { holds: true, datos: { switch: switchName(wired), temperatura: t, humedad: h } };
    },
  },

  temperatura_alta: { begins: 'news', by: 'sensor', ask: high('t') },

  temperatura_baja: { begins: 'news', by: 'sensor', ask: low('t') },

  humedad_alta: { begins: 'news', by: 'sensor', ask: high('h') },

  humedad_baja: { begins: 'news', by: 'sensor', ask: low('h') },

  riesgo_helada: { begins: 'news', by: 'sensor', ask: risk(true) },

  riesgo_calor: { begins: 'news', by: 'sensor', ask: risk(false) },

  encendido_de_mas: {
    begins: 'time',
    by: 'switch',
    ask: (wired, { field, now, open }) => {
      if (!isKnown(wired, field)) return UNKNOWN;
      const max_ms = maxEncendido(wired.tipo, wired.max_encendido_s) * 1_000;
      // After a restart the start of the time on is unknown: an open alarm stays open.
      if (open && wired.on && max_ms > 0) return { holds: true };
      const { wish } = wired;
      const obeyed = wish?.accion === 'on' && (wish.estado === 'confirmado' || wish.estado === 'enviado');
      const began = longestOnUntil(wired.since, max_ms / 1_000, obeyed ? wish.ts : null) + SLACK_MS;
      if (!wired.on || max_ms === 0 || now <= began) return NO;
      return { holds: true, began, datos: { switch: switchName(wired) } };
    },
  },

  regla_en_su_limite: {
    begins: 'time',
    by: 'switch',
    ask: (wired, question) => {
      const { field, now } = question;
      if (!isKnown(wired, field)) return UNKNOWN;
      if (!wired.on && !wired.lastOn && isTooNew(wired, question, RESTED_MS)) return UNKNOWN;
      const { on, lastOn, wish } = wired;
      const max_ms = maxEncendido(wired.tipo, wired.max_encendido_s) * 1_000;
      if (on || !lastOn || max_ms === 0 || !field.ruled.has(wired.id) || now - lastOn.to > RESTED_MS) return NO;
      if (lastOn.to - lastOn.from < max_ms - Math.min(SLACK_MS, max_ms / 20)) return NO;
      const ownTimer = wish?.accion === 'on' && wish.max_s !== null ? wish.ts + wish.max_s * 1_000 : null;
      if (ownTimer !== null && Math.abs(ownTimer - lastOn.to) < SLACK_MS) return NO;
      const minutos = Math.round(max_ms / 60_000);
      return { holds: true, began: lastOn.to, datos: { switch: switchName(wired), minutos } };
    },
  },

  discrepancia: {
    begins: 'time',
    by: 'switch',
    ask: (wired, { field, now }) => {
      const { wish, on } = wired;
      if (!isKnown(wired, field)) return UNKNOWN;
      if (!wish || !differs(wired, now)) return NO;
      if (awaitsDecision(wired, now)) return UNKNOWN;
      if (!wired.decision?.discrepancy) return NO;
      const datos = { switch: switchName(wired), pedido: wish.accion, reporta: on === true ? 'on' : 'off' } as const;
      return { holds: true, began: wish.ts + DISCREPANCY_MS, datos };
    },
  },

  orden_sin_respuesta: {
    begins: 'news',
    by: 'switch',
    ask: (wired, { now }) => {
      const { wish, on } = wired;
      if (!wish || !isFailure(wish.estado)) return NO;
      if (on === (wish.accion === 'on') || now - wish.ts > FAILED_MS) return NO;
      const datos = { switch: switchName(wired), pedido: wish.accion, estado: wish.estado };
      return { holds: true, began: wish.ts, datos };
    },
  },

  relevador_inquieto: {
    begins: 'news',
    by: 'switch',
    ask: (wired, question) => {
      const { now, rule, open, field } = question;
      const board = field.boards.get(wired.placa_id);
      if (board && isShared(board, now)) return { holds: 'folded' };
      const recent = wired.flips.filter((ts) => now - ts <= CHATTER_MS).length;
      if (recent < (open ? rule.umbral - rule.histeresis : rule.umbral))
        return isTooNew(wired, question, CHATTER_MS) ? UNKNOWN : NO;
      return { holds: true, datos: { switch: switchName(wired), veces: recent } };
    },
  },
};
