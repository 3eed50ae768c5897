import { waitUntil } from '@acequia/local';
import { setTimeout as sleep } from 'node:timers/promises';

/** Polling interval of {@link until}, ms. */
const LOOK_MS = 20;

/**
 * Retries until the check stops throwing; throws its last error after `withinMs`. For conditions that become true, never to
 * measure speed.
 */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 180_000): Promise<T> {
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

/** Polls until the condition holds. Its limit is below a test's, so that the error names the condition that never held. */
export async function until(
  check: () => Promise<boolean> | boolean,
  what = 'the condition',
  withinMs = 200_000,
): Promise<void> {
  if (!(await waitUntil(async () => check(), withinMs, LOOK_MS))) throw new Error(`never happened: ${what}`);
}
