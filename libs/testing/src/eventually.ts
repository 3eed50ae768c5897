import { waitUntil } from '@acequia/local';
import { setTimeout as sleep } from 'node:timers/promises';

/** Between two looks of {@link until}, ms. */
const LOOK_MS = 20;

/** Tries until the check returns without throwing; throws its last error after `withinMs`. For what becomes true, never for how fast. */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 90_000): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(100);
    }
  }
}

/** Looks again until the condition holds. Its limit is below that of a test, so that what never came true is said by name. */
export async function until(
  check: () => Promise<boolean> | boolean,
  what = 'the condition',
  withinMs = 200_000,
): Promise<void> {
  if (!(await waitUntil(async () => check(), withinMs, LOOK_MS))) throw new Error(`never happened: ${what}`);
}
