import { z } from 'zod';
import { MotivoDePlaca } from './actualizacion.js';
import { FlagOutput, Id, Milliseconds, optional, texto, optionalText } from './common.js';
import { DIALECTOS } from './dialecto.js';
import { pinExists } from './esp32.js';
import { EstadoPin, EstadoSensor } from './estado.js';
import { PlacaImage, PlacaUpdate } from './placa-update.js';

/** The protocol of a board's firmware; it never changes for a board. */
export const DialectoPlaca = z.enum(DIALECTOS).default('acequia');

/** A board's message rate and its limits. A record is one value of a sensor or one report of its relays. */
export const PlacaConsumption = z.object({
  /** Records per second over the last minute. */
  ritmo: z.number().min(0),
  ritmo_max: z.number().min(0),
  /** Records since midnight UTC, and the daily limit for full speed. */
  hoy: z.number().int().min(0),
  hoy_max: z.number().int().min(0),
  /** Its samples are being delayed, because of its own share or its empresa's. */
  frenada: FlagOutput,
});
export type PlacaConsumption = z.infer<typeof PlacaConsumption>;

/** What the boards of a company have sent together. */
export const EmpresaConsumption = PlacaConsumption.pick({ hoy: true, hoy_max: true });
export type EmpresaConsumption = z.infer<typeof EmpresaConsumption>;

/** A board in the console's list. `id` is its number (the API's dispositivo_id), `placa_id` the internal key of its telemetry. */
export const Placa = z.object({
  id: Id,
  placa_id: Id,
  empresa_id: Id,
  nombre: z.string(),
  /** Place on the farm. */
  sitio: z.string().default(''),
  modelo: z.string(),
  dialecto: DialectoPlaca,
  revocada: FlagOutput,
  /** 1 once credentials were issued. */
  credencial_definida: FlagOutput,
  switches: z.number().int().min(0),
  online: FlagOutput,
  ultimo_visto: Milliseconds.nullable(),
  fw: z.string().nullable(),
  rssi: z.number().nullable(),
  /** The board's clock runs ahead of the server's: its samples are refused until the clock is set. */
  reloj_adelantado: FlagOutput,
  /** Its clock names times before all that is kept: refused in the same way. Absent = 0. */
  reloj_fuera: FlagOutput.optional(),
  /** Absent = device-gateway did not answer. */
  consumo: PlacaConsumption.nullish(),
});
export type Placa = z.infer<typeof Placa>;

/** Body of POST /placas: one board with a chosen number, or `cantidad` boards with the next free numbers. */
export const PlacasRegistrar = z
  .object({
    empresa_id: Id,
    id: optional(Id),
    cantidad: z.number().int().min(1).max(1_000).default(1),
    nombre: optionalText(120),
    sitio: texto(120).default(''),
    dialecto: DialectoPlaca,
  })
  .refine((body) => body.id === null || body.cantidad === 1, {
    message: 'Un número de placa es para una sola placa',
    path: ['cantidad'],
  });
export type PlacasRegistrar = z.infer<typeof PlacasRegistrar>;

/** Body of PUT /placas/{placa_id}; absent fields stay unchanged. */
export const PlacaSave = z.object({ nombre: texto(120).optional(), sitio: texto(120).optional() });
export type PlacaSave = z.infer<typeof PlacaSave>;

/** Issued once and never shown again: only its SHA-256 is stored. */
export const PlacaCredencial = z.object({
  id: Id,
  placa_id: Id,
  username: z.string(),
  password: z.string(),
  dialecto: DialectoPlaca,
});
export type PlacaCredencial = z.infer<typeof PlacaCredencial>;

/** How long a replaced credential still works if the board has not used the newer one: time to reach the board, ms. */
export const CREDENCIAL_ANTERIOR_MS = 86_400_000;
/** Most replaced credentials that are kept. */
export const PREVIOUS_CREDENTIALS = 3;
/** A replaced credential. `sha256` of the password, hex; `hasta`: its expiry, ms. */
export const CredencialAnterior = z.object({ sha256: z.string().length(64), hasta: Milliseconds });
export type CredencialAnterior = z.infer<typeof CredencialAnterior>;

/**
 * The boards' broker address: a full address, or a port on the host of the console's URL; both null = unknown. `broker_externo`
 * keeps one password per board: there a replaced credential stops working at once.
 */
export const PlacaDireccion = z.object({
  url: z.string().nullable(),
  puerto: z.number().int().nullable(),
  broker_externo: FlagOutput,
});
export type PlacaDireccion = z.infer<typeof PlacaDireccion>;

/** A board's connection as device-gateway knows it. */
export const PlacaConnection = z.object({
  placa_id: Id,
  online: FlagOutput,
  ultimo_visto: Milliseconds.nullable(),
  fw: z.string().nullable(),
  rssi: z.number().nullable(),
  reloj_adelantado: FlagOutput,
  reloj_fuera: FlagOutput.optional(),
  consumo: PlacaConsumption.nullish(),
});
export type PlacaConnection = z.infer<typeof PlacaConnection>;

export const DESCARTE_REASONS = [
  'json_invalido',
  'forma_invalida',
  'demasiado_grande',
  'demasiadas_muestras',
  'pin_inexistente',
  'punto_desconocido',
  'valor_fuera_de_rango',
  'reloj_adelantado',
  'fuera_de_retencion',
  'topico_desconocido',
] as const;
export const DescarteReason = z.enum(DESCARTE_REASONS);
export type DescarteReason = z.infer<typeof DescarteReason>;

/** A message that was acknowledged but not stored, with its reason (GET /placas/{placa_id}/descartes). */
export const Descarte = z.object({
  id: z.string(),
  placa_id: Id,
  motivo: DescarteReason,
  detalle: z.string(),
  topico: z.string(),
  /** First 512 characters of the payload. */
  contenido: z.string(),
  ts: Milliseconds,
});
export type Descarte = z.infer<typeof Descarte>;

/** The revision of a retained message that the server holds for a board, and the one the board last took; null = none. */
export const PlacaRevs = z.object({ enviada: z.number().int().nullable(), aceptada: z.number().int().nullable() });
export type PlacaRevs = z.infer<typeof PlacaRevs>;

/** Why a board's chip began anew; `brownout` = its supply was too low. */
export const RESETS = ['power', 'brownout', 'software', 'panic', 'watchdog', 'other'] as const;
/** Whence a board has its time: a server within a day, kept from before, or nowhere. */
export const CLOCKS = ['server', 'kept', 'none'] as const;

/** What a board with our firmware says of its chip, in the words of the wire; since its boot. */
export const PlacaChip = z.object({
  reset: z.enum(RESETS),
  clock: z.enum(CLOCKS),
  /** s since a time server answered; absent = not in this life, or it does not say. */
  clock_s: z.number().int().min(0).optional(),
  /** The least that was free of its heap, and of the stack of any task; bytes. */
  heap: z.number().int().min(0),
  stack: z.number().int().min(0),
  /** How often it joined its broker. */
  links: z.number().int().min(0),
  /** Samples that wait to be delivered. */
  waiting: z.number().int().min(0),
  /** The access point that it hears, as six bytes in hex; absent = none, or it is simulated. */
  bssid: z
    .string()
    .regex(/^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/)
    .optional(),
});
export type PlacaChip = z.infer<typeof PlacaChip>;

/** What a board's relays have lived, in the words of the wire: how often each went on, and for how long in all. */
export const PlacaWear = z
  .array(
    z.object({ pin: z.number().int().refine(pinExists), ops: z.number().int().min(0), on_s: z.number().int().min(0) }),
  )
  .max(40);
export type PlacaWear = z.infer<typeof PlacaWear>;

/** Relays' pins of a board whose wire is not as it was last told to be. */
export const PlacaStuck = z.array(z.number().int().refine(pinExists)).max(40);

/** Documents that a board did not take, and why: it cannot read it, or it is older than the one it has. */
export const PlacaRefused = z
  .array(z.object({ doc: z.enum(['config', 'agenda', 'control']), why: z.enum(['unreadable', 'older']) }))
  .max(3);
export type PlacaRefused = z.infer<typeof PlacaRefused>;

/** What a board with our firmware last said of its own health. */
export const PlacaSalud = z.object({
  /** Lost since its boot, because they were overwritten or its flash refused them. */
  muestras_perdidas: z.number().int().min(0),
  turnos_perdidos: z.number().int().min(0),
  /** 1 = it has room for one program only, so no update reaches it: it needs a cable once. */
  tabla: z.number().int().min(0),
  /** What it last took from an installation older than the one before it: `config`, `agenda`, `control`. */
  instalacion_anterior: z.array(z.string()),
  /** Absent = its firmware does not say. */
  chip: PlacaChip.optional(),
  /** Absent = its firmware does not say. */
  wear: PlacaWear.optional(),
  /** Absent = none. */
  stuck: PlacaStuck.optional(),
  refused: PlacaRefused.optional(),
  /** Its present life, and when its last ones began; the oldest first. */
  boot: z.string().optional(),
  arranques: z.array(Milliseconds).optional(),
  /** When it last said that it had lost more; absent = it never did. */
  perdido_ts: Milliseconds.optional(),
  /** The image that it runs; absent = its firmware does not say. */
  imagen: PlacaImage.optional(),
  /** Its update under way, or how the last one ended, and since when it says so. */
  actualizacion: PlacaUpdate.extend({ ts: Milliseconds }).optional(),
});
export type PlacaSalud = z.infer<typeof PlacaSalud>;

/** A board whose health may be bad, or whose last update failed: `actualizacion`, to which version and why. */
export const PlacaConFallas = z.object({
  placa_id: Id,
  salud: PlacaSalud.nullable(),
  actualizacion: z.object({ version: z.string(), motivo: MotivoDePlaca }).optional(),
});
export type PlacaConFallas = z.infer<typeof PlacaConFallas>;

/** What one board has reported (GET /placas/{placa_id}/detalle). */
export const PlacaDetalle = z.object({
  placa_id: Id,
  online: FlagOutput,
  /** Time of its last message; null = it never sent one. */
  ts: Milliseconds.nullable(),
  pines: z.array(EstadoPin),
  sensores: z.array(EstadoSensor),
  /** When it connected and disconnected, newest first. */
  enlaces: z.array(z.object({ online: FlagOutput, ts: Milliseconds })),
  /** Absent for firmware that takes no such message. */
  config: PlacaRevs.optional(),
  agenda: PlacaRevs.optional(),
  control: PlacaRevs.optional(),
  /** null = it has not said; absent for other firmware. */
  salud: PlacaSalud.nullable().optional(),
});
export type PlacaDetalle = z.infer<typeof PlacaDetalle>;

/** Of a board and a time: how often its link ended, seconds without one, and seconds of which that is known. */
export const SinEnlace = z.object({
  placa_id: Id,
  cortes: z.number().int().min(0),
  sin_enlace_s: z.number().int().min(0),
  sabido_s: z.number().int().min(0),
});
export type SinEnlace = z.infer<typeof SinEnlace>;
