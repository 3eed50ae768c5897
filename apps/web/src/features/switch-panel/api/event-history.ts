import { HISTORIAL_MAXIMO, HISTORIAL_PAGINA, type EventoHistorial } from '@acequia/contracts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { api } from '../../../lib/http/api-client.js';
import { trasFalloPronto } from '../../../lib/http/query-client.js';

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

const NADA: readonly EventoHistorial[] = [];

/** Whether there may be older ones: the list was cut off, or shows the last thirty days because nobody said which. */
const puedeHaberMas = (lista: readonly EventoHistorial[], { desde, hasta }: Rango): boolean =>
  lista.length >= HISTORIAL_MAXIMO || (lista.length > 0 && !desde && !hasta);

/** What came before the list, a page at a time, once somebody asks for it. `cargar` is undefined when there is nothing to ask for. */
export function useAnteriores(usuarioId: number, rango: Rango, lista: readonly EventoHistorial[] = NADA) {
  const [pedidos, setPedidos] = useState<Rango | null>(null);
  const pedido = pedidos === rango;
  const desde = puedeHaberMas(lista, rango) ? lista.at(-1)?._id : undefined;
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['historial', 'anteriores', usuarioId, rango.desde, rango.hasta, desde],
    queryFn: ({ pageParam, signal }) =>
      api(
        'historial.eventos',
        { query: { usuario_id: String(usuarioId), ...rango, antes: String(pageParam) } },
        { signal },
      ),
    initialPageParam: desde,
    getNextPageParam: (pagina) => (pagina.length < HISTORIAL_PAGINA ? undefined : pagina.at(-1)?._id),
    enabled: pedido && desde !== undefined,
    staleTime: Infinity,
  });
  const eventos = useMemo(() => data?.pages.flat() ?? NADA, [data]);
  const cargar = useCallback(() => {
    if (pedido) void fetchNextPage();
    else setPedidos(rango);
  }, [pedido, fetchNextPage, rango]);
  const hay = desde !== undefined && !isFetching && (!pedido || hasNextPage);
  return { eventos: pedido ? eventos : NADA, cargar: hay ? cargar : undefined, cargando: pedido && isFetching };
}
