import type { SwitchesSave } from '@acequia/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PLACAS_KEY } from '../../../entities/placa/placas.js';
import { SWITCHES_KEY } from '../../../entities/switch/switches.js';
import { PANEL_KEY } from '../../../entities/switch/use-live-switches.js';
import { api } from '../../../lib/http/api-client.js';
import { whenSettled } from '../../../lib/http/query-client.js';

/** Saves switches for a board's pins; the lists that show them are read again. */
export function useSavePins() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SwitchesSave) => api('switches.guardar_lote', { body }),
    onSettled: whenSettled(() =>
      Promise.all([SWITCHES_KEY, PANEL_KEY, PLACAS_KEY].map((queryKey) => queries.invalidateQueries({ queryKey }))),
    ),
  }).mutateAsync;
}
