import type { KeyboardEvent } from 'react';

const BY: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** For the keys of a row of links and buttons that is one stop of Tab: the arrows lead from one to the next, Home and End to the outermost. */
export function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button, summary')].filter(
    (one) => one.getClientRects().length > 0,
  );
  const at = all.findIndex((one) => one === document.activeElement);
  const by = BY[event.key];
  const next =
    event.key === 'Home' ? all[0] : event.key === 'End' ? all.at(-1) : by && all[(at + by + all.length) % all.length];
  if (at < 0 || !next || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  next.focus();
}
