import type { AgendaMessage, ConfigMessage, ControlMessage, Protection } from '@acequia/board-protocol';

const byPin = (items: readonly { pin: number }[], value: (item: never) => number): Record<string, number> =>
  Object.fromEntries(items.map((item) => [item.pin, value(item as never)]));
const sortedSet = (pins: readonly number[]): number[] => [...new Set(pins)].sort((a, b) => a - b);
/** A pin map as the firmware stores it. */
export const kept = ({ epoch = 0, rev, relays, sensors, interlocks = [], locked = [] }: ConfigMessage): unknown => ({
  epoch: epoch + 0,
  rev: rev + 0,
  min_off: Object.fromEntries(
    Object.entries(byPin(relays, ({ min_off_s = 0 }: { min_off_s?: number }) => min_off_s)).filter(([, s]) => s > 0),
  ),
  locked: sortedSet(locked),
  relays: byPin(relays, ({ max_s }: { max_s: number }) => max_s),
  sensors: byPin(sensors, ({ every_s }: { every_s: number }) => every_s),
  interlocks: interlocks.map((lock) =>
    lock.kind === 'exclusive'
      ? [-1, sortedSet(lock.pins), 0, 0]
      : [lock.pin, sortedSet(lock.any), lock.on_delay_s + 0, lock.off_delay_s + 0],
  ),
});

const millionths = (value: number): number => Math.round(value * 1e6) + 0;
/** An agenda as the firmware stores it. */
export const keptAgenda = ({ epoch, rev, until, runs }: AgendaMessage): unknown => [
  ...[epoch, rev + 0, until],
  runs.map(({ id, pin, at, secs, late_s, link, vol = 0, point = 0, reach }) => [
    id,
    pin,
    at,
    secs,
    late_s + 0,
    link,
    vol,
    point,
    reach === undefined ? null : millionths(reach),
  ]),
];
const SILENT = ['off', 'on', 'cycle'];
/** Kind of end, and its value in millionths or its seconds. */
const keptUntil = (until: Protection['until']): [number, number] => {
  if (until === 'person') return [2, 0];
  return 'value' in until ? [0, millionths(until.value)] : [1, until.s];
};
const keptFlow = (flow: Protection['flow']): unknown => {
  if (!flow) return [0, 0, 0, []];
  const { is, percent, base, valves } = flow;
  return [1 + ['burst', 'missing', 'leak'].indexOf(is), percent, base + 0, valves.map(({ pin, lph }) => [pin, lph])];
};
const keptProtection = (one: Protection): unknown => [
  ...[one.id, one.point, one.above === undefined ? 0 : 1, millionths(one.above ?? one.below ?? 0)],
  ...[one.for_s + 0, one.grace_s + 0, one.with_pin ?? -1, sortedSet(one.off), one.no_data === 'off' ? 1 : 0],
  ...[...keptUntil(one.until), (one.freed ?? 0) + 0, (one.bypass_until ?? 0) + 0, keptFlow(one.flow)],
];
/** Rules and protections as the firmware stores them. */
export const keptControl = ({ epoch, rev, rules, protections = [] }: ControlMessage): unknown => [
  ...[epoch, rev],
  rules.map((rule) => [
    ...[rule.id, rule.pin, rule.sensor ?? -1, rule.value === 'h' ? 1 : 0, rule.on_above === undefined ? 0 : 1],
    ...[rule.on_above ?? rule.on_below ?? NaN, rule.off_at].map(millionths),
    ...[rule.min_on_s, rule.min_off_s, rule.from ?? -1, rule.to ?? -1, SILENT.indexOf(rule.silent), rule.priority],
    rule.point ?? 0,
  ]),
  protections.map(keptProtection),
];
