type Listener = (answered: boolean) => void;
const listeners = new Set<Listener>();

/**
 * The API client reports each call here: `answered` for any status below 500, refusals too; not for a timeout or a broken connection. A slow
 * call is also reported as not answered while it waits.
 */
export function tellCallOutcome(answered: boolean): void {
  for (const listener of listeners) listener(answered);
}

export function onCallOutcome(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
