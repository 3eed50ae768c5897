import type { CausaFallo } from '@acequia/contracts';
import { shownState } from '../storage/shown-state.js';
import type { TurnoEntity } from '../storage/turno.entity.js';
import { texts } from './textos.js';

/** What the stored row of a turn says beside its entity. */
export interface Known {
  causa: CausaFallo | 'persona' | 'antes' | null;
  agua: 'sin_agua' | 'poca_agua' | 'mucha_agua' | 'sin_medir' | null;
  /** Another turn makes up for it already. */
  recovered: boolean;
}

/** Older turns are not made up for, ms. */
const RECOVERABLE_MS = 3 * 86_400_000;
/** Less is not worth a turn, s. */
const LEAST_S = 60;

type Ended = Pick<
  TurnoEntity,
  | 'estado'
  | 'via'
  | 'confirmado'
  | 'inicio'
  | 'segundos'
  | 'tarde_s'
  | 'real_inicio'
  | 'real_segundos'
  | 'bomba_cuenta'
  | 'con_bomba_s'
  | 'm3_medidos'
  | 'm3_esperados'
  | 'volumen_l'
>;

/** How many seconds of watering are known to be missing of a turn, or why it cannot be made up for. `now` in ms. */
export const lackOf = (turno: Ended, { causa, agua, recovered }: Known, now: number): number | string => {
  const estado = shownState(turno, now);
  if (recovered) return texts.recovery.done;
  if (estado === 'previsto' || estado === 'en_curso') return texts.recovery.notOver;
  if (estado === 'sin_confirmar') return texts.recovery.unknown;
  if (estado === 'omitido' || causa === 'persona') return texts.recovery.wanted;
  if (now - turno.inicio > RECOVERABLE_MS) return texts.recovery.tooOld;
  const lack = Math.round(secondsOf(turno, agua));
  return lack < LEAST_S ? texts.recovery.nothing : lack;
};

const secondsOf = (turno: Ended, agua: Known['agua']): number => {
  const { estado, segundos, m3_medidos, m3_esperados, volumen_l } = turno;
  if (estado === 'perdido') return segundos;
  // Its longest time is no measure of its water.
  if (volumen_l !== null && m3_medidos !== null) return segundos * (1 - (m3_medidos * 1_000) / volumen_l);
  if (agua === 'sin_agua') return segundos;
  if (agua === 'poca_agua' && m3_medidos !== null && m3_esperados) return segundos * (1 - m3_medidos / m3_esperados);
  // A valve without its pump did not water.
  const watered = (turno.bomba_cuenta === 2 ? turno.con_bomba_s : turno.real_segundos) ?? segundos;
  return segundos - watered;
};
