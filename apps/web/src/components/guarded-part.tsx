import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { EmptyNotice } from './empty-notice.js';

export const PART_FAILED = 'No se pudo mostrar esta parte. Se intenta de nuevo sola.';

interface Props {
  /** CSS height of the error notice. */
  height: string;
  /** A change of any key renders the children again after an error. */
  keys: unknown[];
  children: ReactNode;
}

/** Catches errors of a part of a screen, so that the rest of the screen stays usable. */
export function GuardedPart({ height, keys, children }: Props) {
  return (
    <ErrorBoundary
      fallback={<EmptyNotice height={height} text={PART_FAILED} error />}
      resetKeys={keys}
      onError={(error) => console.error(PART_FAILED, error)}
    >
      {children}
    </ErrorBoundary>
  );
}
