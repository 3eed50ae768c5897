import { SilencioSave } from '@acequia/contracts';
import { z } from 'zod';
import { subjectOfKey } from '../../../entities/aviso/subject.js';

const HOUR_MS = 3_600_000;

/** Durations of a silence, h; all below the server's limit of 30 days. */
export const HOURS = [1, 2, 4, 8, 12, 24, 48, 72, 168, 336] as const;

export interface Values {
  /** The subject as a `keyOf` key. */
  objeto: string;
  horas: number;
  motivo: string;
}

export const FRESH: Values = { objeto: '', horas: 4, motivo: '' };

export const endOf = (horas: number, now: number): number => now + horas * HOUR_MS;

/** The contract's rule for the reason; lists restrict the other fields. */
export const ValidSilencio: z.ZodType<Values> = z.object({
  objeto: z.string(),
  horas: z.number(),
  motivo: SilencioSave.shape.motivo,
});

export const bodyOf = ({ objeto, horas, motivo }: Values, empresa_id: number, now: number): SilencioSave => ({
  empresa_id,
  hasta: endOf(horas, now),
  motivo,
  ...subjectOfKey(objeto),
});
