/** Between two looks at whether the server answers, and what a page stays at least: one that breaks each time must not spin. ms */
const MIRADA_MS = 5_000;
const ESTANCIA_MS = 60_000;

/**
 * Loads the page again once the server gives it: a board on a wall has nobody who would press the button.
 * @returns stops it.
 */
export function recargarCuandoSePueda(): () => void {
  const reloj = setInterval(() => {
    // Time since this page was loaded.
    if (performance.now() < ESTANCIA_MS) return;
    fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok && window.location.reload(),
      () => undefined,
    );
  }, MIRADA_MS);
  return () => clearInterval(reloj);
}
