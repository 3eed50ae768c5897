import { z } from 'zod';
import { Aviso } from './aviso.js';
import { DateOutput, Fecha, Id, Milliseconds, TextId } from './common.js';

/** What a rule would have done, and what a day was like. */

export const RULE_PREVIEW_DAYS = 30;
/** Of the episodes so many are listed, the newest first. */
export const MAX_EPISODES = 100;

export const Episode = z.object({
  desde: Milliseconds,
  /** null = it lasts. */
  hasta: Milliseconds.nullable(),
  /** Of a measured value: how far it went. */
  extremo: z.number().nullable(),
  placa_id: Id.nullable(),
  switch_id: Id.nullable(),
  dispositivo_id: Id.nullable(),
  sitio: z.string().nullable(),
  /** What and where, in Spanish. */
  texto: z.string(),
});
export type Episode = z.infer<typeof Episode>;

/** Answer of POST /avisos/reglas/vista-previa: "habría avisado n veces en 30 días". */
export const RulePreview = z.object({
  dias: z.number().int(),
  veces: z.number().int(),
  /**
   * `historial` = computed from the stored quarters of an hour of every sensor that the rule covers; `avisos` = from the alarms that
   * there were, which a shorter wait than theirs cannot add to.
   */
  fuente: z.enum(['historial', 'avisos']),
  /** Switches, boards or devices that it covers. */
  objetos: z.number().int(),
  episodios: z.array(Episode),
});
export type RulePreview = z.infer<typeof RulePreview>;

/** For telemetry-history: stretches in which sensors lay beyond a limit, from quarters of an hour. Hundredths are its own affair. */
export const EpisodesRequest = z.object({
  switches: z.array(Id).max(5_000),
  magnitud: z.enum(['temperatura', 'humedad']),
  sentido: z.enum(['alta', 'baja']),
  umbral: z.number(),
  histeresis: z.number().min(0),
  espera_s: z.number().int().min(0),
  desde: Milliseconds,
  hasta: Milliseconds,
});
export const StoredEpisode = z.object({
  switch_id: Id,
  desde: Milliseconds,
  hasta: Milliseconds,
  extremo: z.number(),
});
export type StoredEpisode = z.infer<typeof StoredEpisode>;

export const ResumenQuery = z.object({
  empresa_id: TextId.optional(),
  /** Without it: yesterday, in the company's zone. */
  dia: z.preprocess((value) => (value === '' ? undefined : value), Fecha.optional()),
});

const Extreme = z
  .object({ valor: z.number(), switch_id: Id, zona: z.string(), nombre: z.string(), ts: Milliseconds })
  .nullable();

/** What telemetry-history knows of a company's day. */
export const StoredDay = z.object({
  en_curso: z.boolean(),
  riego: z.array(
    z.object({
      ...{ switch_id: Id, zona: z.string(), nombre: z.string() },
      /** ENCENDIDO; null = nothing is known of the day. */
      minutos: z.number().nullable(),
      minutos_sin_datos: z.number(),
    }),
  ),
  energia: z.array(
    z.object({ dispositivo_id: Id, nombre: z.string(), kwh: z.number().nullable(), incompleto: z.boolean() }),
  ),
  /** `ts` = the beginning of the quarter of an hour. */
  extremos: z.object({
    temperatura_max: Extreme,
    temperatura_min: Extreme,
    humedad_max: Extreme,
    humedad_min: Extreme,
  }),
});
export type StoredDay = z.infer<typeof StoredDay>;

/** Answer of GET /avisos/resumen: a day of a company, for the page and the morning's message. */
export const DailySummary = StoredDay.extend({
  empresa_id: Id,
  empresa: z.string(),
  dia: DateOutput,
  zona_horaria: z.string(),
  tarifa_kwh: z.number().nullable(),
  energia: z.array(
    StoredDay.shape.energia.element.extend({
      /** kwh × tarifa_kwh; null = one of them is not known. */
      costo: z.number().nullable(),
    }),
  ),
  /** What was wrong at some time of the day, oldest first. */
  incidentes: z.array(Aviso),
  /** What is wrong now. */
  abiertos: z.array(Aviso),
});
export type DailySummary = z.infer<typeof DailySummary>;
