import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { EmptyNotice } from './empty-notice.js';
import { texts } from './textos.js';

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
      fallback={<EmptyNotice height={height} text={texts.partFailed} error />}
      resetKeys={keys}
      onError={(error) => console.error(texts.partFailed, error)}
    >
      {children}
    </ErrorBoundary>
  );
}
