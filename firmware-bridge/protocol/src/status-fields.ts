import type { StatusMessage } from './messages.js';

/** Every number that a board with our firmware says of itself, by its path: `status.chip.heap`, `status.wear.26.ops`, `status.wear.26.on_h`. */
export const fieldsOfStatus = ({
  rssi,
  lost,
  runs_lost,
  chip,
  wear = [],
  stuck = [],
}: StatusMessage): ReadonlyMap<string, number> => {
  const { clock_s, heap, stack, links, waiting } = chip ?? {};
  const chipSays = { clock_s, heap, stack, links, waiting };
  const said: [string, number | undefined][] = [
    ...Object.entries({ rssi, lost, runs_lost, stuck: chip && stuck.length }),
    ...Object.entries(chipSays).map(([key, value]): [string, number | undefined] => [`chip.${key}`, value]),
    ...wear.flatMap(({ pin, ops, on_s }): [string, number][] => [
      [`wear.${pin}.ops`, ops],
      [`wear.${pin}.on_h`, on_s / 3_600],
    ]),
  ];
  return new Map(said.flatMap(([key, value]) => (value === undefined ? [] : [[`status.${key}`, value]])));
};
