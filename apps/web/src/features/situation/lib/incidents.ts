import type { Aviso } from '@acequia/contracts';
import { inOrderOfUrgency } from '../../../entities/aviso/aviso-list.js';

/** Alarms of one place and cause. */
export interface Incident {
  /** The same while any of its alarms is the same. */
  key: string;
  /** The worst first, then the newest. */
  avisos: readonly [Aviso, ...Aviso[]];
  /** Begin of the oldest, ms. */
  desde: number;
}

export interface Incidents {
  wrong: Incident[];
  /** The condition of each alarm is gone, but may return. */
  recovering: Incident[];
}

/** An alarm of no site is of its company. */
const keyOf = ({ empresa_id, tipo, sitio }: Aviso): string => `${empresa_id}|${tipo}|${sitio ?? ''}`;

const isRecovering = ({ calma_desde }: Aviso): boolean => typeof calma_desde === 'number';

/** One incident for each place and cause, the worst first; apart from these those that recover. */
export function incidentsOf(avisos: readonly Aviso[]): Incidents {
  const ordered = inOrderOfUrgency(avisos);
  return {
    wrong: grouped(ordered.filter((one) => !isRecovering(one))),
    recovering: grouped(ordered.filter(isRecovering)),
  };
}

function grouped(avisos: readonly Aviso[]): Incident[] {
  const groups = new Map<string, [Aviso, ...Aviso[]]>();
  for (const aviso of avisos) {
    const group = groups.get(keyOf(aviso));
    if (group) group.push(aviso);
    else groups.set(keyOf(aviso), [aviso]);
  }
  return [...groups].map(([key, group]) => ({
    key,
    avisos: group,
    desde: Math.min(...group.map(({ desde }) => desde)),
  }));
}
