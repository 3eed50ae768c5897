import type { Previsto } from './plan.js';

/** Of a turn: its program and start. */
export const startOf = ({ programa_id, riego }: { programa_id: number; riego: number | string }): string =>
  `${programa_id}:${riego}`;

/** What the starts of programs that were changed while they run make, by {@link startOf}. */
export type Followed = ReadonlyMap<string, readonly Previsto[]>;

/** A plan with these starts as they go on from what has begun. `now` in ms. */
export const withFollowed = (plan: readonly Previsto[], followed: Followed, now: number): Previsto[] => [
  ...plan.filter((previsto) => !followed.has(startOf(previsto))),
  ...[...followed.values()].flat().filter(({ inicio }) => inicio > now),
];
