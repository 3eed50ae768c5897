import { texts } from './textos.js';

/** The ticks of a list's rows. */
export interface Ticks<T> {
  has: (row: T) => boolean;
  toggle: (row: T) => void;
  nameOf: (row: T) => string;
}

interface Props {
  checked: boolean;
  label: string;
  onChange: () => void;
}

/** A native box: a list draws many of them while it scrolls. */
export const Tick = ({ checked, label, onChange }: Props) => (
  <input type="checkbox" className="tick" checked={checked} aria-label={label} onChange={onChange} />
);

/** The tick of all rows, in the heading. */
export const TickAll = ({ checked, onChange }: Omit<Props, 'label'>) => (
  <Tick checked={checked} label={texts.chooseAll} onChange={onChange} />
);
