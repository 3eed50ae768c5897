import { yesNo } from '../lib/format/format.js';
import './yes-no-chip.css';

interface Props {
  value: 0 | 1 | boolean;
  /** Draws "Sí" as a warning, for fields where it is bad news (Suspendido). */
  bad?: boolean;
}

/** Sí or No, distinguished by the word and by the fill. Plain CSS for speed: a list has two chips per row. */
export const YesNoChip = ({ value, bad = false }: Props) => (
  <span className="si-no-chip" data-si={value ? '' : undefined} data-malo={bad ? '' : undefined}>
    {yesNo(value)}
  </span>
);
