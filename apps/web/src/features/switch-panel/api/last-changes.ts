import type { HistorialEvent } from '@acequia/contracts';
import { useMemo } from 'react';
import type { Change } from '../lib/face.js';
import { OPEN_RANGE, useEventHistory } from './event-history.js';

const newestOfEach = (events: readonly HistorialEvent[]): ReadonlyMap<number, Change> => {
  const newest = new Map<number, Change>();
  for (const { switch_id, estado, fecha } of events)
    if (!newest.has(switch_id)) newest.set(switch_id, { estado, ts: Date.parse(fecha) });
  return newest;
};

/** Time of each switch's last change, from the history that the panel shows below; empty until that loads. */
export function useLastChanges(usuarioId: number): ReadonlyMap<number, Change> {
  const { data } = useEventHistory(usuarioId, OPEN_RANGE);
  return useMemo(() => newestOfEach(data ?? []), [data]);
}
