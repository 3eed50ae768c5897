import {
  type Actualizacion,
  ESPERA_DE_ACTUALIZACION,
  FASE_DE_ACTUALIZACION,
  MOTIVO_DE_ACTUALIZACION,
  NOMBRE_DIALECTO,
  type PlacaEnActualizacion,
} from '@acequia/contracts';
import { texts } from '../textos.js';

const KILOBYTE = 1_000;

/** What is installed on which boards: `Tasmota 14.2.0`. */
export const titleOf = ({ dialecto, version }: Pick<Actualizacion, 'dialecto' | 'version'>): string =>
  `${NOMBRE_DIALECTO[dialecto]} ${version === '' ? texts.newest : version}`;

export const totalOf = ({ olas }: Pick<Actualizacion, 'olas'>): number => olas.reduce((sum, size) => sum + size, 0);

/** Where it stands. */
export const stateOf = ({
  estado,
  pausa,
  ola,
  olas,
}: Pick<Actualizacion, 'estado' | 'pausa' | 'ola' | 'olas'>): string => {
  if (estado === 'activa') return texts.states.activa(ola, olas.length);
  return estado === 'pausada' ? texts.states.pausada[pausa ?? 'persona'] : texts.states[estado];
};

/** Whether somebody has to look at it. */
export const needsLook = ({ estado, pausa }: Pick<Actualizacion, 'estado' | 'pausa'>): boolean =>
  estado === 'pausada' && pausa !== 'persona';

type Board = Pick<PlacaEnActualizacion, 'estado' | 'espera' | 'fase' | 'bytes' | 'motivo' | 'detalle'>;

/** How far a board is, or how it ended and why. */
export const boardState = ({ estado, espera, fase, bytes, motivo, detalle }: Board): string => {
  const t = texts.board;
  if (estado === 'espera') return espera === null ? t.espera : `${t.espera}: ${ESPERA_DE_ACTUALIZACION[espera]}`;
  if (estado === 'en_curso') {
    if (fase === 'failed') return t.busy;
    if (fase === 'done') return t.planes;
    if (fase === null) return t.en_curso;
    const phase = FASE_DE_ACTUALIZACION[fase];
    return fase === 'loading' && bytes !== null ? `${phase}: ${t.loaded(Math.round(bytes / KILOBYTE))}` : phase;
  }
  if (motivo === null) return t[estado];
  const said = detalle === null ? '' : ` («${detalle}»)`;
  return `${t[estado]}: ${MOTIVO_DE_ACTUALIZACION[motivo]}${said}`;
};
