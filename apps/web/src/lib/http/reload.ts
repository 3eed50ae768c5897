import { serverIsThere } from './health.js';

const REVISION_MS = 5_000;
/** What a page stays at least, ms: one that breaks each time must not spin. */
const STAY_MS = 60_000;

/**
 * Loads the page again once the server gives it: a board on a wall has nobody who would press the button.
 * @returns stops it.
 */
export function reloadWhenPossible(): () => void {
  const look = async () => {
    // Time since this page was loaded.
    if (performance.now() >= STAY_MS && (await serverIsThere())) window.location.reload();
  };
  const timer = setInterval(() => void look(), REVISION_MS);
  return () => clearInterval(timer);
}
