import type { TipoSwitch } from '@acequia/contracts';
import { localHour, type Place } from './climate.js';
import { random } from './random.js';

/** Turns that a farm's own timers give its relays, as pure functions of the time. Minutes, unless named otherwise. */
interface Turno {
  /** Local hours between which the turns fall. */
  since_h: number;
  hasta_h: number;
  /** Minutes between the starts of two turns, and length of a turn. */
  cada: number;
  lasts: number;
}

const TURNOS: Readonly<Record<TipoSwitch, readonly Turno[]>> = {
  selenoide: [
    { since_h: 5, hasta_h: 9, cada: 80, lasts: 25 },
    { since_h: 17, hasta_h: 20, cada: 90, lasts: 20 },
  ],
  difusor: [{ since_h: 10, hasta_h: 17, cada: 25, lasts: 10 }],
  turbina: [{ since_h: 9, hasta_h: 19, cada: 45, lasts: 25 }],
  motor: [
    { since_h: 7, hasta_h: 8, cada: 60, lasts: 10 },
    { since_h: 18, hasta_h: 19, cada: 60, lasts: 10 },
  ],
  cooler: [{ since_h: 10, hasta_h: 21, cada: 35, lasts: 20 }],
  otro: [{ since_h: 19, hasta_h: 23, cada: 240, lasts: 230 }],
};

/** A cold store cools around the clock. */
const COLD_TURN: readonly Turno[] = [{ since_h: 0, hasta_h: 24, cada: 24, lasts: 9 }];

const MINUTE_MS = 60_000;

const turnosDe = (tipo: TipoSwitch, place: Place): readonly Turno[] =>
  place === 'cold_store' && (tipo === 'cooler' || tipo === 'turbina') ? COLD_TURN : TURNOS[tipo];

/** Whether the timer of a relay turns it on at `ts`. `seed` shifts the turns, so that relays do not start together. */
export const isScheduledOn = (tipo: TipoSwitch, place: Place, seed: number, ts: number, offset_h: number): boolean => {
  const hora = localHour(ts, offset_h);
  return turnosDe(tipo, place).some(({ since_h, hasta_h, cada, lasts }) => {
    if (hora < since_h || hora >= hasta_h) return false;
    const corrida = Math.floor(random(seed, cada) * cada);
    return (Math.floor(ts / MINUTE_MS) + corrida) % cada < lasts;
  });
};
