import { z } from 'zod';
import { EpisodesRequest, StoredDay, StoredEpisode } from '../aviso-pasado.js';
import { DateOutput, Id, Milliseconds } from '../common.js';
import { ENERGIA_MAX_CUTS, EnergiaDia, SerieEnergia } from '../energia.js';
import { LastStored } from '../estado.js';
import { EncendidoDia, HistorialEvent, MAX_POINTS, EventPosition, HistorialPoint } from '../historial.js';
import { Pulso, SensorDia } from '../muro.js';
import { MEDIDAS_MAX } from '../medida.js';
import { SeriePunto, SeriePuntoRequest } from '../punto-serie.js';
import { SeriesRange, SerieSensores } from '../series.js';
import { type CallDefinition, Salud } from './call.js';

export const telemetryHistory = {
  'telemetry-history.salud': { servicio: 'telemetry-history', ...Salud },
  'situacion.pulso': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ empresa_id: Id.optional() }),
    response: z.array(Pulso),
    timeout_ms: 12_000,
  },
  'situacion.sensores': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ empresa_id: Id }),
    response: z.array(SensorDia),
    timeout_ms: 12_000,
  },
  'historial.puntos': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ switch_id: Id, limit: z.number().int().min(1).max(MAX_POINTS) }),
    response: z.array(HistorialPoint),
    timeout_ms: 12_000,
  },
  'historial.eventos': {
    servicio: 'telemetry-history',
    kind: 'read',
    /** Without `usuario_id`: of `switch_id`. */
    request: z.object({
      usuario_id: Id.optional(),
      desde: z.string().optional(),
      hasta: z.string().optional(),
      antes: EventPosition.optional(),
      switch_id: Id.optional(),
    }),
    response: z.array(HistorialEvent),
    timeout_ms: 12_000,
  },
  'historial.encendido': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ switch_id: Id, desde: z.string().optional(), hasta: z.string().optional() }),
    response: z.array(EncendidoDia),
    timeout_ms: 12_000,
  },
  /** For automation: between two instants, ms, the seconds for which a switch was on, and those of which its state is known. */
  'historial.encendido_entre': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ switch_id: Id, desde: Milliseconds, hasta: Milliseconds }),
    response: z.object({ encendido_s: z.number().nonnegative(), sabido_s: z.number().nonnegative() }),
  },
  'historial.serie': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: SeriesRange.extend({ switch_id: Id }),
    response: SerieSensores,
    timeout_ms: 12_000,
  },
  'energia.serie': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: SeriesRange.extend({ dispositivo_id: Id }),
    response: SerieEnergia,
    timeout_ms: 12_000,
  },
  'energia.dias': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ dispositivo_id: Id, desde: z.string().optional(), hasta: z.string().optional() }),
    response: z.array(EnergiaDia),
    timeout_ms: 12_000,
  },
  /** For alerts: periods in which sensors were beyond a limit. */
  'historial.episodios': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: EpisodesRequest,
    response: z.array(StoredEpisode),
    timeout_ms: 12_000,
  },
  /** For alerts: an empresa's day, and the energy that these of its meters counted. */
  'historial.dia': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ empresa_id: Id, dia: DateOutput, dispositivos: z.array(Id).max(5_000) }),
    response: StoredDay,
    timeout_ms: 18_000,
  },
  /** For automation: energy that a meter counted between two instants, ms; null where its samples do not enclose both. */
  'energia.entre': {
    servicio: 'telemetry-history',
    kind: 'read',
    /** `cortes`: instants in between, ascending; `partes` of the answer are what lies between them, to five decimals. */
    request: z.object({
      dispositivo_id: Id,
      desde: Milliseconds,
      hasta: Milliseconds,
      cortes: z.array(Milliseconds).max(ENERGIA_MAX_CUTS).optional(),
    }),
    response: z.object({ kwh: z.number().nullable(), partes: z.array(z.number().nullable()).optional() }),
  },
  /** For alerts: kWh of a meter between each two of these instants, ms, which begin quarters of an hour, to five decimals; null = unknown. */
  'energia.tramos': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ dispositivo_id: Id, limites: z.array(Milliseconds).min(2).max(ENERGIA_MAX_CUTS) }),
    response: z.object({ kwh: z.array(z.number().nullable()) }),
    timeout_ms: 12_000,
  },
  /**
   * For alerts: the greatest demand of these meters together between each two of these instants, ms, which begin quarters of an hour: the sum
   * of their mean powers in the quarter that begins at `inicio`. null = no power was told.
   */
  'energia.demanda': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({
      dispositivos: z.array(Id).min(1).max(5_000),
      limites: z.array(Milliseconds).min(2).max(ENERGIA_MAX_CUTS),
    }),
    response: z.object({ picos: z.array(z.object({ inicio: Milliseconds, kw: z.number() }).nullable()) }),
    timeout_ms: 12_000,
  },
  /**
   * For automation: what a counter grew between two instants, ms, in its unit. `valor`: where it is taken to have grown evenly between two
   * of its values. `entre`: between the last value at or before `desde` and the first at or after `hasta`, whose times are `de` and `a`.
   * All null where its values do not enclose both instants, or it began anew in between.
   */
  'puntos.entre': {
    servicio: 'telemetry-history',
    kind: 'read',
    /** `hasta_ultimo`: up to the last value before `hasta`, which `a` then tells. */
    request: z.object({
      punto_id: Id,
      desde: Milliseconds,
      hasta: Milliseconds,
      hasta_ultimo: z.literal(true).optional(),
    }),
    response: z.object({
      valor: z.number().nullable(),
      entre: z.number().nullable(),
      de: Milliseconds.nullable(),
      a: Milliseconds.nullable(),
    }),
  },
  /** For device-gateway: what is stored of points at these times, as their magnitud keeps it; `i` = the place in the request. */
  'puntos.guardados': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ tiempos: z.array(z.tuple([Id, Milliseconds])).max(MEDIDAS_MAX) }),
    response: z.array(z.object({ i: z.number().int(), valor: z.number().nullable() })),
  },
  'puntos.serie': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: SeriePuntoRequest,
    response: SeriePunto,
    timeout_ms: 12_000,
  },
  /** For device-gateway: the newest stored samples, to rebuild a lost last-known state. */
  'telemetria.ultimos': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ placas: z.array(Id).max(5_000) }),
    response: z.array(LastStored),
  },
} as const satisfies Record<string, CallDefinition>;
