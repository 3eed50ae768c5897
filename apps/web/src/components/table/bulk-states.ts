import type { BulkAction } from './bulk-action.js';

interface ActionTexts {
  accion: string;
  /** The question for several rows. */
  several: (count: number) => string;
  severalDetail: string;
}

interface Options<T> {
  texts: { suspender: ActionTexts; reactivar: ActionTexts };
  active: (row: T) => boolean;
  suspender: (row: T) => Promise<unknown>;
  reactivar: (row: T) => Promise<unknown>;
  after: () => Promise<unknown>;
}

/** Suspends the active ones of several rows, and reactivates the others. */
export const bulkStates = <T>({ texts, active, suspender, reactivar, after }: Options<T>): BulkAction<T>[] => [
  {
    id: 'suspender',
    text: texts.suspender.accion,
    question: texts.suspender.several,
    detail: texts.suspender.severalDetail,
    fits: active,
    run: suspender,
    after,
  },
  {
    id: 'reactivar',
    text: texts.reactivar.accion,
    question: texts.reactivar.several,
    detail: texts.reactivar.severalDetail,
    fits: (row) => !active(row),
    run: reactivar,
    after,
  },
];

interface RenewTexts {
  accion: string;
  question: (count: number) => string;
  /** Label of the day. */
  day: string;
}

/** Sets one new expiry for several rows. `run`: saves a row with the day that was given. */
export const bulkRenew = <T>(
  { accion, question, day }: RenewTexts,
  run: (row: T, fecha_vencimiento: string) => Promise<unknown>,
  after: () => Promise<unknown>,
): BulkAction<T> => ({ id: 'renew', text: accion, question, value: { label: day }, run, after });
