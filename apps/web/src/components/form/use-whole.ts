import { useState } from 'react';
import type { Failure } from './failure.js';
import { HALF_WRITTEN } from './textos.js';

interface Whole {
  /** What the last check found; null = nothing. */
  half: Failure | null;
  /** False when a field of the form is half written: tells which, and takes the focus there. */
  check: (form: HTMLFormElement) => boolean;
}

/** A browser gives a date, hour or number that is half written as empty, and empty would be saved as "none" or "now". */
export function useWhole(): Whole {
  const [half, setHalf] = useState<Failure | null>(null);
  const check = (form: HTMLFormElement): boolean => {
    const found = [...form.elements].find(
      (each): each is HTMLInputElement =>
        each instanceof HTMLInputElement && (each.validity.badInput || each.validity.customError),
    );
    const label = found?.labels?.[0]?.textContent?.replace('*', '').trim();
    setHalf(found ? { text: HALF_WRITTEN(label ?? '') } : null);
    // A field in a folded section takes no focus.
    found?.closest('details')?.setAttribute('open', '');
    found?.focus();
    return !found;
  };
  return { half, check };
}
