import type { SwitchEnVivo } from '@acequia/contracts';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { conEstado, conPlaca } from './estado-de-switches.js';
import { useLive } from './live.js';
import { parchear } from './parche.js';

/** Keeps a cached list of switches current by live messages. */
export function useSwitchesEnVivo(queryKey: QueryKey): void {
  const queries = useQueryClient();
  const patch = (change: (list: readonly SwitchEnVivo[]) => SwitchEnVivo[]) =>
    parchear<SwitchEnVivo[]>(queries, queryKey, (list) => list && change(list));
  useLive('switch:estado', (message) => patch((list) => conEstado(list, message)));
  useLive('placa:estado', (message) => patch((list) => conPlaca(list, message)));
}
