import { z } from 'zod';
import { Severity } from './aviso.js';
import { DateOutput, Fecha, FlagOutput, Id, Milliseconds } from './common.js';
import { Hora } from './programa.js';
import { CONDICIONES } from './sistema.js';

/** Most people of a rota. */
export const MAX_GUARDIA = 20;
/** How many weeks a rota shows, the current one first. */
export const SEMANAS_GUARDIA = 8;

/** null = the platform. */
const Whose = Id.nullable();

/** Body of PUT /guardia: who is on duty, a week each in this order; the first has the current week. */
export const GuardiaSave = z
  .object({
    empresa_id: Whose,
    /** Empty = no rota. */
    personas: z.array(Id).max(MAX_GUARDIA, `Una guardia tiene ${MAX_GUARDIA} personas como máximo`),
    /** The weekday on which a week begins, 1 = Monday, and the hour, in the company's zone; the platform's is DEFAULT_ZONE. */
    dia: z.number().int().min(1).max(7),
    hora: Hora,
    severidad_minima: Severity.default('alta'),
    /** After so many minutes without an acknowledgement the next person is told, and so on. */
    escalar_min: z.number().int().min(1).max(240).default(10),
  })
  .refine(({ personas }) => new Set(personas).size === personas.length, {
    message: 'Cada persona va una sola vez',
    path: ['personas'],
  })
  .meta({ example: { empresa_id: 7, personas: [3, 5], dia: 1, hora: '07:00' } });
export type GuardiaSave = z.infer<typeof GuardiaSave>;

/** Body of PUT /guardia/semana: another person takes a week; null = it is again as the rota says. */
export const GuardiaCambio = z.object({
  empresa_id: Whose,
  /** The date on which the week begins. */
  semana: Fecha,
  usuario_id: Id.nullable(),
});
export type GuardiaCambio = z.infer<typeof GuardiaCambio>;

const Semana = z.object({
  semana: DateOutput,
  usuario_id: Id,
  nombre: z.string(),
  /** 1 = taken over from who had it by the rota. */
  cambiada: FlagOutput,
});

export const Guardia = z.object({
  empresa_id: Whose,
  personas: z.array(
    z.object({
      usuario_id: Id,
      nombre: z.string(),
      /** How the person can be told: their verified number, their linked Telegram. */
      telefono: FlagOutput,
      telegram: FlagOutput,
    }),
  ),
  dia: z.number().int(),
  hora: z.string(),
  severidad_minima: Severity,
  escalar_min: z.number().int(),
  semanas: z.array(Semana),
});
export type Guardia = z.infer<typeof Guardia>;

/** Who is on duty in a company now. */
export const DeTurno = z.object({
  empresa_id: Id,
  usuario_id: Id,
  nombre: z.string(),
  /** When the week ends: its date, and the hour in the company's zone. */
  hasta: DateOutput,
  hora: z.string(),
});
export type DeTurno = z.infer<typeof DeTurno>;

const Condition = z.enum(CONDICIONES);

/** What `/estado` shows, and who of the platform's rota was told of it and has acknowledged it. */
export const GuardiaCondicion = z.object({
  condicion: Condition,
  desde: Milliseconds,
  /** Names, in the order in which they were told. */
  avisados: z.array(z.string()),
  /** Whom no SMS could be handed over for. */
  sin_avisar: z.array(z.string()),
  reconocido_por: z.string().nullable(),
  reconocido_ts: Milliseconds.nullable(),
});
export type GuardiaCondicion = z.infer<typeof GuardiaCondicion>;

/** Body of POST /guardia/condiciones/reconocer: nobody else is told of it while it lasts. */
export const GuardiaReconocer = z.object({ condicion: Condition });
