/** Whether the server answered the last call at all: what a screen says about its connection must not hang on the socket alone. */
type Oyente = (alcanzado: boolean) => void;
const oyentes = new Set<Oyente>();

/** Told by the API client after every call: any answer is one, a refusal too; a timeout and a broken link are none. */
export function avisarAlcance(alcanzado: boolean): void {
  for (const oyente of oyentes) oyente(alcanzado);
}

export function alCambiarAlcance(oyente: Oyente): () => void {
  oyentes.add(oyente);
  return () => void oyentes.delete(oyente);
}

/** Between two looks at whether a server that gave no answer gives one, and how long each may take, ms. */
export const MIRADA_MS = 5_000;

/** Whether the server gives at least the console itself: for who has nothing else to ask. Never fails. */
export const responde = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(MIRADA_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
