import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api-client.js';
import { trasFalloPronto } from '../../../lib/query-client.js';

export interface Rango {
  /** Calendar days YYYY-MM-DD in the company's zone; '' = open. */
  desde: string;
  hasta: string;
}

/** On/off history of a person's switches, newest first; read again with the list every 20 s. */
export const useHistorialEventos = (usuarioId: number, rango: Rango) =>
  useQuery({
    queryKey: ['historial', 'eventos', usuarioId, rango.desde, rango.hasta],
    queryFn: ({ signal }) =>
      api('historial.eventos', { query: { usuario_id: String(usuarioId), ...rango } }, { signal }),
    refetchInterval: trasFalloPronto(20_000),
    placeholderData: keepPreviousData,
  });
