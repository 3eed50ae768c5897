import type { ComandoKept, EstadoTurno } from '@acequia/contracts';
import { SOMEBODY } from '../people.js';
import { TOLERANCE_S } from './outcome.js';
import { BY_PERSON, type StoredCause } from './cause.js';
import type { Motivo, Motivos } from '../storage/motivo.js';

/** Two clocks of one machine may differ by this, and the claim of a turn precedes its command, ms. */
const SLACK_MS = 2_000;
const BY_SYSTEM: Motivo = { codigo: 'apagado_por_sistema' };

type Entry = Pick<
  ComandoKept,
  'accion' | 'estado' | 'detalle' | 'detalle_datos' | 'usuario_id' | 'usuario_nombre' | 'ts' | 'resuelto_ts'
>;

export interface DeviceOutcome {
  estado: EstadoTurno;
  /** null = unknown. */
  real_segundos: number | null;
  motivos: Motivos;
  confirmado: boolean;
  causa: StoredCause;
}

export interface DeviceTurn {
  real_inicio: number;
  segundos: number;
  motivos: Motivos;
}

/** The service's own ONs of a turn. */
export const onsOf = ({ real_inicio, segundos }: DeviceTurn, comandos: readonly Entry[]): Entry[] =>
  within(comandos, real_inicio, segundos).filter(({ accion, usuario_id }) => accion === 'on' && usuario_id === null);

/** A person's confirmed OFF within a turn. */
export const cutOf = ({ real_inicio, segundos }: DeviceTurn, comandos: readonly Entry[]): Entry | undefined =>
  within(comandos, real_inicio, segundos)
    .filter(({ accion, usuario_id, estado }) => accion === 'off' && usuario_id !== null && estado === 'confirmado')
    .sort((a, b) => a.ts - b.ts)
    .find(({ ts }) => ts < real_inicio + (segundos - TOLERANCE_S) * 1_000);

export const cutOutcome = (
  turno: DeviceTurn,
  { ts, resuelto_ts, usuario_id, usuario_nombre }: Entry,
): DeviceOutcome => ({
  estado: 'parcial',
  real_segundos: Math.max(0, Math.min(turno.segundos, Math.round(((resuelto_ts ?? ts) - turno.real_inicio) / 1_000))),
  motivos: [usuario_id === null ? BY_SYSTEM : { codigo: 'apagado_por', nombre: usuario_nombre ?? SOMEBODY }],
  confirmado: true,
  causa: usuario_id === null ? null : BY_PERSON,
});

/** The outcome of an ended turn of a cloud device from the commands of the ledger, in any order. */
export const outcomeByCommands = (turno: DeviceTurn, comandos: readonly Entry[]): DeviceOutcome => {
  const cut = cutOf(turno, comandos) ?? cutBySystem(turno, comandos);
  if (cut) return cutOutcome(turno, cut);
  const all = within(comandos, turno.real_inicio, turno.segundos);
  const ons = onsOf(turno, comandos);
  const refused = ons.every(({ estado }) => estado === 'rechazado' || estado === 'vencido');
  if (refused) {
    const { detalle: texto = null, detalle_datos: frase } = ons.find(({ detalle }) => detalle !== null) ?? {};
    const motivo: Motivo =
      texto === null ? { codigo: 'orden_no_dada' } : { codigo: 'dicho', texto, ...(frase && { frase }) };
    return { estado: 'perdido', real_segundos: 0, motivos: [motivo], confirmado: true, causa: null };
  }
  const doubtfulOff = all.some(
    ({ accion, usuario_id, estado }) => accion === 'off' && usuario_id !== null && estado === 'sin_respuesta',
  );
  if (doubtfulOff || !ons.some(({ estado }) => estado === 'confirmado'))
    return { estado: 'perdido', real_segundos: null, motivos: turno.motivos, confirmado: false, causa: null };
  return { estado: 'cumplido', real_segundos: turno.segundos, motivos: turno.motivos, confirmado: true, causa: null };
};

/** The end of another turn may have turned the device off after this turn's ON; a later ON heals that. */
const cutBySystem = (turno: DeviceTurn, comandos: readonly Entry[]): Entry | undefined => {
  const all = within(comandos, turno.real_inicio, turno.segundos).filter(({ estado }) => estado === 'confirmado');
  const ons = all.filter(({ accion }) => accion === 'on').map(({ ts }) => ts);
  if (ons.length === 0) return undefined;
  const lastOn = Math.max(...ons);
  const until = turno.real_inicio + (turno.segundos - TOLERANCE_S) * 1_000;
  return all.find(({ accion, usuario_id, ts }) => accion === 'off' && usuario_id === null && ts > lastOn && ts < until);
};

const within = (comandos: readonly Entry[], real_inicio: number, segundos: number): Entry[] =>
  comandos.filter(({ ts }) => ts >= real_inicio - SLACK_MS && ts < real_inicio + segundos * 1_000);
