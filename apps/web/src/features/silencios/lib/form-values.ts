import { SilencioSave } from '@acequia/contracts';
import { z } from 'zod';
import { subjectOfKey } from '../../../entities/aviso/subject.js';
import { instantOf } from '../../../lib/time/zone.js';

const HOUR_MS = 3_600_000;

/** Durations of a silence, h; all below the server's limit of 30 days. */
export const HOURS = [1, 2, 4, 8, 12, 24, 48, 72, 168, 336] as const;

export interface Values {
  /** The subject as a `keyOf` key. */
  objeto: string;
  /** Start, YYYY-MM-DDTHH:mm in the company's zone; '' = at once. */
  desde: string;
  horas: number;
  motivo: string;
}

export const FRESH: Values = { objeto: '', desde: '', horas: 4, motivo: '' };

export const beginOf = (desde: string, timeZone: string, now: number): number => instantOf(desde, timeZone) ?? now;

export const endOf = (horas: number, begin: number): number => begin + horas * HOUR_MS;

/** The contract's rule for the reason; lists restrict the other fields. */
export const ValidSilencio: z.ZodType<Values> = z.object({
  objeto: z.string(),
  desde: z.string(),
  horas: z.number(),
  motivo: SilencioSave.shape.motivo,
});

export const bodyOf = (values: Values, empresa_id: number, timeZone: string, now: number): SilencioSave => {
  const begin = beginOf(values.desde, timeZone, now);
  return {
    empresa_id,
    ...(values.desde !== '' && { desde: begin }),
    hasta: endOf(values.horas, begin),
    motivo: values.motivo,
    ...subjectOfKey(values.objeto),
  };
};
