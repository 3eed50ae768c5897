import type { AccionComando, ComandoDeSwitch } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ApiError } from './api-client.js';
import { enCamino, esLaPerdida, masNueva, type OrdenDeSwitch } from './orden.js';
import { ahora } from './server-clock.js';

interface Pedido {
  accion: AccionComando;
  /** How long it is to stay on, s; without it, up to its limit. */
  duracion_s?: number;
}

/** How often an order under way is asked about, ms. */
const REVISION_MS = 4_000;

const clave = (switchId: number) => ['switch.orden', switchId];

/**
 * The newest order of a switch, whoever gave it, and a way to give one. A click is one command, however often the request is
 * sent. @param comando the newest one that the server tells of
 */
export function useMandoDeSwitch(switchId: number, comando: ComandoDeSwitch | null | undefined) {
  const queries = useQueryClient();
  const poner = (orden: OrdenDeSwitch) => queries.setQueryData<OrdenDeSwitch | null>(clave(switchId), orden);
  // What was asked for on this screen, from the click on.
  const { data: propia } = useQuery<OrdenDeSwitch | null>({
    queryKey: clave(switchId),
    queryFn: () => null,
    staleTime: Infinity,
    enabled: false,
  });
  const orden = esLaPerdida(propia, comando) ? comando! : masNueva(propia, comando);
  // The safety net: a message that was missed must not leave the order on its way for ever.
  useQuery({
    queryKey: ['comandos.revisar', switchId],
    queryFn: async ({ signal }) => {
      const comandos = await api('comandos.listar', { query: { switch_id: String(switchId) } }, { signal });
      const ahi = comandos.find(({ comando_id }) => comando_id === orden?.comando_id);
      if (ahi && !enCamino(ahi)) {
        const { comando_id, accion, estado, detalle, ts } = ahi;
        poner({ comando_id, accion, estado, detalle, ts });
      }
      return null;
    },
    enabled: enCamino(orden) && orden?.comando_id !== null,
    refetchInterval: REVISION_MS,
    gcTime: 0,
  });
  const { mutate: mandar } = useMutation({
    onMutate: ({ accion }: Pedido) => {
      const ts = ahora();
      poner({ comando_id: null, accion, estado: 'solicitado', detalle: null, ts });
      return { comando_id: orden?.comando_id ?? comando?.comando_id ?? null, ts };
    },
    mutationFn: ({ accion, ...body }: Pedido) =>
      api(
        accion === 'on' ? 'switches.encender' : 'switches.apagar',
        { params: { id: String(switchId) }, body },
        { headers: { 'idempotency-key': crypto.randomUUID() } },
      ),
    onSuccess: ({ comando_id, estado }, { accion }) =>
      poner({ comando_id, accion, estado, detalle: null, ts: ahora() }),
    onError: (error, { accion }, tras) => {
      // An answer with a reason is a refusal; without one, nobody here knows what became of the order: the server may yet tell.
      const negada = error instanceof ApiError && error.status >= 400 && error.status < 500;
      const fin = { comando_id: null, accion, detalle: error.message, ts: ahora() };
      poner(negada ? { ...fin, estado: 'rechazado' } : { ...fin, estado: 'sin_respuesta', ...(tras && { tras }) });
    },
  });
  return { orden, mandar };
}
