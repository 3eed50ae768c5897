import type { Farm, ProgramaExpandible } from '../expansion/types.js';

interface Valve {
  name: string;
  left: number;
  /** Remaining seconds of the current go. */
  now: number;
}

/** Start and length of each go of each valve, `name@start` → seconds. */
export type Goes = Map<string, number>;

/** Steps that run together. */
const teams = ({ pasos, limite }: ProgramaExpandible, percent: number, farm: Farm): Valve[][] => {
  const all: Valve[][] = [];
  const flow = (valve: Valve): number => (valve.name[0] === 's' && farm.flows.get(Number(valve.name.slice(1)))) || 0;
  for (const paso of pasos) {
    const name = paso.dispositivo_id !== undefined ? `d${paso.dispositivo_id}` : `s${paso.switch_id}`;
    const valve = { name, left: Math.round((paso.duracion_s * percent) / 100), now: 0 };
    if (paso.junto_con_anterior !== 1) all.push([]);
    if (valve.left === 0) continue;
    const team = all[all.length - 1]!;
    const together = [...team, valve];
    const tooMany = limite?.valvulas !== undefined && together.length > limite.valvulas;
    const tooMuch =
      limite?.caudal_m3h !== undefined && together.reduce((sum, one) => sum + flow(one), 0) > limite.caudal_m3h;
    if (team.length > 0 && (tooMany || tooMuch)) all.push([valve]);
    else team.push(valve);
  }
  return all.filter((team) => team.length > 0);
};

/** Simulates the program second by second, like a person who opens and closes the valves by hand. */
export const liveThrough = (programa: ProgramaExpandible, percent: number, farm: Farm): Goes => {
  const goes: Goes = new Map();
  const closedAt = new Map<string, number>();
  /** Open valves, per second. */
  const open: Set<string>[] = [];
  const all = teams(programa, percent, farm);
  let turn = -1;
  let running: Valve[] = [];
  let pauseUntil = 0;
  let names = new Set<string>();
  /** Seconds at which a team opens. */
  const openings = new Set<number>();
  const driven = farm.pumps.filter(({ switch_id }) => !all.flat().some(({ name }) => name === `s${switch_id}`));
  const nextTurn = (): void => {
    const tired = all.every((team) => team.every(({ left }) => left === 0));
    if (tired) turn = all.length;
    else
      do turn = (turn + 1) % all.length;
      while (all[turn]!.every(({ left }) => left === 0));
  };
  nextTurn();
  for (let second = 0; turn < all.length || running.length > 0; second += 1) {
    if (running.length > 0) {
      for (const valve of running) if (valve.now === 0) closedAt.set(valve.name, second);
      running = running.filter((valve) => valve.now > 0);
      if (running.length === 0) {
        pauseUntil = second + (programa.pausa_s ?? 0);
        nextTurn();
      }
    }
    const waits = running.length === 0 && turn < all.length && second >= pauseUntil;
    const next = waits ? all[turn]!.filter(({ left }) => left > 0).map(({ name }) => name) : [];
    const soak = programa.remojo?.pausa_s ?? 0;
    const due = waits && next.every((name) => second - (closedAt.get(name) ?? -Infinity) >= soak);
    if (due && driven.every((pump) => mayStart(pump, next, second, open, farm))) {
      openings.add(second);
      for (const valve of all[turn]!) {
        valve.now = Math.min(valve.left, programa.remojo?.max_s ?? valve.left);
        if (valve.now === 0) continue;
        goes.set(`${valve.name}@${second}`, valve.now);
        running.push(valve);
      }
    }
    if (names.size !== running.length || running.some(({ name }) => !names.has(name)))
      names = new Set(running.map(({ name }) => name));
    open[second] = names;
    for (const valve of running) {
      valve.now -= 1;
      valve.left -= 1;
    }
  }
  for (const pump of driven) addPump(goes, pump, open, openings, farm);
  return goes;
};

type Pump = Farm['pumps'][number];
const wets = ({ valves }: Pump, names: Iterable<string> | undefined): boolean =>
  [...(names ?? [])].some((name) => name[0] === 's' && valves.has(Number(name.slice(1))));

/** Whether a pump that runs can go on when these valves open at this second, as others close. */
const goesOn = (pump: Pump, next: string[], second: number, open: readonly Set<string>[], farm: Farm): boolean => {
  if (pump.between === 'stopped' || !wets(pump, open[second - 1])) return false;
  const before = [1, 2, 3].flatMap((back) => [...(open[second - back] ?? [])]).filter((name) => wets(pump, [name]));
  const excluded = (name: string): boolean =>
    (farm.exclusions ?? []).some((group) =>
      before.some((other) => other !== name && [name, other].every((one) => group.has(Number(one.slice(1))))),
    );
  return next.some((name) => wets(pump, [name]) && !excluded(name));
};

/** Whether a pump that has to go on again for these valves has rested by then. */
const mayStart = (pump: Pump, next: string[], second: number, open: readonly Set<string>[], farm: Farm): boolean => {
  if (!wets(pump, next) || goesOn(pump, next, second, open, farm)) return true;
  let closed = second;
  while (closed > 0 && !wets(pump, open[closed - 1])) closed -= 1;
  return closed === 0 || second + pump.encendido_s - (closed - pump.apagado_s) >= (pump.rest_s ?? 0);
};

/** A pump is on from `lead` after its first valve opens to `lag` before its last one closes, and off for two seconds at least. */
const addPump = (
  goes: Goes,
  pump: Pump,
  open: readonly Set<string>[],
  openings: ReadonlySet<number>,
  farm: Farm,
): void => {
  let off = -Infinity;
  /** Seconds at which a stretch begins, and at which one valve follows another in it. */
  let marks: number[] = [];
  for (let second = 0; second <= open.length; second += 1) {
    const wet = wets(pump, open[second]);
    const isHandover = wet && marks.length > 0 && openings.has(second);
    if (isHandover && goesOn(pump, [...open[second]!], second, open, farm)) marks.push(second);
    else if (marks.length > 0 && (!wet || isHandover)) {
      const since = Math.max(marks[0]! + pump.encendido_s, off + 2);
      const until = second - pump.apagado_s;
      const within = pump.between === 'kept' ? marks.slice(1).filter((mark) => mark > since && mark < until) : [];
      if (since < until) {
        const times = [since, ...within, until];
        times.slice(1).forEach((time, n) => goes.set(`s${pump.switch_id}@${times[n]}`, time - times[n]!));
        off = until;
      }
      marks = [];
    }
    if (wet && marks.length === 0) marks = [second];
  }
};
