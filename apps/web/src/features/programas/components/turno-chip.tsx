import { TURNO_TEXT, type EstadoTurno, type Turno } from '@acequia/contracts';
import { type Face, OutcomeChip } from '../../../components/outcome-chip.js';

const FACES_OF = {
  previsto: ['agua', '…'],
  en_curso: ['campo', '→'],
  cumplido: ['campo', '✓'],
  parcial: ['miel', '!'],
  omitido: ['miel', '–'],
  perdido: ['teja', '✕'],
  sin_confirmar: ['miel', '?'],
} as const satisfies Record<EstadoTurno, Face>;

export function TurnoChip({ turno: { estado } }: { turno: Turno }) {
  return (
    <OutcomeChip face={FACES_OF[estado]} minW="6rem" data-estado-turno={estado}>
      {TURNO_TEXT[estado]}
    </OutcomeChip>
  );
}
