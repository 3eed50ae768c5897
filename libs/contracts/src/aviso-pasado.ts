import { z } from 'zod';
import { Aviso } from './aviso.js';
import { DateOutput, Fecha, Id, Milliseconds, TextId } from './common.js';

/** Preview of a rule over the past, and the summary of a day. */

export const RULE_PREVIEW_DAYS = 30;
/** Most episodes listed, newest first. */
export const MAX_EPISODES = 100;

export const Episode = z.object({
  desde: Milliseconds,
  /** null = still going on. */
  hasta: Milliseconds.nullable(),
  /** For a measured value: its extreme. */
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
   * `historial` = computed from the stored quarters of an hour of every sensor that the rule covers; `avisos` = from past
   * alarms, to which a shorter wait than theirs adds nothing.
   */
  fuente: z.enum(['historial', 'avisos']),
  /** Number of switches, boards or devices that the rule covers. */
  objetos: z.number().int(),
  episodios: z.array(Episode),
});
export type RulePreview = z.infer<typeof RulePreview>;

/**
 * For telemetry-history: periods in which sensors were beyond a limit, from quarters of an hour. `umbral` and `histeresis` in
 * °C or %, not in hundredths.
 */
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
  /** Default: yesterday in the empresa's zone. */
  dia: z.preprocess((value) => (value === '' ? undefined : value), Fecha.optional()),
});

const Extreme = z
  .object({ valor: z.number(), switch_id: Id, zona: z.string(), nombre: z.string(), ts: Milliseconds })
  .nullable();

/** What telemetry-history knows about an empresa's day. */
export const StoredDay = z.object({
  en_curso: z.boolean(),
  riego: z.array(
    z.object({
      switch_id: Id,
      zona: z.string(),
      nombre: z.string(),
      /** Minutes ENCENDIDO; null = no data for the day. */
      minutos: z.number().nullable(),
      minutos_sin_datos: z.number(),
    }),
  ),
  energia: z.array(
    z.object({
      dispositivo_id: Id,
      nombre: z.string(),
      kwh: z.number().nullable(),
      incompleto: z.boolean(),
      /** As of a day of GET /dispositivos/{id}/energia/dias. */
      reinicio: z.boolean().default(false),
      lectura_omitida: z.boolean().default(false),
    }),
  ),
  /** `ts` = start of the quarter of an hour. */
  extremos: z.object({
    temperatura_max: Extreme,
    temperatura_min: Extreme,
    humedad_max: Extreme,
    humedad_min: Extreme,
  }),
});
export type StoredDay = z.infer<typeof StoredDay>;

/** Answer of GET /avisos/resumen: an empresa's day, for the page and the morning message. */
export const DailySummary = StoredDay.extend({
  empresa_id: Id,
  empresa: z.string(),
  dia: DateOutput,
  zona_horaria: z.string(),
  tarifa_kwh: z.number().nullable(),
  energia: z.array(
    StoredDay.shape.energia.element.extend({
      /** By the tariffs of its hours; null = they, or kwh, are unknown. */
      costo: z.number().nullable(),
    }),
  ),
  /** Alarms that were active at some time of the day, oldest first. */
  incidentes: z.array(Aviso),
  /** Alarms that are open now. */
  abiertos: z.array(Aviso),
});
export type DailySummary = z.infer<typeof DailySummary>;
