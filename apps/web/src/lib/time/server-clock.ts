/**
 * The server's clock as seen from the browser. Ages are told against it: a phone whose clock is ten minutes off
 * must not call a fresh reading stale, nor a stale one fresh.
 */
let offsetMs = 0;

/** An answer that took longer says too little about the present: a phone that slept meanwhile may read it an hour later. ms */
const VIAJE_MAXIMO_MS = 10_000;

/**
 * Takes the `Date` header of an answer. It has whole seconds, so smaller differences are left alone.
 * @param enviada when its question left, ms by this browser's own clock
 */
export function ajustarReloj(dateHeader: string | null, enviada: number): void {
  if (!dateHeader) return;
  const server = Date.parse(dateHeader);
  const viaje = Date.now() - enviada;
  if (Number.isNaN(server) || viaje < 0 || viaje > VIAJE_MAXIMO_MS) return;
  const difference = server + 500 - Date.now();
  offsetMs = Math.abs(difference) < 2_000 ? 0 : difference;
}

export const ahora = (): number => Date.now() + offsetMs;
