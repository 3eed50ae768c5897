import { POR_SERVICIO_TEXT, type ReglaClima } from '@acequia/contracts';
import { texts } from '../textos.js';

/** Active, inactive, or not yet taken by the board. */
export const stateText = ({ activa, pendiente }: Pick<ReglaClima, 'activa' | 'pendiente'>): string => {
  if (activa === 0) return texts.estados.inactiva;
  return pendiente === 1 ? texts.estados.pendiente : texts.estados.activa;
};

/** Where its stages run (board or service), each once. */
export const viaText = ({ etapas }: Pick<ReglaClima, 'etapas'>): string =>
  [...new Set(etapas.map(({ via }) => texts.vias[via]))].join(', ');

/** Why the service and not the board runs some stages, and the consequence; null = the board runs all. */
export const reasonText = ({ etapas }: Pick<ReglaClima, 'etapas'>): string | null => {
  const reasons = new Set(etapas.flatMap(({ por_servicio }) => por_servicio ?? []));
  return [...reasons].map((reason) => POR_SERVICIO_TEXT[reason]).join(' ') || null;
};

export const stagesText = ({ etapas }: Pick<ReglaClima, 'etapas'>): string =>
  etapas.map(({ texto }) => texto).join(' · ');
