import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { trasFalloPronto } from '../../../lib/http/query-client.js';
import { ahora } from '../../../lib/time/server-clock.js';
import { alrededor, RANGOS, type Rango, type Tramo } from '../lib/window.js';

/** Most points the server gives: a window shows about half of them. */
const ANCHO = '500';
const PASO_MS = 60_000;

/** A part of a range, looked at more closely. */
export interface Ventana extends Tramo {
  /** The range it is a part of. */
  marco: Tramo;
}

/** A range up to now, or the window in it, in as many points as a chart has room for. */
export const useHistorialSerie = (switchId: number, rango: Rango, ventana: Ventana | null) =>
  useQuery({
    queryKey: ['historial', 'serie', switchId, rango, ventana?.desde, ventana?.hasta],
    queryFn: async ({ signal }) => {
      const hasta = ahora();
      const marco = ventana?.marco ?? { desde: hasta - RANGOS[rango], hasta };
      const pedido = ventana ? alrededor(ventana, marco) : marco;
      const query = {
        switch_id: String(switchId),
        desde: String(pedido.desde),
        hasta: String(pedido.hasta),
        ancho: ANCHO,
      };
      return { marco, serie: await api('historial.serie', { query }, { signal }) };
    },
    // Of the same chart only: another switch's line must not stand under this one's name.
    placeholderData: (previa, { queryKey = [] } = {} as never) =>
      queryKey[2] === switchId && queryKey[3] === rango ? previa : undefined,
    refetchInterval: ventana ? false : trasFalloPronto(PASO_MS),
  });
