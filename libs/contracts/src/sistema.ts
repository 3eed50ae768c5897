import { z } from 'zod';
import { SERVICES } from './caller.js';
import { Milliseconds, requiredText } from './common.js';

/** Version of this Acequia; equals the root package's. */
export const VERSION = '0.2.0';
/**
 * What services say to each other. Raise `speaks` with a change of a call or an event that the version before does not understand;
 * raise `understands` once the oldest version that may run beside this one speaks it.
 */
export const BUS_CONTRACT = { speaks: 3, understands: 1 } as const;

/** Redis hash (volatile): `<service>:<instance>` → the instance's report, as {@link Instancia}. */
export const INSTANCES_KEY = 'acequia:instancias';
/** How often an instance reports, ms. */
export const INSTANCE_TELLS_MS = 5_000;
/** An instance without a report for this long counts as gone, ms. */
export const INSTANCE_GONE_MS = 3 * INSTANCE_TELLS_MS;
/** Redis key (durable) with the last backup. */
export const LAST_BACKUP_KEY = 'acequia:respaldo';

const Servicio = z.enum(SERVICES);
const Disco = z.object({ ruta: z.string(), libre: z.number(), total: z.number() });

export const Instancia = z.object({
  servicio: Servicio,
  instancia: z.string(),
  version: z.string(),
  habla: z.number().int(),
  entiende: z.number().int(),
  /** When it started. */
  desde: Milliseconds,
  ts: Milliseconds,
  /** When the certificate of its door ends; null = it has none. */
  certificado_vence: Milliseconds.nullable(),
  /** When it began to hold; an instance of an earlier version does not tell. */
  certificado_desde: Milliseconds.nullable().optional(),
  discos: z.array(Disco),
});
export type Instancia = z.infer<typeof Instancia>;

/** Whether an instance and this version understand each other, by {@link BUS_CONTRACT}. */
export const isUnderstood = ({ habla, entiende }: Pick<Instancia, 'habla' | 'entiende'>): boolean =>
  habla >= BUS_CONTRACT.understands && BUS_CONTRACT.speaks >= entiende;

export const Respaldo = z.object({ ts: Milliseconds, bytes: z.number(), ms: z.number() });

/** What an operator has to act on. */
export const CONDICIONES = ['servicio', 'atraso', 'descartes', 'disco', 'respaldo', 'certificado'] as const;
export type Condicion = (typeof CONDICIONES)[number];

export const Descartado = z.object({
  /** `evento`: given up after its last attempt; `trabajo`: a job that failed permanently. */
  clase: z.enum(['evento', 'trabajo']),
  /** The producing service, or the queue. */
  cola: z.string(),
  /** Its id there. */
  entrada: z.string(),
  nombre: z.string(),
  /** The service that could not handle it. */
  servicio: z.string(),
  motivo: z.string(),
  ts: Milliseconds,
});
export type Descartado = z.infer<typeof Descartado>;

/** GET /estado */
export const EstadoSistema = z.object({
  ts: Milliseconds,
  instancias: z.array(Instancia),
  /** Services without an instance. */
  faltan: z.array(Servicio),
  /** Streams: entries not yet handled, by who handles them; of readings also when the oldest came (null = none waits, or not known). */
  atrasos: z.array(
    z.object({ cola: z.string(), servicio: Servicio, entradas: z.number().int(), desde: Milliseconds.nullable() }),
  ),
  trabajos: z.array(
    z.object({
      cola: z.string(),
      esperan: z.number().int(),
      activos: z.number().int(),
      aplazados: z.number().int(),
      fallidos: z.number().int(),
    }),
  ),
  /** The newest of each queue; `descartados_total` counts all. */
  descartados: z.array(Descartado),
  descartados_total: z.number().int(),
  discos: z.array(Disco),
  respaldo: Respaldo.nullable(),
  condiciones: z.array(z.object({ condicion: z.enum(CONDICIONES), grave: z.boolean(), texto: z.string() })),
});
export type EstadoSistema = z.infer<typeof EstadoSistema>;

/** Body of POST /estado/descartados/reintentar: one of {@link Descartado}. */
export const DescartadoReintentar = z.object({
  clase: z.enum(['evento', 'trabajo']),
  cola: requiredText(80),
  entrada: requiredText(200),
});
export type DescartadoReintentar = z.infer<typeof DescartadoReintentar>;
