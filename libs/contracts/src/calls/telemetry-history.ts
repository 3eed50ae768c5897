import { z } from 'zod';
import { Id } from '../common.js';
import { EnergiaDia, SerieEnergia } from '../energia.js';
import { UltimoGuardado } from '../estado.js';
import { EncendidoDia, EventoHistorial, PUNTOS_MAXIMO, PosicionEvento, PuntoHistorial } from '../historial.js';
import { RangoDeSerie, SerieSensores } from '../serie.js';
import { type CallDefinition, Salud } from './call.js';

export const telemetryHistory = {
  'telemetry-history.salud': { servicio: 'telemetry-history', ...Salud },
  'historial.puntos': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ switch_id: Id, limit: z.number().int().min(1).max(PUNTOS_MAXIMO) }),
    response: z.array(PuntoHistorial),
    timeout_ms: 12_000,
  },
  'historial.eventos': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({
      usuario_id: Id,
      desde: z.string().optional(),
      hasta: z.string().optional(),
      antes: PosicionEvento.optional(),
    }),
    response: z.array(EventoHistorial),
    timeout_ms: 12_000,
  },
  'historial.encendido': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ switch_id: Id, desde: z.string().optional(), hasta: z.string().optional() }),
    response: z.array(EncendidoDia),
    timeout_ms: 12_000,
  },
  'historial.serie': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: RangoDeSerie.extend({ switch_id: Id }),
    response: SerieSensores,
    timeout_ms: 12_000,
  },
  'energia.serie': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: RangoDeSerie.extend({ dispositivo_id: Id }),
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
  /** For device-gateway: newest stored samples, to rebuild a lost last-known state. */
  'telemetria.ultimos': {
    servicio: 'telemetry-history',
    kind: 'read',
    request: z.object({ placas: z.array(Id).max(5_000) }),
    response: z.array(UltimoGuardado),
  },
} as const satisfies Record<string, CallDefinition>;
