import { useCallback, useState, type Key } from 'react';

/** The rows a person has ticked. What leaves the list leaves the choice. */
export interface Selection<T> {
  chosen: readonly T[];
  has: (key: Key) => boolean;
  toggle: (key: Key) => void;
  /** Ticks these rows, or none when they are all ticked already. */
  toggleAll: (rows: readonly T[]) => void;
  clear: () => void;
}

export function useSelection<T>(rows: readonly T[] | undefined, keyOf: (row: T) => Key): Selection<T> {
  const [keys, setKeys] = useState<ReadonlySet<Key>>(new Set());
  const chosen = keys.size === 0 ? [] : (rows ?? []).filter((row) => keys.has(keyOf(row)));
  const toggle = useCallback(
    (key: Key) =>
      setKeys((before) => {
        const after = new Set(before);
        if (!after.delete(key)) after.add(key);
        return after;
      }),
    [],
  );
  return {
    chosen,
    has: (key) => keys.has(key),
    toggle,
    toggleAll: (all) =>
      setKeys((before) => (all.every((row) => before.has(keyOf(row))) ? new Set() : new Set(all.map(keyOf)))),
    clear: () => setKeys(new Set()),
  };
}
