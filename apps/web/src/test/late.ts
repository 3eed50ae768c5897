const SEED = process.env['LATE'];
const MOST_MS = 200;
const FRAME_MS = 150;

/** With `LATE=seed` answers come late, each route's by its own part of {@link MOST_MS}, in an order that the seed decides. */
export async function late(route: string): Promise<void> {
  if (SEED === undefined) return;
  const ms = [...(route + SEED)].reduce((hash, letter) => (hash * 33 + letter.charCodeAt(0)) % 1009, 7) % MOST_MS;
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** With `LATE=seed` the frames of the page are few, as on a busy machine. */
export function lateFrames(): void {
  if (SEED === undefined) return;
  const frames = {
    requestAnimationFrame: (then: FrameRequestCallback) => Number(setTimeout(() => then(performance.now()), FRAME_MS)),
    cancelAnimationFrame: (id: number) => clearTimeout(id),
  };
  Object.assign(window, frames);
  Object.assign(globalThis, frames);
}
