import type { ReactNode } from 'react';
import './row-button.css';

/** The look of a link that stands beside such buttons. */
export const ROW_BUTTON = 'boton-de-fila';

interface Props {
  /** What it does, and to which row. */
  label: string;
  onClick: () => void;
  /** An icon. */
  children: ReactNode;
}

/** A button in a list's row, drawn as its icon. Plain CSS for speed: a list has two per row. */
export const RowButton = ({ label, onClick, children }: Props) => (
  <button type="button" className={ROW_BUTTON} aria-label={label} onClick={onClick}>
    {children}
  </button>
);
