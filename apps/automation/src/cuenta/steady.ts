import type { Bus } from '@acequia/bus';
import { orGone, sistema } from '@acequia/contracts';
import type { DataSource, EntityManager } from 'typeorm';

/** A line takes this long to fill, and its first minute tells nothing, ms. */
export const FILL_MS = 180_000;
/** Values of a meter this far from the ends of the steady part, ms, would share it with other times. */
const NEAR_MS = 60_000;
const ME = sistema('automation');

/** m³ of a steady part; null = its meter was read too rarely. */
export const m3Between = async (bus: Bus, punto_id: number, desde: number, hasta: number): Promise<number | null> => {
  const { valor, de, a } = await bus.call('puntos.entre', { punto_id, desde, hasta }, ME);
  return de === null || a === null || desde - de > NEAR_MS || a - hasta > NEAR_MS ? null : valor;
};

/**
 * Learns from one run, by one of two instances. `seen` is SQL that notes that it was looked at, and changes no row when it was
 * before; `observe` answers null when there is nothing to learn.
 */
export const learnOnce = async <T>(
  db: DataSource,
  [seen, key]: readonly [seen: string, key: unknown[]],
  observe: () => Promise<T | null>,
  learn: (tx: EntityManager, observed: T) => Promise<unknown>,
): Promise<void> => {
  const observed = await orGone(observe());
  await db.transaction(async (tx) => {
    const [, first] = (await tx.query(seen, key)) as [unknown, number];
    if (first > 0 && observed !== null) await learn(tx, observed);
  });
};
