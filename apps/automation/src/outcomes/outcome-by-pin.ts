import type { EstadoTurno, FinDeEncendido, ViaTurno } from '@acequia/contracts';
import { closesAt } from '../storage/shown-state.js';
import { BY_PERSON, type StoredCause } from './cause.js';
import { TOLERANCE_S } from './outcome.js';
import { type Motivo, type Motivos, NEVER_ON } from '../storage/motivo.js';

/** A turn not reported after this stays unconfirmed, ms: boards keep a report for longer than any outage. */
const GIVE_UP_MS = 14 * 86_400_000;
/** The same where only reports tell the end, as a share: a report comes some time after it. */
export const TOLERANCE_SHARE = 0.1;

export interface OpenTurn {
  via: ViaTurno;
  estado: 'previsto' | 'en_curso';
  inicio: number;
  segundos: number;
  tarde_s: number;
  /** The service turned it off because its water was delivered. */
  full?: boolean;
  motivos: Motivos;
  real_inicio: number | null;
  real_segundos: number | null;
}

/** What is known of a switch: its pin, and how its last time on ended. */
export interface Observation {
  pin: { estado: 0 | 1; ts: number } | undefined;
  fin: FinDeEncendido | undefined;
  /** Long enough for its reports to have come: after that its pin decides. */
  online: boolean;
}

export interface Followed {
  estado: EstadoTurno;
  real_inicio: number | null;
  /** null = unknown. */
  real_segundos: number | null;
  motivos: Motivos;
  confirmado: boolean;
  causa: StoredCause;
  /** What cut the turn short; its reason is still to be written. */
  cut: FinDeEncendido | null;
}

const PLAIN = { confirmado: true, cut: null, causa: null };

/** What the state of its pin says of a turn that its board has not reported; null = nothing new. */
export const followed = (turno: OpenTurn, { pin, fin, online }: Observation, now: number): Followed | null => {
  const { inicio, segundos, real_inicio, motivos, estado, via } = turno;
  const end = inicio + segundos * 1_000;
  const late_ms = turno.tarde_s * 1_000;
  const since = real_inicio ?? inicio;
  if (pin?.estado === 1 && pin.ts >= inicio && now < end + late_ms) {
    const from = real_inicio === null ? Math.max(inicio, Math.min(pin.ts, now)) : since;
    const seen_s = Math.max(0, Math.round((Math.min(now, pin.ts) - from) / 1_000));
    return { ...PLAIN, estado: 'en_curso', real_inicio: from, real_segundos: seen_s, motivos };
  }
  const closes = closesAt(turno);
  const wentOff = estado === 'en_curso' && pin?.estado === 0 && fin !== undefined && fin.ts > since ? fin : null;
  // A board that runs agendas reports the run itself; for others only the end of the time on is known.
  if (wentOff && (via === 'servicio' || now >= closes)) return endedBy(wentOff, turno, since);
  if (now < closes) return null;
  const unknown = {
    ...PLAIN,
    estado: 'perdido',
    real_segundos: null,
    motivos,
    confirmado: false,
    causa: 'sin_conexion',
  } as const;
  if (online && pin) {
    if (estado === 'previsto')
      return {
        ...PLAIN,
        estado: 'perdido',
        real_inicio: null,
        real_segundos: 0,
        motivos: motivos ?? [NEVER_ON],
        causa: 'placa',
      };
    if (pin.estado === 1) return null;
    const seen_s = Math.min(segundos, turno.real_segundos ?? 0);
    if (seen_s === 0) return { ...unknown, real_inicio };
    const whole = turno.full === true || seen_s >= segundos * (1 - TOLERANCE_SHARE);
    return { ...PLAIN, estado: whole ? 'cumplido' : 'parcial', real_inicio: since, real_segundos: seen_s, motivos };
  }
  if (via === 'servicio' || now > end + GIVE_UP_MS) return { ...unknown, real_inicio };
  return null;
};

const endedBy = (fin: FinDeEncendido, { segundos, motivos, full }: OpenTurn, since: number): Followed => {
  const seconds = Math.max(0, Math.min(segundos, Math.round((fin.ts - since) / 1_000)));
  const share = fin.causa === 'persona' ? 0 : segundos * TOLERANCE_SHARE;
  const isFull = full === true && fin.causa !== 'persona';
  const whole = isFull || seconds >= segundos - Math.max(TOLERANCE_S, share);
  const causa: StoredCause = fin.causa === 'persona' ? BY_PERSON : null;
  const known = { confirmado: true, real_inicio: since, real_segundos: seconds, motivos, causa };
  return { ...known, estado: whole ? 'cumplido' : 'parcial', cut: whole ? null : fin };
};

/** Why a turn was cut short. `who`: the person who turned it off. */
export const cutBy = ({ causa }: FinDeEncendido, who: string): Motivo =>
  causa === 'persona' ? { codigo: 'apagado_por', nombre: who } : { codigo: 'apagado', causa };
