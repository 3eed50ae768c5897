import { z } from 'zod';
import { DIALECTOS_WITH_UPDATES, type DialectoWithUpdates } from './actualizacion-limites.js';
import { FlagOutput, Id, Milliseconds, optional, requiredText } from './common.js';
import { UPDATE_PHASES, UPDATE_WHYS } from './placa-update.js';

const PLACAS_MAX = 5_000;
/** Source: Tasmota documentation, Commands, "OtaUrl". */
const TASMOTA_URL = 100;

/** Printable ASCII without what separates commands of a Tasmota or ends a text in JSON. */
const Direccion = z
  .string()
  .trim()
  .max(200, 'Máximo 200 caracteres')
  .regex(
    /^https?:\/\/[^\s/;"\\]+[!#-:<-[\]-~]*$/,
    'Escribe una dirección que empiece con http:// o https://, sin espacios',
  );
const Origen = Direccion.regex(/^https?:\/\/[^/?#]+\/?$/, 'Escribe solo el servidor, por ejemplo http://10.0.0.5:8080')
  .overwrite((text) => text.replace(/\/$/, ''))
  .meta({ example: 'http://10.0.0.5:8080' });

/**
 * What is installed. `imagen`: one that is stored here, for boards with our firmware; `direccion` = where they reach this server. `url`: a
 * file elsewhere, and the version that must then run. `estable`: the newest that a Shelly's maker has published.
 */
export const Firmware = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('imagen'), imagen_id: Id, direccion: Origen }),
  z.object({ tipo: z.literal('url'), url: Direccion, version: requiredText(31) }),
  z.object({ tipo: z.literal('estable') }),
]);
export type Firmware = z.infer<typeof Firmware>;

const TAKES: Readonly<Record<DialectoWithUpdates, readonly Firmware['tipo'][]>> = {
  acequia: ['imagen'],
  tasmota: ['url'],
  shelly: ['url', 'estable'],
};
const firmwareFits = (dialecto: DialectoWithUpdates, tipo: Firmware['tipo']): boolean => TAKES[dialecto].includes(tipo);

/** Body of POST /actualizaciones: boards of one firmware, by a list, or all of a company, or of one of its sitios. */
export const ActualizacionSave = z
  .object({
    dialecto: z.enum(DIALECTOS_WITH_UPDATES),
    firmware: Firmware,
    placas: z.array(Id).min(1, 'Elige al menos una placa').max(PLACAS_MAX).optional(),
    empresa_id: optional(Id),
    sitio: optional(requiredText(120)),
  })
  .refine(({ dialecto, firmware }) => firmwareFits(dialecto, firmware.tipo), {
    message: 'Ese firmware no es para estas placas',
    path: ['firmware'],
  })
  .refine(
    ({ dialecto, firmware }) => dialecto !== 'tasmota' || firmware.tipo !== 'url' || firmware.url.length <= TASMOTA_URL,
    {
      message: `Un Tasmota guarda direcciones de hasta ${TASMOTA_URL} caracteres`,
      path: ['firmware', 'url'],
    },
  )
  .refine(({ placas, empresa_id }) => (placas === undefined) !== (empresa_id === null), {
    message: 'Di las placas o la empresa, no las dos cosas',
    path: ['placas'],
  })
  .refine(({ sitio, empresa_id }) => sitio === null || empresa_id !== null, {
    message: 'Di de qué empresa es el sitio',
    path: ['sitio'],
  })
  .meta({
    example: {
      dialecto: 'tasmota',
      firmware: { tipo: 'url', url: 'http://10.0.0.5/tasmota.bin.gz', version: '14.2.0' },
      placas: [7],
    },
  });
export type ActualizacionSave = z.infer<typeof ActualizacionSave>;

export const EstadoActualizacion = z.enum(['activa', 'pausada', 'detenida', 'terminada']);
export type EstadoActualizacion = z.infer<typeof EstadoActualizacion>;

/** Why it is paused. `fallas`: more boards than tolerated failed in this ola; `nadie`: no board of this ola could be updated. */
export const PausaDeActualizacion = z.enum(['persona', 'fallas', 'nadie']);
export type PausaDeActualizacion = z.infer<typeof PausaDeActualizacion>;

/** `lista`: it runs what it was to run; `omitida`: it was left as it was. */
export const EstadoEnActualizacion = z.enum(['espera', 'por_enviar', 'en_curso', 'lista', 'fallo', 'omitida']);
export type EstadoEnActualizacion = z.infer<typeof EstadoEnActualizacion>;

/** Why a board of the present ola is not begun. */
export const EsperaDePlaca = z.enum(['sin_conexion', 'relevador', 'turno', 'sin_estado', 'sin_turnos']);
export type EsperaDePlaca = z.infer<typeof EsperaDePlaca>;

/**
 * Why a board failed or was left: what it says itself, or `no_volvio`: nothing came from it in time; `version`: it runs another one than it
 * should; `plan`: its pin map, agenda or rules are not those it was sent; `rechazo`: its firmware refused or failed, see `detalle`; `no_libre`: it was never
 * free for a day; `no_sabe`: its firmware takes no updates; `eliminada`, `detenida`: the board or the whole ended.
 */
export const MotivoDePlaca = z.enum([
  ...UPDATE_WHYS,
  'no_volvio',
  'version',
  'plan',
  'rechazo',
  'no_libre',
  'no_sabe',
  'eliminada',
  'detenida',
]);
export type MotivoDePlaca = z.infer<typeof MotivoDePlaca>;

export const PlacaEnActualizacion = z.object({
  placa_id: Id,
  /** The board's number. */
  numero: Id,
  empresa_id: Id,
  ola: z.number().int().min(1),
  estado: EstadoEnActualizacion,
  espera: EsperaDePlaca.nullable(),
  /** As the board last told it. */
  fase: z.enum(UPDATE_PHASES).nullable(),
  /** Bytes that it has loaded; null = it does not say. */
  bytes: z.number().int().nullable(),
  motivo: MotivoDePlaca.nullable(),
  /** In the words of its firmware. */
  detalle: z.string().nullable(),
  antes: z.string().nullable(),
  despues: z.string().nullable(),
  /** When its estado last changed. */
  ts: Milliseconds,
});
export type PlacaEnActualizacion = z.infer<typeof PlacaEnActualizacion>;

/** A rollout: one firmware for chosen boards, ola by ola. */
export const Actualizacion = z.object({
  id: Id,
  dialecto: z.enum(DIALECTOS_WITH_UPDATES),
  firmware: Firmware,
  /** What the boards run when they are lista; '' = the newest of their maker. */
  version: z.string(),
  estado: EstadoActualizacion,
  pausa: PausaDeActualizacion.nullable(),
  /** The present one, from 1, and how many boards each has. */
  ola: z.number().int().min(1),
  olas: z.array(z.number().int().min(1)),
  listas: z.number().int().min(0),
  fallas: z.number().int().min(0),
  omitidas: z.number().int().min(0),
  creada_ts: Milliseconds,
  usuario_nombre: z.string(),
  fin_ts: Milliseconds.nullable(),
});
export type Actualizacion = z.infer<typeof Actualizacion>;

export const ActualizacionDetalle = Actualizacion.extend({ placas: z.array(PlacaEnActualizacion) });
export type ActualizacionDetalle = z.infer<typeof ActualizacionDetalle>;

/** `propio` 1 = boards with our firmware may be updated here (UPDATES_OWN_FIRMWARE). */
export const Actualizaciones = z.object({ propio: FlagOutput, actualizaciones: z.array(Actualizacion) });
export type Actualizaciones = z.infer<typeof Actualizaciones>;
