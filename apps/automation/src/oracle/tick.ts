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
  const rested: number[] = [];
  /** Open valves, per second. */
  const open: Set<string>[] = [];
  const all = teams(programa, percent, farm);
  let turn = -1;
  let running: Valve[] = [];
  let pauseUntil = 0;
  let names = new Set<string>();
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
      running = running.filter((valve) => valve.now > 0);
      if (running.length === 0) {
        pauseUntil = second + (programa.pausa_s ?? 0);
        rested[turn] = second + (programa.remojo?.pausa_s ?? 0);
        nextTurn();
      }
    }
    if (running.length === 0 && turn < all.length && second >= pauseUntil && second >= (rested[turn] ?? 0)) {
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
  for (const pump of farm.pumps) addPump(goes, pump, open);
  return goes;
};

/** A pump is on in a second when some valve of its own is open in all seconds from `lead` before it to `lag` after it. */
const addPump = (
  goes: Goes,
  { switch_id, valves, encendido_s, apagado_s }: Farm['pumps'][number],
  open: readonly Set<string>[],
): void => {
  if ([...goes.keys()].some((key) => key.startsWith(`s${switch_id}@`))) return;
  const watered = open.map((names) => [...valves].some((id) => names.has(`s${id}`)));
  // Lengths of the watered streaks that end, and that begin, at each second.
  const before: number[] = [];
  const after: number[] = [];
  watered.forEach((wet, second) => (before[second] = wet ? (before[second - 1] ?? 0) + 1 : 0));
  for (let second = watered.length - 1; second >= 0; second -= 1)
    after[second] = watered[second] ? (after[second + 1] ?? 0) + 1 : 0;
  let since = -1;
  for (let second = 0; second <= watered.length; second += 1) {
    const on = (before[second] ?? 0) > encendido_s && (after[second] ?? 0) > apagado_s;
    if (on && since < 0) since = second;
    if (!on && since >= 0) {
      goes.set(`s${switch_id}@${since}`, second - since);
      since = -1;
    }
  }
};
