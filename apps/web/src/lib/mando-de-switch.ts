import type { AccionComando, EstadoComando, LivePayload } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ApiError } from './api-client.js';
import { useLive } from './live.js';

/** The newest order given to a switch, as far as this browser knows. */
export interface OrdenDeSwitch {
  /** Null while the server has not answered. */
  comando_id: string | null;
  accion: AccionComando;
  estado: EstadoComando;
  /** Why it ended as it did. */
  detalle: string | null;
  ts: number;
}

/** How often an order under way is asked about, ms. */
const REVISION_MS = 4_000;

const clave = (switchId: number) => ['switch.orden', switchId];

/** True while nobody knows yet whether the board obeyed. */
export const enCamino = (orden: Pick<OrdenDeSwitch, 'estado'> | null | undefined): boolean =>
  orden?.estado === 'solicitado' || orden?.estado === 'enviado';

/** Puts what the server tells of orders where the switches' controls read it, whoever gave them. */
export function useOrdenesEnVivo(): void {
  const queries = useQueryClient();
  useLive('switch:comando', ({ switch_id, ...orden }: LivePayload<'switch:comando'>) =>
    queries.setQueryData<OrdenDeSwitch | null>(clave(switch_id), (previa) =>
      previa && previa.ts > orden.ts ? previa : orden,
    ),
  );
}

/** The newest order of a switch, and a way to give one. A click is one command, however often the request is sent. */
export function useMandoDeSwitch(switchId: number) {
  const queries = useQueryClient();
  const poner = (cambio: (previa: OrdenDeSwitch | null | undefined) => OrdenDeSwitch) =>
    queries.setQueryData<OrdenDeSwitch | null>(clave(switchId), cambio);
  const { data: orden } = useQuery<OrdenDeSwitch | null>({
    queryKey: clave(switchId),
    queryFn: () => null,
    staleTime: Infinity,
    enabled: false,
  });
  // The safety net: a message that was missed must not leave the order on its way for ever.
  useQuery({
    queryKey: ['comandos.listar', switchId],
    queryFn: async ({ signal }) => {
      const comandos = await api('comandos.listar', { query: { switch_id: String(switchId) } }, { signal });
      const comando = comandos.find(({ comando_id }) => comando_id === orden?.comando_id);
      if (comando && !enCamino(comando)) {
        const { comando_id, accion, estado, detalle, ts } = comando;
        poner(() => ({ comando_id, accion, estado, detalle, ts }));
      }
      return null;
    },
    enabled: enCamino(orden) && orden?.comando_id !== null,
    refetchInterval: REVISION_MS,
    gcTime: 0,
  });
  const { mutate: mandar } = useMutation({
    mutationFn: (accion: AccionComando) => {
      poner(() => ({ comando_id: null, accion, estado: 'solicitado', detalle: null, ts: 0 }));
      return api(
        accion === 'on' ? 'switches.encender' : 'switches.apagar',
        { params: { id: String(switchId) }, body: {} },
        { headers: { 'idempotency-key': crypto.randomUUID() } },
      );
    },
    onSuccess: ({ comando_id }, accion) =>
      // The board may have been quicker than the answer to this request.
      poner((previa) =>
        previa && previa.ts > 0 ? previa : { comando_id, accion, estado: 'enviado', detalle: null, ts: 0 },
      ),
    onError: (error, accion) =>
      poner(() => ({
        comando_id: null,
        accion,
        // An answer with a reason is a refusal; without one, nobody knows what became of the order.
        estado: error instanceof ApiError && error.status >= 400 && error.status < 500 ? 'rechazado' : 'sin_respuesta',
        detalle: error.message,
        ts: 0,
      })),
  });
  return { orden: orden ?? null, mandar };
}
