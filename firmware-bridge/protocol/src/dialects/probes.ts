import { pinExists } from '@acequia/contracts';

/** The number that each sensor of a board first had, by what identifies it; null = the board's own, which measures no field. */
export type Probes = ReadonlyMap<string, number | null>;

export interface Sighting<T> {
  /** What identifies the sensor, whatever number its firmware gives it today. */
  key: string;
  /** As its firmware calls it. */
  name: string;
  /** The number in its name; null = its name holds an address instead. */
  wanted: number | null;
  /** The key is the sensor's own, not its place in a list: another number does not make it another sensor. */
  own: boolean;
  values: T;
}

export interface Numbered<T> {
  numbers: Map<number, Sighting<T>>;
  /** Sensors seen for the first time. */
  learned: Map<string, number>;
  /** Sensors whose names want one number; none of them gets it. */
  clashing: Sighting<T>[][];
  /** Sensors for which no number is left. */
  left: Sighting<T>[];
}

const LAST_PIN = 39;

/**
 * Gives each sensor of one message its number: the one that it first had, else the one in its name, else, where another has that, the
 * first free one. So a sensor that is lost or added never moves another.
 */
export const numbered = <T>(seen: readonly Sighting<T>[], known: Probes): Numbered<T> => {
  const result: Numbered<T> = { numbers: new Map(), learned: new Map(), clashing: [], left: [] };
  const taken = new Set([...known.values()].filter((number) => number !== null));
  const give = (number: number, sighting: Sighting<T>): void => {
    if (!known.has(sighting.key)) result.learned.set(sighting.key, number);
    taken.add(number);
    result.numbers.set(number, sighting);
  };
  const fresh: Sighting<T>[] = [];
  for (const sighting of seen) {
    const number = known.get(sighting.key);
    if (number === undefined) fresh.push(sighting);
    else if (number !== null) give(number, sighting);
  }
  const later: Sighting<T>[] = [];
  for (const wanted of new Set(fresh.map((one) => one.wanted))) {
    const same = fresh.filter((one) => one.wanted === wanted);
    const [first] = same as [Sighting<T>];
    if (wanted === null) later.push(...same);
    else if (same.length > 1) result.clashing.push(same);
    else if (!taken.has(wanted)) give(wanted, first);
    else {
      const holder = result.numbers.get(wanted);
      // A number whose sensor is away stays with it, and whoever replaces it gets another.
      if (first.own || !holder) later.push(first);
      else result.clashing.push([holder, first]);
    }
  }
  for (const sighting of later) {
    let free = 1;
    while (free <= LAST_PIN && (taken.has(free) || !pinExists(free))) free++;
    if (free <= LAST_PIN) give(free, sighting);
    else result.left.push(sighting);
  }
  return result;
};
