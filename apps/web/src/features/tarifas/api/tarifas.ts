import type { TarifasSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { whenSettled } from '../../../lib/http/query-client.js';

const KEY = 'tarifas.leer';

/** The prices of a company. */
export const useTarifas = (empresaId: number | null) =>
  useQuery({
    queryKey: [KEY, empresaId],
    queryFn: ({ signal }) => api('tarifas.leer', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
  });

/** Replaces all of a company's prices. */
export function useSaveTarifas() {
  const queries = useQueryClient();
  // A company's one price and its version change too.
  const onSettled = whenSettled(() =>
    Promise.all([KEY, 'empresas.listar'].map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  );
  return useMutation({ mutationFn: (body: TarifasSave) => api('tarifas.guardar', { body }), onSettled }).mutateAsync;
}
