import { z } from 'zod';
import { FlagOutput, Id, Milliseconds, texto } from './common.js';
import { MEDIDA_REASONS } from './medida.js';

/** Most nodes of a company that are remembered, and most fields of one. */
export const LORAWAN_NODOS = 300;
export const LORAWAN_CAMPOS = 300;
/** Longest path of a field: as long as that of a point. */
export const LORAWAN_RUTA = 200;
/** Paths of what the message says beside its decoded object. */
export const LORAWAN_RADIO = { bateria: '@bateria', rssi: '@rssi', snr: '@snr' } as const;

/** The number of a node, as 16 hexadecimal digits; written with dashes or colons too. */
export const DevEui = z
  .string()
  .overwrite((text) => text.replace(/[-:\s]/g, '').toLowerCase())
  .regex(/^[0-9a-f]{16}$/, 'Son 16 dígitos hexadecimales');

const Instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'Debe ser una fecha ISO 8601');
const Count = z.number().int().min(0).max(4_294_967_295);

/**
 * An event of ChirpStack v4 (HTTP integration, JSON); `?event=` says which. Only what Acequia reads is named. What may be absent may be null:
 * programs between the two write it so (chirpstack/chirpstack, issue 349).
 * Source: integration.proto of chirpstack/chirpstack, https://www.chirpstack.io/docs/chirpstack/integrations/http.html
 */
export const ChirpstackEvento = z.looseObject({
  deduplicationId: z.string().max(100).nullish(),
  time: Instant.nullish(),
  deviceInfo: z.looseObject({ devEui: DevEui, deviceName: z.string().max(500).nullish() }).nullish(),
  /** Of every event of a node that has joined. */
  devAddr: z.unknown().optional(),
  fCnt: Count.nullish(),
  /** The frame's bytes. */
  data: z.string().nullish(),
  /** What the codec of the device profile made of the bytes. */
  object: z.unknown().optional(),
  /** `nsTime`: when the server got it from that gateway; since v4.6. */
  rxInfo: z
    .array(z.looseObject({ rssi: z.number().nullish(), snr: z.number().nullish(), nsTime: Instant.nullish() }))
    .nullish(),
  /** Of `status`, %. */
  batteryLevel: z.number().nullish(),
  batteryLevelUnavailable: z.boolean().nullish(),
  externalPowerSource: z.boolean().nullish(),
});
export type ChirpstackEvento = z.infer<typeof ChirpstackEvento>;

/**
 * A message of a webhook of The Things Stack v3; only one with `uplink_message` has values. Fields that are 0, false or empty are left out.
 * Source: https://www.thethingsindustries.com/docs/integrations/data-formats/
 */
export const TtsMensaje = z.looseObject({
  end_device_ids: z.looseObject({ device_id: z.string().max(500).nullish(), dev_eui: DevEui.nullish() }).nullish(),
  received_at: Instant.nullish(),
  uplink_message: z
    .looseObject({
      /** Of every uplink, unless the webhook filters its fields. */
      session_key_id: z.unknown().optional(),
      f_cnt: Count.nullish(),
      /** The frame's bytes. */
      frm_payload: z.string().nullish(),
      decoded_payload: z.unknown().optional(),
      rx_metadata: z.array(z.looseObject({ rssi: z.number().nullish(), snr: z.number().nullish() })).nullish(),
      received_at: Instant.nullish(),
      last_battery_percentage: z.looseObject({ value: z.number().nullish(), received_at: Instant.nullish() }).nullish(),
    })
    .nullish(),
  simulated: z.boolean().nullish(),
});
export type TtsMensaje = z.infer<typeof TtsMensaje>;

export const LORAWAN_SERVERS = ['chirpstack', 'tts'] as const;

/** A field of an uplink with its value; null = the node says that it has none. `ts` where it is not that of the message. */
export const CampoLorawan = z.object({
  ruta: z.string().max(LORAWAN_RUTA),
  valor: z.number().nullable(),
  ts: Milliseconds.optional(),
});
export type CampoLorawan = z.infer<typeof CampoLorawan>;

/** An uplink, whichever server sent it. */
export const UplinkLorawan = z.object({
  empresa_id: Id.optional(),
  servidor: z.enum(LORAWAN_SERVERS),
  dev_eui: DevEui,
  nombre: texto(120),
  /** The server's own name of it: the same once more is a repetition. */
  mensaje: z.string().max(200),
  ts: Milliseconds,
  /** null = it counts as none, like a report on the battery. */
  f_cnt: Count.nullable(),
  /** Somebody tries the webhook out: nothing is measured. */
  simulada: FlagOutput,
  campos: z.array(CampoLorawan).max(LORAWAN_CAMPOS + 3),
});
export type UplinkLorawan = z.infer<typeof UplinkLorawan>;

/** Why nothing of a message is stored. `evento`: of a kind that has no values. */
export const LORAWAN_IGNORES = ['evento', 'simulada', 'repetida'] as const;

/** What became of an uplink. */
export const LorawanGuardado = z.object({
  ignorado: z.enum(LORAWAN_IGNORES).nullable(),
  aceptadas: z.number().int(),
  repetidas: z.number().int(),
  rechazadas: z.array(
    z.object({ punto_id: z.number().int(), ruta: z.string(), motivo: z.enum(MEDIDA_REASONS), texto: z.string() }),
  ),
  /** Paths that no point of the company keeps. */
  sin_usar: z.array(z.string()),
});
export type LorawanGuardado = z.infer<typeof LorawanGuardado>;

/** The answer of the doors. */
export const LorawanResultado = LorawanGuardado.extend({
  /** Paths whose value is no number. */
  sin_numero: z.array(z.string()),
  /** Paths that a codec made of a frame without bytes. */
  sin_bytes: z.array(z.string()),
});
export type LorawanResultado = z.infer<typeof LorawanResultado>;

/** A node of which a company's servers have told. */
export const NodoLorawan = z.object({
  dev_eui: z.string(),
  nombre: z.string(),
  servidor: z.enum(LORAWAN_SERVERS),
  /** Time of its newest uplink, and that one's frame counter. */
  ts: Milliseconds,
  f_cnt: z.number().int().nullable(),
  /** Uplinks that came, that the frame counter says were sent and did not come, and that came again. */
  recibidos: z.number().int(),
  perdidos: z.number().int(),
  repetidos: z.number().int(),
  /** Every field that came lately. `rechazo`: why a point did not take the value. */
  campos: z.array(
    z.object({ ruta: z.string(), valor: z.number().nullable(), ts: Milliseconds, rechazo: z.string().nullable() }),
  ),
});
export type NodoLorawan = z.infer<typeof NodoLorawan>;
