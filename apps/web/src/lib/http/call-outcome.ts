type Listener = (answered: boolean) => void;
const listeners = new Set<Listener>();

/** Told by the API client after every call: an answer below 500 is one, a refusal too; a timeout or a broken link is none. */
export function tellCallOutcome(answered: boolean): void {
  for (const listener of listeners) listener(answered);
}

export function onCallOutcome(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
