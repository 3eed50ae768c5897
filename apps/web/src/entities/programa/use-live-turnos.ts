import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLive } from '../../lib/live/live.js';
import { MANDOS_KEY } from './mandos.js';
import { TURNOS_KEY } from './turnos.js';

/** Messages within this time cause one reading, ms. */
const GATHER_MS = 300;

/** Reads turns, and who is in charge of each switch, again as soon as the server tells that they changed. */
export function useLiveTurnos(): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const read = (): void => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      for (const queryKey of [TURNOS_KEY, MANDOS_KEY]) void queries.invalidateQueries({ queryKey });
    }, GATHER_MS);
  };
  useLive('turno:cambio', read);
  useLive('turnos:plan', read);
  useLive('clima:mandos', read);
}
