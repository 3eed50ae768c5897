import './chips.css';

export type State = 0 | 1 | null;

const wordOf = (estado: State) => (estado === null ? 'SIN DATO' : estado === 1 ? 'ENCENDIDO' : 'APAGADO');

/**
 * ENCENDIDO (green), APAGADO (red) or SIN DATO. The word, a filled or hollow mark and the hue all tell the state, so that it does not
 * depend on colour alone. `old`: the state may be outdated; drawn hollow and dashed.
 */
export const StateChip = ({ estado, old = false }: { estado: State; old?: boolean }) => (
  <span className="estado-chip" data-estado={wordOf(estado)} data-viejo={old || undefined}>
    {wordOf(estado)}
  </span>
);
