import {
  pinExists,
  PlacaChip,
  PlacaImage,
  PlacaRefused,
  PlacaStuck,
  PlacaUpdate,
  PlacaWear,
  PUNTO_DRIVERS,
  PUNTO_N_MAX,
  PUNTOS_PLACA,
} from '@acequia/contracts';
import { z } from 'zod';
import { MAX_PROTECTIONS } from './control.js';
import { safeText } from './decoded.js';
import { Epoch, EpochSeconds, PinPlaca, PointLimit, Rev, Seconds, ShortId, UpToADay } from './fields.js';

/** None of these messages is on the hot path, so zod may decode them. Unknown keys are dropped: newer firmware may send more. */
const placaText = (max: number) => z.string().transform((text) => safeText(text, max));
/** Pins of a map; one that no ESP32 has is left out with what names it, and the rest of the map holds. */
const Pins = z.array(z.number().int());
const existing = (pins: number[]): number[] => pins.filter(pinExists);
const onExisting = <T extends { pin?: number | undefined }>(items: T[]): T[] =>
  items.filter(({ pin }) => pin === undefined || pinExists(pin));
const PinesPlaca = z
  .record(z.string().regex(/^(0|[1-9]\d?)$/), z.union([z.literal(0), z.literal(1)]))
  .refine((pins) => Object.keys(pins).every((pin) => pinExists(Number(pin))), 'La placa no tiene ese pin');
const Delay = z.number().int().min(0).max(600);
const Revs = z.object({ config: Rev.optional(), agenda: Rev.optional(), control: Rev.optional() });

/**
 * What a board may be able to do without the server. `handover`: it keeps a pump on from one valve of its agenda to the next. `points`:
 * it reads points of measurement. `volume`: it ends a run by what one of its counters grew. `protections`: it keeps the
 * protections of `control`. `point_rules`: its rules may follow a point. `reach`: it ends a run by what one of its points says.
 * `update`: it loads and tries an `update`.
 */
export const CAPABILITIES = [
  'agenda',
  'control',
  'handover',
  'points',
  'volume',
  'protections',
  'flow',
  'point_rules',
  'reach',
  'update',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** A protection that keeps its pins off, and since when, s since 1970; null = the board did not know the time. */
const Trip = z.object({
  id: ShortId,
  at: EpochSeconds.nullable(),
  /** Of `flow`, until the next boot: what passed, and what the open valves take; l/h. */
  lph: z.number().int().min(0).optional(),
  expected: z.number().int().min(0).optional(),
});

/** `status` (retained; `{"online":false}` is the last will). */
export const StatusMessage = z.object({
  online: z.boolean(),
  fw: placaText(32).optional(),
  model: placaText(32).optional(),
  /** dBm. */
  rssi: z.number().int().min(-150).max(0).optional().catch(undefined),
  /** Changes at each boot. */
  boot: placaText(32).optional(),
  /** Samples lost since that boot because the buffer was full. */
  lost: z.number().int().min(0).optional().catch(undefined),
  /** Outcomes of runs lost since that boot. */
  runs_lost: z.number().int().min(0).optional().catch(undefined),
  /** Version of our firmware's partition table; 1 or absent = one app slot, which no update reaches. */
  table: z.number().int().min(0).max(1_000).optional().catch(undefined),
  /** Messages whose present version is of an older installation than the one that the board had before. */
  older: z.array(placaText(16)).max(8).optional().catch(undefined),
  /** Names of capabilities; firmware may name some that the server does not know. */
  can: z.array(placaText(32)).max(32).optional().catch(undefined),
  /** The `epoch` and `rev` of each kind of retained message that the board last accepted. */
  revs: Revs.optional().catch(undefined),
  epochs: Revs.optional().catch(undefined),
  chip: PlacaChip.optional().catch(undefined),
  /** What its relays have lived; those that never went on are not in it. */
  wear: PlacaWear.optional().catch(undefined),
  /** Absent = none. */
  stuck: PlacaStuck.optional().catch(undefined),
  refused: PlacaRefused.optional().catch(undefined),
  image: PlacaImage.optional().catch(undefined),
  /** The update under way, or how the last one ended; absent = none yet. */
  update: PlacaUpdate.optional().catch(undefined),
  /** Absent = none. */
  tripped: z.array(Trip).max(MAX_PROTECTIONS).optional().catch(undefined),
});
export type StatusMessage = z.output<typeof StatusMessage>;

/** `command` (never retained). `max_s` = the board turns the pin off after that time; after `exp` (ms) the board refuses the command. */
export const CommandMessage = z.object({
  /** Printable ASCII: a board keeps it in 64 bytes. */
  id: z.string().regex(/^[!-~]{1,64}$/),
  pin: PinPlaca,
  on: z.boolean(),
  max_s: Seconds.optional(),
  exp: z.number().int().min(0),
});
export type CommandMessage = z.output<typeof CommandMessage>;

/** `result` of a command. */
export const ResultMessage = z.discriminatedUnion('ok', [
  z.object({ id: z.string().min(1).max(64), ok: z.literal(true), pins: PinesPlaca.default({}) }),
  z.object({ id: z.string().min(1).max(64), ok: z.literal(false), error: placaText(64).default('desconocido') }),
]);
export type ResultMessage = z.output<typeof ResultMessage>;

/**
 * What a board enforces on its relays by itself. `exclusive`: never two of `pins` on together. `requires`: `pin` (a pump) is on
 * only while one of `any` (its valves) is, and at the earliest `on_delay_s` after that valve came on; the last valve closes
 * `off_delay_s` after the pump went off. The last valve is the one at whose end the agenda opens no other of `any`. A command
 * that would break a rule is answered with the error `interlock`.
 */
export const InterlockMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exclusive'), pins: Pins.min(2).max(16).transform(existing) }),
  z.object({
    kind: z.literal('requires'),
    pin: z.number().int(),
    any: Pins.min(1).max(16).transform(existing),
    on_delay_s: Delay,
    off_delay_s: Delay,
  }),
]);
export type InterlockMessage = z.output<typeof InterlockMessage>;

/**
 * A point of measurement: the board tells `a` times what the sensor says plus `b`, with `dec` decimals, every `every_s`. For `pulsos` that
 * is a total since the point was made, which a restart keeps.
 */
export const PointMessage = z.object({
  n: z.number().int().min(1).max(PUNTO_N_MAX),
  /** A kind that the firmware does not know is this point's error. */
  kind: placaText(16),
  /** Absent: it hangs on a bus whose pins are the firmware's (I²C, RS-485). */
  pin: z.number().int().optional(),
  /** Of pulses: how long the contact has to be still; 0 = it does not bounce. */
  ms: z.number().int().optional(),
  /** On 1-Wire sixteen hexadecimal digits; on I²C or RS-485 a number. */
  addr: z.union([placaText(16), z.number().int()]).optional(),
  /** What of an SHT4x or a BME280 (`t`, `h`, `p`), or which input of an ADS1115. */
  ch: placaText(1).optional(),
  /** Of Modbus. */
  reg: z.number().int().optional(),
  fn: z.number().int().optional(),
  format: placaText(4).optional(),
  baud: z.number().int().optional(),
  parity: placaText(1).optional(),
  every_s: Seconds,
  a: z.number(),
  b: z.number(),
  dec: z.number().int().min(0).max(6),
});
export type PointMessage = z.output<typeof PointMessage>;
/** What our own firmware reads. */
export const POINT_KINDS = PUNTO_DRIVERS;

/** `config` (retained): the board's pin map. `rev` rises with each change within one epoch. */
export const ConfigMessage = z.object({
  epoch: Epoch.optional(),
  rev: Rev,
  /** `min_off_s`: shortest time off before the relay may go on again. Absent = 0. */
  relays: z
    .array(z.object({ pin: z.number().int(), max_s: Seconds, min_off_s: UpToADay.optional() }))
    .max(40)
    .transform(onExisting),
  sensors: z
    .array(z.object({ pin: z.number().int(), type: z.literal('dht22'), every_s: Seconds }))
    .max(40)
    .transform(onExisting),
  /** Absent = none; sent to a board that says `points`. */
  points: z.array(PointMessage).max(PUNTOS_PLACA).transform(onExisting).optional(),
  /** Absent = none. */
  interlocks: z
    .array(InterlockMessage)
    .max(16)
    .transform((locks) => locks.filter((lock) => lock.kind === 'exclusive' || pinExists(lock.pin)))
    .optional(),
  /** Pins under a lock-out: ON is answered with the error `locked`. Absent = none. */
  locked: Pins.max(40).transform(existing).optional(),
});
export type ConfigMessage = z.output<typeof ConfigMessage>;

/** Most runs of an agenda: the board keeps them in memory. */
export const MAX_RUNS = 128;

/** Largest volume of a run, litres. */
export const MAX_VOLUME_L = 10_000_000;

/**
 * One run of the agenda: `pin` goes on at `at` for `secs`, at most `late_s` late, or not at all. With `vol` it ends as soon as counter
 * `point`, in m³, has grown by so many litres, and after `secs` at the latest; after a cut of power it goes on. With `reach` it ends once
 * `point` has been at it or above for half a minute, in its unit, and after `secs` at the latest.
 */
export const AgendaRun = z
  .object({
    id: ShortId,
    pin: PinPlaca,
    /** s since 1970. */
    at: EpochSeconds,
    secs: Seconds,
    late_s: UpToADay,
    /** 1 = the run starts only while the board is connected. */
    link: z.union([z.literal(0), z.literal(1)]),
    /** Sent to a board that says `volume`. */
    vol: z.number().int().min(1).max(MAX_VOLUME_L).optional(),
    /** Sent to a board that says `reach`. */
    reach: PointLimit.optional(),
    /** Of exactly one of them. */
    point: z.number().int().min(1).max(PUNTO_N_MAX).optional(),
  })
  .refine(
    ({ vol, reach, point }) => [vol, reach].filter((one) => one !== undefined).length === (point === undefined ? 0 : 1),
    {
      path: ['point'],
      message: 'point va con vol o con reach',
    },
  );
export type AgendaRun = z.output<typeof AgendaRun>;

/** `agenda` (retained): what the board runs by its own clock. Nothing starts after `until`, s since 1970. */
export const AgendaMessage = z.object({
  epoch: Epoch,
  rev: Rev,
  until: EpochSeconds,
  runs: z
    .array(AgendaRun)
    .max(MAX_RUNS)
    .refine((runs) => new Set(runs.map(({ id }) => id)).size === runs.length, 'Hay un id repetido'),
});
export type AgendaMessage = z.output<typeof AgendaMessage>;

/**
 * How a run ended. `done`: after its seconds. `off`: by a person's command, or a new agenda without it. `limit`: the relay's
 * longest time on. `interlock` and `locked`: the pin was, or had to be, off for that reason. `late`: it could not start in
 * time. `power`: the board had no power. `clock`: the board did not know the time. `volume`: its counter has grown by its `vol`, or
 * that of the last valve of this pump has. `protection`: a protection kept the pin off. `reached`: like `volume`, of its `reach`.
 */
export const RUN_ENDS = [
  'done',
  'off',
  'limit',
  'interlock',
  'locked',
  'late',
  'power',
  'clock',
  'volume',
  'protection',
  'reached',
] as const;
export type RunEnd = (typeof RUN_ENDS)[number];

export const RunReport = z.object({
  id: ShortId,
  /** s since 1970; null = it never started. */
  started: EpochSeconds.nullable(),
  /** How long its pin was on; of a run that went on after a cut of power, with the cut. */
  secs: z
    .number()
    .int()
    .min(0)
    .max(7 * 86_400),
  end: z.union(RUN_ENDS.map((end) => z.literal(end))),
  /** Of a run with a `vol`: what its counter grew; null = unmeasured, its counter could not be read, was silent for too long or began anew. */
  litres: z.number().int().min(0).nullable().optional(),
});
export type RunReport = z.output<typeof RunReport>;
/** `runs`: outcomes of runs; the board keeps each until its PUBACK. */
export const RunsMessage = z.array(RunReport).min(1).max(MAX_RUNS);
export type RunsMessage = z.output<typeof RunsMessage>;

/** A sample as a board writes it (see decodeTelemetry for how it is read). */
export interface TelemetrySample {
  seq?: number;
  ts?: number;
  pins?: Record<string, 0 | 1>;
  sensors?: Record<string, { t?: number | null; h?: number | null }>;
  values?: Record<string, number | null>;
}
/** JSON of one sample or of several buffered ones. */
export const encodeTelemetry = (samples: TelemetrySample | TelemetrySample[]): string => JSON.stringify(samples);
