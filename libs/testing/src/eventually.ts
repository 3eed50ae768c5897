import { setTimeout as sleep } from 'node:timers/promises';

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
