import type { Punto } from '@acequia/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { patchData } from '../../lib/http/patch.js';
import { soonAfterFailure } from '../../lib/http/query-client.js';
import { useLive } from '../../lib/live/live.js';
import { puntosOfEmpresa, withValue } from './puntos.js';

/** Values come with their points, ms. */
const REFRESH_MS = 15_000;

/** A company's points, whose values move as they are told. */
export const usePuntos = (empresaId: number | null) => {
  const queries = useQueryClient();
  const options = puntosOfEmpresa(empresaId);
  useLive('punto:valor', ({ punto_id, ...told }) =>
    patchData<Punto[]>(queries, options.queryKey, (list) => list && withValue(list, punto_id, told)),
  );
  return useQuery({ ...options, refetchInterval: soonAfterFailure(REFRESH_MS) });
};
