import './yes-no-chip.css';

interface Props {
  value: 0 | 1 | boolean;
  /** A "Sí" that is bad news (Suspendido) is drawn as a warning. */
  bad?: boolean;
}

/** Sí or No, told by the word and by the fill. In plain CSS: a list holds two of them a row. */
export const YesNoChip = ({ value, bad = false }: Props) => (
  <span className="si-no-chip" data-si={value ? '' : undefined} data-malo={bad ? '' : undefined}>
    {value ? 'Sí' : 'No'}
  </span>
);
