import type { Aviso, Severidad } from '@acequia/contracts';

const URGENCY: Readonly<Record<Severidad, number>> = { critica: 0, alta: 1, media: 2, baja: 3 };

export const isOpenAviso = ({ estado }: Pick<Aviso, 'estado'>): boolean => estado !== 'resuelto';

/** Open ones first, the most severe of them first, of those the newest; of what is over the newest. */
export const inOrderOfUrgency = (list: readonly Aviso[]): Aviso[] =>
  [...list].sort((a, b) => {
    const open = Number(isOpenAviso(b)) - Number(isOpenAviso(a));
    const urgency = isOpenAviso(a) && isOpenAviso(b) ? URGENCY[a.severidad] - URGENCY[b.severidad] : 0;
    return open || urgency || b.desde - a.desde || b.id - a.id;
  });

/** Which alarms a list holds. */
export interface AvisosAsked {
  empresa: number | null;
  onlyOpen: boolean;
}

/** Applies "aviso:cambio" to a list. A message does not know how the alarm's own messages fare: what is known of it stays. */
export function withAviso(list: readonly Aviso[], aviso: Aviso, { empresa, onlyOpen }: AvisosAsked): Aviso[] {
  const previous = list.find(({ id }) => id === aviso.id);
  const rest = list.filter(({ id }) => id !== aviso.id);
  const belongs = (empresa === null || aviso.empresa_id === empresa) && (!onlyOpen || isOpenAviso(aviso));
  return belongs ? [...rest, { ...aviso, entrega: aviso.entrega ?? previous?.entrega ?? null }] : rest;
}
