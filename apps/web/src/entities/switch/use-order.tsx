import type { ComandoDeSwitch } from '@acequia/contracts';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useState, useSyncExternalStore, type ReactNode } from 'react';
import { api } from '../../lib/http/api-client.js';
import { serverNow } from '../../lib/time/server-clock.js';
import { isTheLostOne, isUnderWay, newerOf, type SwitchOrder } from './order.js';
import { OrderStore, type Sending, type Wish } from './order-store.js';

const send = ({ switchId, accion, duracion_s, key, signal }: Sending) =>
  api(
    accion === 'on' ? 'switches.encender' : 'switches.apagar',
    { params: { id: String(switchId) }, body: duracion_s === undefined ? {} : { duracion_s } },
    { headers: { 'idempotency-key': key }, signal },
  );

const OrderStoreContext = createContext<OrderStore | null>(null);

/** Keeps the orders given on the screens below while their layout stays mounted. */
export function OrderStoreProvider({ children }: { children: ReactNode }) {
  const [store] = useState(() => new OrderStore({ send, now: serverNow }));
  return <OrderStoreContext value={store}>{children}</OrderStoreContext>;
}

function useOrderStore(): OrderStore {
  const store = use(OrderStoreContext);
  if (!store) throw new Error('useOrder outside OrderStoreProvider');
  return store;
}

/** The newest order of a switch, given here or elsewhere, and a function to give one. @param told the newest one that the server reports */
export function useOrder(switchId: number, told: ComandoDeSwitch | null | undefined) {
  const store = useOrderStore();
  const own = useSyncExternalStore(store.subscribe, () => store.get(switchId));
  const order = isTheLostOne(own, told) ? told : newerOf(own, told);
  const press = (wish: Wish) => void store.press(switchId, wish, order?.comando_id ?? told?.comando_id ?? null);
  return { order, press };
}

/** How often to ask about a pending order, ms. */
const CHECK_MS = 4_000;

interface CheckProps {
  switchId: number;
  order: SwitchOrder | null;
}

/** Polls a pending order, so that a missed live message does not leave it pending forever. Renders nothing. */
export const OrderCheck = ({ switchId, order }: CheckProps) =>
  isUnderWay(order) && order?.comando_id ? <Check switchId={switchId} id={order.comando_id} /> : null;

function Check({ switchId, id }: { switchId: number; id: string }) {
  const store = useOrderStore();
  useQuery({
    queryKey: ['comandos.revisar', switchId, id],
    queryFn: async ({ signal }) => {
      const list = await api('comandos.listar', { query: { switch_id: String(switchId) } }, { signal });
      const stored = list.find(({ comando_id }) => comando_id === id);
      if (stored && !isUnderWay(stored)) {
        const { comando_id, accion, estado, detalle, ts } = stored;
        store.heard(switchId, { comando_id, accion, estado, detalle, ts });
      }
      return null;
    },
    refetchInterval: CHECK_MS,
    gcTime: 0,
  });
  return null;
}
