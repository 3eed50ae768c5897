/**
 * The server's clock as seen from the browser. Ages are told against it: a phone whose clock is ten minutes off
 * must not call a fresh reading stale, nor a stale one fresh.
 */
let offsetMs = 0;

/** Takes the `Date` header of an answer. It has whole seconds, so smaller differences are left alone. */
export function ajustarReloj(dateHeader: string | null): void {
  if (!dateHeader) return;
  const server = Date.parse(dateHeader);
  if (Number.isNaN(server)) return;
  const difference = server + 500 - Date.now();
  offsetMs = Math.abs(difference) < 2_000 ? 0 : difference;
}

export const ahora = (): number => Date.now() + offsetMs;
