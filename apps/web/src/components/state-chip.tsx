import './chips.css';

export type State = 0 | 1 | null;

const wordOf = (estado: State) => (estado === null ? 'SIN DATO' : estado === 1 ? 'ENCENDIDO' : 'APAGADO');

/**
 * ENCENDIDO (green), APAGADO (red) or SIN DATO. The state is told three ways, so that no one depends on the colour:
 * the word, a filled or hollow mark, and the hue. `old` = the last word is old: drawn hollow and dashed.
 */
export const StateChip = ({ estado, old = false }: { estado: State; old?: boolean }) => (
  <span className="estado-chip" data-estado={wordOf(estado)} data-viejo={old || undefined}>
    {wordOf(estado)}
  </span>
);
