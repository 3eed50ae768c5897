import { z } from 'zod';
import { CLIMA_LIMITS } from './clima-limites.js';
import { FlagOutput, Id } from './common.js';
import { PROTECCION_LIMITES } from './proteccion-limites.js';

/** Most runs in a board's agenda. */
export const AGENDA_TURNOS = 128;

/**
 * A run as the board receives it. `at`, `until` and `late_s` in s; `link` 1 = only while connected. `nombre` of the program: not part of
 * the wire's run.
 */
export const TurnoDePlaca = z.object({
  id: z.string().min(1).max(36),
  pin: z.number().int().min(0).max(255),
  at: z.number().int().min(0),
  secs: z.number().int().min(1),
  late_s: z.number().int().min(0),
  link: FlagOutput,
  /** What its board ends it by: litres of the counter with this number, or the value of the point with this number. */
  vol: z.number().int().min(1).optional(),
  reach: z.number().optional(),
  point: z.number().int().min(1).optional(),
  nombre: z.string().optional(),
});
export type TurnoDePlaca = z.infer<typeof TurnoDePlaca>;

/** The whole agenda of a board. `rev` rises with each change. */
export const AgendaDePlaca = z.object({
  placa_id: Id,
  rev: z.number().int().min(1),
  until: z.number().int().min(0),
  runs: z.array(TurnoDePlaca).max(AGENDA_TURNOS),
});
export type AgendaDePlaca = z.infer<typeof AgendaDePlaca>;

/**
 * A rule as the board stores it (`control`): it follows `value` of a `sensor`, or a `point`. `hold_s`, how long a person's command takes precedence, and `nombre` are not part of the
 * wire's rule.
 */
export const ReglaDePlaca = z.object({
  id: z.string().min(1).max(36),
  pin: z.number().int().min(0).max(255),
  sensor: z.number().int().min(0).max(255).optional(),
  value: z.enum(['t', 'h']).optional(),
  point: z.number().int().min(1).optional(),
  on_above: z.number().optional(),
  on_below: z.number().optional(),
  off_at: z.number(),
  min_on_s: z.number().int().min(0),
  min_off_s: z.number().int().min(1),
  from: z.number().int().min(0).optional(),
  to: z.number().int().min(0).optional(),
  silent: z.enum(['off', 'on', 'cycle']),
  priority: z.number().int().min(0),
  hold_s: z.number().int().min(1),
  nombre: z.string().optional(),
});
export type ReglaDePlaca = z.infer<typeof ReglaDePlaca>;

/** A protection that a board keeps; `nombre` stays with the gateway. */
export const ProteccionDeControl = z.object({
  id: z.string().min(1).max(36),
  point: z.number().int().min(1),
  above: z.number().optional(),
  below: z.number().optional(),
  flow: z
    .object({
      is: z.enum(['burst', 'missing', 'leak']),
      percent: z.number().int(),
      base: z.number().int(),
      valves: z.array(z.object({ pin: z.number().int().min(0), lph: z.number().int() })),
    })
    .optional(),
  for_s: z.number().int().min(0),
  grace_s: z.number().int().min(0),
  with_pin: z.number().int().min(0).optional(),
  off: z.array(z.number().int().min(0)).min(1),
  no_data: z.enum(['off', 'go']),
  until: z.union([z.object({ value: z.number() }), z.object({ s: z.number().int() }), z.literal('person')]),
  bypass_until: z.number().int().min(0).optional(),
  freed: z.number().int().min(0).optional(),
  nombre: z.string(),
});
export type ProteccionDeControl = z.infer<typeof ProteccionDeControl>;

/** All rules and protections of a board. `rev` rises with each change. */
export const ControlDePlaca = z.object({
  placa_id: Id,
  rev: z.number().int().min(1),
  rules: z.array(ReglaDePlaca).max(CLIMA_LIMITS.REGLAS_POR_PLACA),
  /** Absent, as the version before hands them over: as they are. */
  protections: z.array(ProteccionDeControl).max(PROTECCION_LIMITES.PLACA).optional(),
});
export type ControlDePlaca = z.infer<typeof ControlDePlaca>;

/** How a run of a board ended; the words are those of the wire protocol. */
export const FINES_CORRIDA = [
  'done',
  'off',
  'limit',
  'interlock',
  'locked',
  'late',
  'power',
  'clock',
  'volume',
  'protection',
  'reached',
] as const;

/** Outcome of one run. `started` in s; null = it never started. */
export const CorridaDePlaca = z.object({
  id: z.string().max(64),
  started: z.number().int().min(0).nullable(),
  secs: z.number().int().min(0),
  end: z.enum(FINES_CORRIDA),
  /** Of a run with a volume; null = its meter could not tell. */
  litres: z.number().int().min(0).nullable().optional(),
});
export type CorridaDePlaca = z.infer<typeof CorridaDePlaca>;
