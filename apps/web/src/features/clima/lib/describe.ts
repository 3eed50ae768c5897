import type { ReglaClima } from '@acequia/contracts';
import { texts } from '../textos.js';

/** In force, resting, or on its way to a board. */
export const stateText = ({ activa, pendiente }: Pick<ReglaClima, 'activa' | 'pendiente'>): string => {
  if (activa === 0) return texts.estados.inactiva;
  return pendiente === 1 ? texts.estados.pendiente : texts.estados.activa;
};

/** How its stages run, each way once. */
export const viaText = ({ etapas }: Pick<ReglaClima, 'etapas'>): string =>
  [...new Set(etapas.map(({ via }) => texts.vias[via]))].join(', ');

export const stagesText = ({ etapas }: Pick<ReglaClima, 'etapas'>): string =>
  etapas.map(({ texto }) => texto).join(' · ');
