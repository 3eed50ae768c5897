import type { Aviso, Silencio, SilencioSave } from '@acequia/contracts';
import { serverNow } from '../../lib/time/server-clock.js';
import { texts } from './textos.js';

const SILENCE_MS = 2 * 3_600_000;

type Subject = Pick<SilencioSave, 'placa_id' | 'switch_id' | 'dispositivo_id' | 'punto_id' | 'sitio'>;

/** The most specific subject of an alarm; null = the whole company, which cannot be silenced because of one alarm. */
export function subjectOf({ placa_id, switch_id, dispositivo_id, punto_id = null, sitio }: Aviso): Subject | null {
  if (punto_id !== null) return { punto_id };
  if (switch_id !== null) return { switch_id };
  if (dispositivo_id !== null) return { dispositivo_id };
  if (placa_id !== null) return { placa_id };
  return sitio === null ? null : { sitio };
}

/** A silence of two hours for the subject of an alarm. */
export const silenceOf = (aviso: Aviso): SilencioSave => ({
  empresa_id: aviso.empresa_id,
  hasta: serverNow() + SILENCE_MS,
  motivo: texts.silence.motivo,
  ...subjectOf(aviso),
});

const SUBJECTS = ['placa_id', 'switch_id', 'dispositivo_id', 'punto_id', 'sitio'] as const;

/** End of the silence that covers an alarm; null = none. A silence without a subject covers the whole company. */
export function silencedUntil(aviso: Aviso, silences: readonly Silencio[]): number | null {
  const ends = silences
    .filter(
      (silence) =>
        silence.empresa_id === aviso.empresa_id &&
        silence.desde <= serverNow() &&
        SUBJECTS.every((subject) => (silence[subject] ?? null) === null || silence[subject] === aviso[subject]),
    )
    .map(({ hasta }) => hasta);
  return ends.length > 0 ? Math.max(...ends) : null;
}
