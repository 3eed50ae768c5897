import type { EstadoComando } from '@acequia/contracts';
import { type Face, OutcomeChip } from '../../components/outcome-chip.js';
import { estados } from './textos.js';

const FACES_OF = {
  solicitado: ['agua', '…'],
  enviado: ['agua', '→'],
  confirmado: ['campo', '✓'],
  rechazado: ['teja', '✕'],
  vencido: ['miel', '!'],
  sin_respuesta: ['miel', '?'],
} as const satisfies Record<EstadoComando, Face>;

export function ComandoChip({ estado }: { estado: EstadoComando }) {
  return (
    <OutcomeChip face={FACES_OF[estado]} data-estado-comando={estado}>
      {estados[estado]}
    </OutcomeChip>
  );
}
