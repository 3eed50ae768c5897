import { z } from 'zod';
import { Persona } from './caller.js';
import { Id } from './common.js';

/** `largo`: one row per reading of the switch (the default). `ancho`: one row per time, two columns per switch of its site. */
export const CsvFormat = z.enum(['largo', 'ancho']);

/** Header of an export's answer: approximate number of rows. Absent where counting would take too long. */
export const TOTAL_ROWS_HEADER = 'x-total-filas';

/**
 * Exports are too large for Redis: api-gateway calls telemetry-history over internal HTTP (`POST /internal/exports`, body =
 * this) with the signed caller in `x-acequia-caller`.
 */
export const ExportRequest = z.discriminatedUnion('tipo', [
  z.object({
    tipo: z.literal('sensores'),
    switch_id: Id,
    formato: CsvFormat.optional(),
    desde: z.string().optional(),
    hasta: z.string().optional(),
  }),
  z.object({ tipo: z.literal('estados'), empresa_id: Id, desde: z.string().optional(), hasta: z.string().optional() }),
  z.object({
    tipo: z.literal('energia'),
    dispositivo_id: Id,
    desde: z.string().optional(),
    hasta: z.string().optional(),
  }),
  z.object({ tipo: z.literal('punto'), punto_id: Id, desde: z.string().optional(), hasta: z.string().optional() }),
]);
export type ExportRequest = z.infer<typeof ExportRequest>;

export const EXPORTS_PATH = '/internal/exports';
export const SIGNED_CALLER_HEADER = 'x-acequia-caller';
/** Content of the header: base64url(JSON) + '.' + base64url(HMAC-SHA256), valid for a minute. */
export const SignedCaller = z.object({ caller: Persona, exp: z.number().int() });
export type SignedCaller = z.infer<typeof SignedCaller>;
