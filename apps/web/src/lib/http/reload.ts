import { serverIsThere } from './health.js';

const LOOK_MS = 5_000;
/** Shortest time between two reloads, ms: a page that always breaks must not reload in a loop. */
const STAY_MS = 60_000;

/**
 * Reloads the page once the server answers, because no person stands at a wall display to press a button.
 * @returns a function that stops the attempts
 */
export function reloadWhenPossible(): () => void {
  const look = async () => {
    // performance.now() counts from the load of this page.
    if (performance.now() >= STAY_MS && (await serverIsThere())) window.location.reload();
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => clearInterval(timer);
}
