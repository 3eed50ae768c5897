import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { AvisoVacio } from './empty-notice.js';

export const FALLO_DE_PARTE = 'No se pudo mostrar esta parte. Se intenta de nuevo sola.';

interface Props {
  /** CSS height of the notice that stands in its place. */
  alto: string;
  /** When one of them changes, what broke is drawn again. */
  claves: unknown[];
  children: ReactNode;
}

/** A part of a screen that may break without taking the screen with it: what stands around it is what people act upon. */
export function Resguardo({ alto, claves, children }: Props) {
  return (
    <ErrorBoundary
      fallback={<AvisoVacio alto={alto} texto={FALLO_DE_PARTE} error />}
      resetKeys={claves}
      onError={(error) => console.error(FALLO_DE_PARTE, error)}
    >
      {children}
    </ErrorBoundary>
  );
}
