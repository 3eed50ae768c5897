import {
  type EsperaDePlaca,
  type EstadoActualizacion,
  type EstadoEnActualizacion,
  TOLERATED_FAILURES,
  type MotivoDePlaca,
  type PausaDeActualizacion,
} from '@acequia/contracts';

/** Most boards under way at once: with the failures that an ola tolerates they are fewer than 3 % of 500. */
export const AT_ONCE = 8;
/** An ola ends when all its updated boards have run for so long, ms: longer than a trial. */
export const STABLE_MS = 15 * 60_000;
/** A board that is never free for so long is left as it is, ms. */
export const PATIENCE_MS = 24 * 3_600_000;
/** A board that no gateway took over in this time waits again, ms. */
export const UNCLAIMED_MS = 60_000;

/** Where a rollout stands. Times are ms. */
export interface Rollout {
  estado: EstadoActualizacion;
  pausa: PausaDeActualizacion | null;
  ola: number;
  ola_desde: number;
  /** Failures of this ola that a person has seen and gone on with. */
  perdonadas: number;
  /** A silent board counts as failed after this. */
  silence_ms: number;
}

/** A board in a rollout, in the order in which they are begun. */
export interface Member {
  placa_id: number;
  ola: number;
  estado: EstadoEnActualizacion;
  /** When its estado last changed, and when it last told something new of its update. */
  ts: number;
  newsAt: number;
}

/** What is known of a board now. */
export interface Sight {
  /** Deleted, or of another firmware by now. */
  gone: boolean;
  online: boolean;
  /** Why it may not be begun; null = it may. */
  espera: EsperaDePlaca | null;
  /** How it ended, as far as it says; null = it has not. `busy`: it waits by itself. */
  said: 'done' | 'busy' | { motivo: MotivoDePlaca; omitida?: true } | null;
}

export interface MemberChange {
  placa_id: number;
  estado: EstadoEnActualizacion;
  motivo: MotivoDePlaca | null;
}

export interface Step {
  changes: MemberChange[];
  /** What becomes of the rollout; absent = nothing. */
  next?: Partial<Pick<Rollout, 'estado' | 'pausa' | 'ola' | 'ola_desde' | 'perdonadas'>>;
}

export const tolerated = (size: number): number => Math.floor(size * TOLERATED_FAILURES);

const UNDER_WAY: readonly EstadoEnActualizacion[] = ['por_enviar', 'en_curso'];
const OPEN: readonly EstadoEnActualizacion[] = ['espera', ...UNDER_WAY];
export const isUnderWay = ({ estado }: { estado: EstadoEnActualizacion }): boolean => UNDER_WAY.includes(estado);
export const isOpen = ({ estado }: { estado: EstadoEnActualizacion }): boolean => OPEN.includes(estado);

type End = Omit<MemberChange, 'placa_id'> | null;
const left = (motivo: MotivoDePlaca): End => ({ estado: 'omitida', motivo });
const failed = (motivo: MotivoDePlaca): End => ({ estado: 'fallo', motivo });
const told = (said: Sight['said']): End => {
  if (said === null || said === 'busy' || said === 'done') return null;
  return said.omitida ? left(said.motivo) : failed(said.motivo);
};

const judge = (member: Member, { gone, online, said }: Sight, rollout: Rollout, now: number): End => {
  const { estado, ts, newsAt } = member;
  if (gone && isOpen(member)) return left('eliminada');
  switch (estado) {
    case 'espera':
      return rollout.estado === 'activa' &&
        member.ola <= rollout.ola &&
        now - Math.max(ts, rollout.ola_desde) > PATIENCE_MS
        ? left('no_libre')
        : null;
    case 'por_enviar':
      return now - ts > UNCLAIMED_MS ? { estado: 'espera', motivo: null } : null;
    case 'en_curso':
      if (said === 'done') return { estado: 'lista', motivo: null };
      if (said === 'busy') return now - ts > PATIENCE_MS ? left('no_libre') : null;
      if (now - Math.max(ts, newsAt) <= rollout.silence_ms) return told(said);
      // What a stopped rollout took back is heard of no more.
      return told(said) ?? (rollout.estado === 'detenida' && online ? left('detenida') : failed('no_volvio'));
    case 'lista':
      // Until its ola is over it may still go back, or go silent.
      if (member.ola !== rollout.ola) return null;
      return told(said) ?? (!gone && !online && now - ts > STABLE_MS + rollout.silence_ms ? failed('no_volvio') : null);
    default:
      return null;
  }
};

/** The end of an ola, or of the whole; null = not yet. */
const turn = (
  rollout: Rollout,
  wave: readonly Member[],
  sight: (id: number) => Sight,
  last: boolean,
  now: number,
): Step['next'] => {
  if (wave.some(isOpen)) return undefined;
  const ready = wave.filter(({ estado }) => estado === 'lista');
  if (ready.length === 0 && rollout.perdonadas < wave.length) return { estado: 'pausada', pausa: 'nadie' };
  const settled = now - Math.max(rollout.ola_desde, ...wave.map(({ ts }) => ts)) >= STABLE_MS;
  const present = ready.every(({ placa_id }) => sight(placa_id).gone || sight(placa_id).online);
  if (!settled || !present) return undefined;
  return last ? { estado: 'terminada' } : { ola: rollout.ola + 1, ola_desde: now, perdonadas: 0 };
};

/**
 * What follows from what is known now. A paused or stopped rollout begins no board, and still hears how those under way end. Pure, and
 * its result is stored before anything is sent: whoever steps next goes on from there.
 */
export const step = (
  rollout: Rollout,
  members: readonly Member[],
  sight: (placa_id: number) => Sight,
  now: number,
): Step => {
  const changes: MemberChange[] = [];
  const after = members.map((member) => {
    const end = judge(member, sight(member.placa_id), rollout, now);
    if (!end) return member;
    changes.push({ placa_id: member.placa_id, ...end });
    return { ...member, estado: end.estado, ts: now };
  });
  if (rollout.estado !== 'activa') return { changes };
  const wave = after.filter(({ ola }) => ola === rollout.ola);
  const failures = wave.filter(({ estado }) => estado === 'fallo').length;
  if (failures - rollout.perdonadas > tolerated(wave.length))
    return { changes, next: { estado: 'pausada', pausa: 'fallas' } };
  const last = !after.some(({ ola }) => ola > rollout.ola);
  const next = turn(rollout, wave, sight, last, now);
  if (next) return { changes, next };
  const room = AT_ONCE - after.filter(isUnderWay).length;
  const free = wave.filter(({ estado, placa_id }) => {
    const { online, espera, gone } = sight(placa_id);
    return estado === 'espera' && online && !gone && espera === null;
  });
  for (const { placa_id } of free.slice(0, Math.max(0, room)))
    changes.push({ placa_id, estado: 'por_enviar', motivo: null });
  return { changes };
};
