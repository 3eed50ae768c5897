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
