import { existePin } from '@acequia/contracts';
import { z } from 'zod';
import { parseJson, rechazo, textoSeguro, type Decoded } from './decoded.js';

/** None of these is on the hot path, so zod does the work. Unknown keys are dropped: newer firmware may say more. */
const textoDePlaca = (max: number) => z.string().transform((text) => textoSeguro(text, max));
const PinPlaca = z.number().int().refine(existePin, 'La placa no tiene ese pin');
const PinesPlaca = z
  .record(z.string().regex(/^(0|[1-9]\d?)$/), z.union([z.literal(0), z.literal(1)]))
  .refine((pins) => Object.keys(pins).every((pin) => existePin(Number(pin))), 'La placa no tiene ese pin');
const Segundos = z
  .number()
  .int()
  .min(1)
  .max(7 * 86_400);

const Retardo = z.number().int().min(0).max(600);

/** `status` (retained; `{"online":false}` is the last will). */
export const StatusMessage = z.object({
  online: z.boolean(),
  fw: textoDePlaca(32).optional(),
  model: textoDePlaca(32).optional(),
  /** dBm. */
  rssi: z.number().int().min(-150).max(0).optional().catch(undefined),
  /** Changes with each boot. */
  boot: textoDePlaca(32).optional(),
  /** Samples that found no room and were never told, since that boot. */
  lost: z.number().int().min(0).optional().catch(undefined),
});
export type StatusMessage = z.output<typeof StatusMessage>;

/** `command` (never retained). `max_s` = the board turns it off by itself after that; `exp` in ms: later, it refuses. */
export const CommandMessage = z.object({
  /** Printable ASCII: a board keeps it in 64 bytes. */
  id: z.string().regex(/^[!-~]{1,64}$/),
  pin: PinPlaca,
  on: z.boolean(),
  max_s: Segundos.optional(),
  exp: z.number().int().min(0),
});
export type CommandMessage = z.output<typeof CommandMessage>;

/** `result` of a command. */
export const ResultMessage = z.discriminatedUnion('ok', [
  z.object({ id: z.string().min(1).max(64), ok: z.literal(true), pins: PinesPlaca.default({}) }),
  z.object({ id: z.string().min(1).max(64), ok: z.literal(false), error: textoDePlaca(64).default('desconocido') }),
]);
export type ResultMessage = z.output<typeof ResultMessage>;

/**
 * What a board keeps by itself of its relays. `exclusive`: never two of `pins` on together. `requires`: `pin` (a pump) is on
 * only while one of `any` (its valves) is, `on_delay_s` after that came on at the earliest; the last valve is closed
 * `off_delay_s` after the pump is off. A command that would break one is answered with the error `interlock`.
 */
export const InterlockMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exclusive'), pins: z.array(PinPlaca).min(2).max(16) }),
  z.object({
    kind: z.literal('requires'),
    pin: PinPlaca,
    any: z.array(PinPlaca).min(1).max(16),
    on_delay_s: Retardo,
    off_delay_s: Retardo,
  }),
]);
export type InterlockMessage = z.output<typeof InterlockMessage>;

/** `config` (retained): the board's pin map. `rev` rises with each change. */
export const ConfigMessage = z.object({
  rev: z.number().int().min(0),
  relays: z.array(z.object({ pin: PinPlaca, max_s: Segundos })).max(40),
  sensors: z.array(z.object({ pin: PinPlaca, type: z.literal('dht22'), every_s: Segundos })).max(40),
  /** Absent = none. */
  interlocks: z.array(InterlockMessage).max(16).optional(),
});
export type ConfigMessage = z.output<typeof ConfigMessage>;

/** Small messages have no reason to be larger. */
const MAX_BYTES = 16 * 1024;

const decoder =
  <T>(schema: z.ZodType<T>) =>
  (payload: Buffer): Decoded<T> => {
    const json = parseJson(payload, MAX_BYTES);
    if (!json.ok) return json;
    const parsed = schema.safeParse(json.value);
    if (parsed.success) return { ok: true, value: parsed.data };
    const issue = parsed.error.issues[0];
    return { ok: false, ...rechazo('forma_invalida', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`) };
  };

/** Board → gateway. They never throw. */
export const decodeStatus = decoder(StatusMessage);
export const decodeResult = decoder(ResultMessage);
/** Gateway → board, as a board (or its simulator) reads them. They never throw. */
export const decodeCommand = decoder(CommandMessage);
export const decodeConfig = decoder(ConfigMessage);

const encoder =
  <T>(schema: z.ZodType<T>) =>
  (message: T): string =>
    JSON.stringify(schema.parse(message));

/** JSON of a message. @throws ZodError when it is not one: a fault of the program. */
export const encodeCommand = encoder(CommandMessage);
export const encodeConfig = encoder(ConfigMessage);
export const encodeStatus = encoder(StatusMessage);
export const encodeResult = encoder(ResultMessage);

/** What the broker publishes for a board that vanished. */
export const LAST_WILL = encodeStatus({ online: false });

/** A sample as a board writes it (see decodeTelemetry for how it is read). */
export interface TelemetrySample {
  seq?: number;
  ts?: number;
  pins?: Record<string, 0 | 1>;
  sensors?: Record<string, { t?: number | null; h?: number | null }>;
}
/** JSON of one sample or of several buffered ones. */
export const encodeTelemetry = (samples: TelemetrySample | TelemetrySample[]): string => JSON.stringify(samples);
