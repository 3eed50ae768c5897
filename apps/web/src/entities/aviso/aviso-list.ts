import type { Aviso, Severidad } from '@acequia/contracts';

const URGENCY: Readonly<Record<Severidad, number>> = { critica: 0, alta: 1, media: 2, baja: 3 };

export const isOpenAviso = ({ estado }: Pick<Aviso, 'estado'>): boolean => estado !== 'resuelto';

/** Open alarms first, by severity and then newest first; closed ones follow, newest first. */
export const inOrderOfUrgency = (list: readonly Aviso[]): Aviso[] =>
  [...list].sort((a, b) => {
    const open = Number(isOpenAviso(b)) - Number(isOpenAviso(a));
    const urgency = isOpenAviso(a) && isOpenAviso(b) ? URGENCY[a.severidad] - URGENCY[b.severidad] : 0;
    return open || urgency || b.desde - a.desde || b.id - a.id;
  });

/** The query of a list of alarms. */
export interface AvisosAsked {
  empresa: number | null;
  onlyOpen: boolean;
}

/** Applies "aviso:cambio" to a list. The message does not hold the delivery state, so the known one stays. */
export function withAviso(list: readonly Aviso[], aviso: Aviso, { empresa, onlyOpen }: AvisosAsked): Aviso[] {
  const previous = list.find(({ id }) => id === aviso.id);
  const rest = list.filter(({ id }) => id !== aviso.id);
  const belongs = (empresa === null || aviso.empresa_id === empresa) && (!onlyOpen || isOpenAviso(aviso));
  return belongs ? [...rest, { ...aviso, entrega: aviso.entrega ?? previous?.entrega ?? null }] : rest;
}
