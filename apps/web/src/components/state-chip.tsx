import { texts } from './textos.js';
import './chips.css';

export type State = 0 | 1 | null;

/** What a chip, a CSV or a screen reader says of a state. */
export const stateWord = (estado: State) => texts.states[estado === null ? 'unknown' : estado === 1 ? 'on' : 'off'];

/**
 * ENCENDIDO (green), APAGADO (red) or SIN DATO. The word, a filled or hollow mark and the hue all tell the state, so that it does not
 * depend on colour alone. `old`: the state may be outdated; drawn hollow and dashed.
 */
export const StateChip = ({ estado, old = false }: { estado: State; old?: boolean }) => (
  <span className="estado-chip" data-estado={stateWord(estado)} data-viejo={old || undefined}>
    {stateWord(estado)}
  </span>
);
