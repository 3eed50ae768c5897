import type { TipoSwitch } from '@acequia/contracts';
import { horaLocal, type Lugar } from './climate.js';
import { azar } from './random.js';

/** The turns that a farm's own timers give its relays, as functions of the time only. Minutes, unless named otherwise. */
interface Turno {
  /** Local hours between which the turns fall. */
  desde_h: number;
  hasta_h: number;
  /** A turn begins every so many minutes and lasts so many. */
  cada: number;
  dura: number;
}

const TURNOS: Readonly<Record<TipoSwitch, readonly Turno[]>> = {
  selenoide: [
    { desde_h: 5, hasta_h: 9, cada: 80, dura: 25 },
    { desde_h: 17, hasta_h: 20, cada: 90, dura: 20 },
  ],
  difusor: [{ desde_h: 10, hasta_h: 17, cada: 25, dura: 10 }],
  turbina: [{ desde_h: 9, hasta_h: 19, cada: 45, dura: 25 }],
  motor: [
    { desde_h: 7, hasta_h: 8, cada: 60, dura: 10 },
    { desde_h: 18, hasta_h: 19, cada: 60, dura: 10 },
  ],
  cooler: [{ desde_h: 10, hasta_h: 21, cada: 35, dura: 20 }],
  otro: [{ desde_h: 19, hasta_h: 23, cada: 240, dura: 230 }],
};

/** Cold is kept around the clock. */
const TURNO_FRIO: readonly Turno[] = [{ desde_h: 0, hasta_h: 24, cada: 24, dura: 9 }];

const MINUTO_MS = 60_000;

const turnosDe = (tipo: TipoSwitch, lugar: Lugar): readonly Turno[] =>
  lugar === 'frio' && (tipo === 'cooler' || tipo === 'turbina') ? TURNO_FRIO : TURNOS[tipo];

/** Whether the timer of a relay wants it on at `ts`. Each relay (by `semilla`) has its turns at other minutes. */
export const enTurno = (tipo: TipoSwitch, lugar: Lugar, semilla: number, ts: number, desfase_h: number): boolean => {
  const hora = horaLocal(ts, desfase_h);
  return turnosDe(tipo, lugar).some(({ desde_h, hasta_h, cada, dura }) => {
    if (hora < desde_h || hora >= hasta_h) return false;
    const corrida = Math.floor(azar(semilla, cada) * cada);
    return (Math.floor(ts / MINUTO_MS) + corrida) % cada < dura;
  });
};
