import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { EmptyNotice } from './empty-notice.js';

export const PART_FAILED = 'No se pudo mostrar esta parte. Se intenta de nuevo sola.';

interface Props {
  /** CSS height of the notice that stands in its place. */
  height: string;
  /** When one of them changes, what broke is drawn again. */
  keys: unknown[];
  children: ReactNode;
}

/** A part of a screen that may break without taking the screen with it: what stands around it is what people act upon. */
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
