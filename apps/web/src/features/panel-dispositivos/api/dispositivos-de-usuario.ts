import type { Dispositivo, LecturaEnVivo, Metricas } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api-client.js';
import { dispositivosDeUsuario } from '../../../lib/dispositivos.js';
import { lecturaEnVivo, metricasDeDispositivo, useReleer } from '../../../lib/lectura-en-vivo.js';
import { noLlego, trasFalloPronto } from '../../../lib/query-client.js';

/** Spec sections 2.12 and 9. */
const REFRESCO_MS = 30_000;
const ESPERA_MS = 12_000;

export const useDispositivosDeUsuario = (usuarioId: number) => useQuery(dispositivosDeUsuario(usuarioId));

/** Live reading of one device, read again every 30 s whatever the socket says; never two reads at once. */
export const useLectura = (id: number) =>
  useQuery({ ...lecturaEnVivo(id, ESPERA_MS), refetchInterval: trasFalloPronto(REFRESCO_MS) }).data;

/** A meter's values. `cargando` until the first of them came, or failed to come. */
export function useMetricas(id: number): { metricas: Metricas | undefined; cargando: boolean } {
  const consulta = useQuery({ ...metricasDeDispositivo(id), refetchInterval: trasFalloPronto(REFRESCO_MS) });
  return { metricas: consulta.data, cargando: consulta.isLoading && !noLlego(consulta) };
}

/** Forces a reading past every cache, of all devices of a section. */
export function useRefrescar(dispositivos: readonly Dispositivo[], conMetricas: boolean) {
  const queries = useQueryClient();
  const releer = useReleer(ESPERA_MS);
  return useMutation({
    mutationFn: () =>
      Promise.allSettled(
        dispositivos.flatMap(({ id }) => [
          releer(id),
          ...(conMetricas ? [queries.invalidateQueries({ queryKey: metricasDeDispositivo(id).queryKey })] : []),
        ]),
      ),
  });
}

export type Accion = 'encender' | 'apagar';

/** Switches an actuator. MDIS-8: a failure has no message; the shown state goes back to what is known. */
export function useMando(id: number) {
  const queries = useQueryClient();
  const releer = useReleer(ESPERA_MS);
  const mando = useMutation({
    mutationFn: (accion: Accion) => api(`dispositivos.${accion}`, { params: { id: String(id) } }),
    onSuccess: (comando, accion) => {
      if (comando.estado === 'confirmado')
        queries.setQueryData<LecturaEnVivo>(
          lecturaEnVivo(id).queryKey,
          (previa) => previa && { ...previa, estado: { estado: accion === 'encender' ? 1 : 0 } },
        );
    },
    onError: (error) => console.error('No se pudo mandar al dispositivo', id, error.message),
    // The order is under way until the relay has been read again: without an answer, only the relay can tell what became of it.
    onSettled: () => releer(id).catch(() => undefined),
  });
  return { mandar: mando.mutate, enCurso: mando.isPending ? mando.variables : null };
}
