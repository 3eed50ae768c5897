import { type DatosDeAviso, faultsOf } from '@acequia/contracts';
import { type Field, SHARED_MS } from '../field/field.js';
import { FRESH_MS } from '../field/values.js';
import type { Board } from '../field/things.js';
import { above, type Conditions, type FindingOf, NO, type Question, UNKNOWN } from './condition.js';
import { boardName, switchName } from './names.js';
import { usedUp } from './quota.js';
import { protectedCondition, untakenCondition } from './turn-conditions.js';

/** Boards that went offline within this time of one another count as one event, ms. */
export const TOGETHER_MS = 5 * 60_000;
/** A board that is as late for this long has a clock that is behind, ms. */
const STEADY_MS = 10 * 60_000;
/** A meter read after the boards went offline proves power; grace for its own delay, ms. */
const METER_MS = 90_000;
/** Most boards that a blackout names. */
const NAMED = 12;

/** Two boards use its account: what it says of its relays is now one's, now the other's. */
export const isShared = ({ shared }: Board, now: number): boolean => shared !== 0 && now - shared <= SHARED_MS;

export const BOARD_CONDITIONS: Conditions<'placa', Board> = {
  placa_sin_conexion: {
    begins: 'news',
    ask: (board, { field }) => {
      if (board.online === null) return UNKNOWN;
      if (board.online) return NO;
      if (isFolded(field, board)) return { holds: 'folded' };
      return { holds: true, began: board.since, datos: { placa: boardName(board) } };
    },
  },

  placa_sin_datos: {
    begins: 'time',
    ask: (board, { now, rule }) => {
      if (board.online !== true || board.heard === 0) return UNKNOWN;
      const last = Math.max(board.heard, board.since);
      if (now - last <= rule.umbral * 1_000) return NO;
      return { holds: true, began: last + rule.umbral * 1_000, datos: { placa: boardName(board) } };
    },
  },

  cuenta_compartida: {
    begins: 'news',
    ask: (board, { now }) => (isShared(board, now) ? { holds: true, datos: { placa: boardName(board) } } : NO),
  },

  reloj_adelantado: {
    begins: 'news',
    ask: (board) => (board.clockAhead ? { holds: true, datos: { placa: boardName(board) } } : NO),
  },

  reloj_atrasado: {
    begins: 'time',
    ask: (board, question) => {
      const { lag, heard } = board;
      if (board.clockOutside) return { holds: true, datos: { placa: boardName(board), minutos: null } };
      if (board.online !== true || !lag || question.now - heard > FRESH_MS) return UNKNOWN;
      if (!above(lag.ms / 1_000, question)) return NO;
      if (heard - lag.since < STEADY_MS) return UNKNOWN;
      return {
        holds: true,
        began: lag.since,
        datos: { placa: boardName(board), minutos: Math.round(lag.ms / 60_000) },
      };
    },
  },

  plan_sin_tomar: { begins: 'time', ask: untakenCondition },

  proteccion_actuo: { begins: 'time', ask: protectedCondition },

  salud_de_placa: {
    begins: 'time',
    ask: (board, { field, now, rule }) => {
      if (field.faulty === undefined) return UNKNOWN;
      const { salud, actualizacion } = field.faulty.get(board.placa_id) ?? {};
      const faults = salud ? faultsOf(salud, rule.umbral, now) : [];
      if (actualizacion) faults.push({ que: 'actualizacion', ...actualizacion });
      // Two boards with one account begin anew in turns, and have an alarm of their own.
      const own = isShared(board, now) ? faults.filter(({ que }) => que !== 'reinicios') : faults;
      if (own.length === 0) return NO;
      const wired = (pin: number) => field.switchesOf(board.placa_id).find((one) => one.hardware_pin === pin);
      const fallas = own.map((one) => {
        if (one.que !== 'desgaste' && one.que !== 'pin') return one;
        const found = wired(one.pin);
        return { ...one, switch: found ? switchName(found) : null };
      });
      return { holds: true, datos: { placa: boardName(board), fallas } };
    },
  },

  cuota_de_placa: {
    begins: 'time',
    ask: (board, question) => {
      const share = usedUp(board.quota, question);
      return share.datos ? { ...share, datos: { placa: boardName(board), ...share.datos } } : { holds: share.holds };
    },
  },
};

export const boardsOf = (field: Field, sitio: string): Board[] =>
  [...field.boards.values()].filter((board) => board.sitio === sitio && board.revocada === 0);

/** The largest group of a site's offline boards that went offline together; oldest first. */
export const fallenTogether = (boards: readonly Board[]): Board[] => {
  const away = boards.filter(({ online }) => online === false).sort((a, b) => a.since - b.since);
  let best: Board[] = [];
  let group: Board[] = [];
  for (const board of away) {
    const last = group.at(-1);
    group = last && board.since - last.since <= TOGETHER_MS ? [...group, board] : [board];
    if (group.length > best.length) best = group;
  }
  return best;
};

/** Whether enough of a site went offline together for a blackout: at least `umbral` boards and half of the site. */
export const isBlackout = (field: Field, sitio: string, umbral: number): boolean => {
  const known = boardsOf(field, sitio).filter(({ online }) => online !== null);
  const fallen = fallenTogether(known);
  return fallen.length >= umbral && fallen.length * 2 >= known.length;
};

/** Whether the board's alarm is part of its site's blackout. The field marks the dark sites. */
const isFolded = (field: Field, board: Board): boolean => board.sitio !== null && darkOf(field).has(board.sitio);

const dark = new WeakMap<Field, Set<string>>();
/** Sites whose blackout is pending or open. */
export const darkOf = (field: Field): Set<string> => {
  let sites = dark.get(field);
  if (!sites) dark.set(field, (sites = new Set()));
  return sites;
};

export const siteCondition = (sitio: string, { field, rule, open }: Question): FindingOf<'corte_de_luz'> => {
  const boards = boardsOf(field, sitio);
  const away = boards.filter(({ online }) => online === false);
  // Once the blackout is open, every offline board of the site belongs to it.
  const fallen = open ? [...away].sort((a, b) => a.since - b.since) : fallenTogether(boards);
  if (!open && !isBlackout(field, sitio, rule.umbral)) return NO;
  if (open && away.length < rule.umbral) return NO;
  const began = fallen[0]?.since ?? 0;
  const names = fallen.map(({ numero }) => numero).sort((a, b) => a - b);
  const numbers = { sin_conexion: fallen.length, placas: boards.length, numeros: names.slice(0, NAMED) };
  return { holds: true, began, datos: { sitio, ...numbers, medidor: meterOf(field, sitio, began) } };
};

/** Conditions of a whole site. */
export const SITE_CONDITIONS: Conditions<'sitio', string> = {
  corte_de_luz: { begins: 'news', ask: siteCondition },
};

const meterOf = (field: Field, sitio: string, began: number): DatosDeAviso['corte_de_luz']['medidor'] => {
  const meters = [...field.devices.values()].filter((one) => one.sitio === sitio && one.tipo === 'shelly_pro3m');
  const alive = meters.find(({ online, ts }) => online === true && ts > began + METER_MS);
  if (alive) return { nombre: alive.nombre, con_corriente: true };
  const gone = meters.find(({ online }) => online === false);
  return gone ? { nombre: gone.nombre, con_corriente: false } : null;
};
