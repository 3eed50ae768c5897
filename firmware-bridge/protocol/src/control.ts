import { PUNTO_N_MAX } from '@acequia/contracts';
import { z } from 'zod';
import { Epoch, EpochSeconds, PinPlaca, PointLimit, Rev, Seconds, ShortId, UpToADay } from './fields.js';

/** A value of a sensor: °C or % RH. */
const isOfSensor = (value = 0): boolean => value >= -100 && value <= 150 && Number(value.toFixed(2)) === value;
/** Seconds of the day in UTC. */
const TimeOfDay = z.number().int().min(0).max(86_399);

/**
 * A rule: `pin` goes on above `on_above` (or below `on_below`) and off at `off_at`. It follows `value` of a `sensor`, or a `point`, and
 * applies from `from` to `to`, both or neither; `from` after `to` spans midnight. `silent`: what to do when what it follows gives no
 * value. Of the rules of a pin that apply now the one with the largest `priority` decides; among equals, the first.
 */
export const ControlRule = z
  .object({
    id: ShortId,
    pin: PinPlaca,
    sensor: PinPlaca.optional(),
    value: z.union([z.literal('t'), z.literal('h')]).optional(),
    /** Sent to a board that says `point_rules`. */
    point: z.number().int().min(1).max(PUNTO_N_MAX).optional(),
    on_above: PointLimit.optional(),
    on_below: PointLimit.optional(),
    off_at: PointLimit,
    min_on_s: UpToADay,
    min_off_s: UpToADay.min(1),
    from: TimeOfDay.optional(),
    to: TimeOfDay.optional(),
    silent: z.union([z.literal('off'), z.literal('on'), z.literal('cycle')]),
    priority: z.number().int().min(0).max(1_000),
  })
  .refine(({ sensor, value, point }) => [sensor, value].every((one) => (one === undefined) !== (point === undefined)), {
    path: ['point'],
    message: 'Un punto, o un sensor y su valor',
  })
  .refine(
    ({ point, on_above, on_below, off_at }) => point !== undefined || [on_above, on_below, off_at].every(isOfSensor),
    { path: ['off_at'], message: 'De un sensor van de -100 a 150, con dos decimales' },
  )
  .refine(({ on_above, on_below }) => (on_above === undefined) !== (on_below === undefined), {
    path: ['on_above'],
    message: 'Exactamente uno de on_above y on_below',
  })
  .refine(({ on_above, on_below, off_at }) => off_at <= (on_above ?? off_at) && off_at >= (on_below ?? off_at), {
    path: ['off_at'],
    message: 'off_at queda del otro lado del umbral',
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    message: 'from y to van juntos',
  })
  .refine(({ silent, min_on_s }) => silent !== 'cycle' || min_on_s > 0, {
    path: ['min_on_s'],
    message: 'Un ciclo necesita su tiempo encendido',
  });
export type ControlRule = z.output<typeof ControlRule>;

/** Most rules of a board. */
export const MAX_RULES = 32;

const UpToAnHour = z.number().int().min(0).max(3_600);

/** l/h. */
const MAX_FLOW = 10_000_000;
/** Most valves behind a meter. */
export const MAX_FLOW_VALVES = 16;

/**
 * A wrong flow at a counter of water. `burst`: more than `percent` of what the open valves take; `missing`: less; `leak`: more than `base` with all of
 * them shut. Nothing is judged until no valve moved for `grace_s`.
 */
export const Flow = z
  .object({
    is: z.union([z.literal('burst'), z.literal('missing'), z.literal('leak')]),
    percent: z.number().int().min(1).max(1_000),
    /** l/h that are right besides those of the open valves. */
    base: z.number().int().min(0).max(MAX_FLOW),
    valves: z
      .array(z.object({ pin: PinPlaca, lph: z.number().int().min(1).max(MAX_FLOW) }))
      .min(1)
      .max(MAX_FLOW_VALVES)
      .refine((list) => new Set(list.map(({ pin }) => pin)).size === list.length, 'Hay un pin repetido'),
  })
  .refine(({ is, base }) => is !== 'leak' || base > 0, { path: ['base'], message: 'Una fuga pasa de algo' });
export type Flow = z.output<typeof Flow>;

/** Most protections of a board. */
export const MAX_PROTECTIONS = 16;

/**
 * A protection turns `off` off, and refuses their ON with the error `protection`, once `point` was beyond its limit for `for_s`. With
 * `with_pin` it watches only while that pin is on, and not in its first `grace_s`. `no_data`: whether a point without a value counts as
 * beyond. With `flow` the point is a counter, and `for_s` is how much of what the limit lets pass may be beyond it. It lets go by `until`: a value that came back, a time, or only a person. A person frees each by another `freed`.
 */
export const Protection = z
  .object({
    id: ShortId,
    point: z.number().int().min(1).max(PUNTO_N_MAX),
    above: PointLimit.optional(),
    below: PointLimit.optional(),
    /** Sent to a board that says `flow`. */
    flow: Flow.optional(),
    for_s: UpToAnHour,
    grace_s: UpToAnHour,
    with_pin: PinPlaca.optional(),
    off: z.array(PinPlaca).min(1).max(16),
    no_data: z.union([z.literal('off'), z.literal('go')]),
    until: z.union([z.object({ value: PointLimit }), z.object({ s: Seconds.min(60) }), z.literal('person')]),
    /** s since 1970: until then it does nothing. A board that does not know the time, or is more than 4 h before it, ignores it. */
    bypass_until: EpochSeconds.optional(),
    /** Absent = 0. */
    freed: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .optional(),
  })
  .refine((one) => [one.above, one.below, one.flow].filter((limit) => limit !== undefined).length === 1, {
    path: ['above'],
    message: 'Exactamente uno de above, below y flow',
  })
  .refine(({ flow, with_pin, until }) => !flow || (with_pin === undefined && (until === 'person' || 's' in until)), {
    path: ['flow'],
    message: 'Con flow no hay with_pin, y suelta por tiempo o una persona',
  })
  .refine(
    ({ above, below, until }) => {
      const back = typeof until === 'object' && 'value' in until ? until.value : null;
      return back === null || (back <= (above ?? back) && back >= (below ?? back));
    },
    { path: ['until'], message: 'until queda del otro lado del límite' },
  );
export type Protection = z.output<typeof Protection>;

/** `control` (retained): rules for switches that follow a sensor of the same board, and its protections. */
export const ControlMessage = z.object({
  epoch: Epoch,
  rev: Rev,
  rules: z.array(ControlRule).max(MAX_RULES),
  /** Absent = none; sent to a board that says `protections`. */
  protections: z
    .array(Protection)
    .max(MAX_PROTECTIONS)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'Hay un id repetido')
    .optional(),
});
export type ControlMessage = z.output<typeof ControlMessage>;
