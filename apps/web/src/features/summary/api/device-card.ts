import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isSettled, useDeviceOrder } from '../../../entities/dispositivo/use-device-order.js';
import { lecturaEnVivo, useReleer } from '../../../entities/dispositivo/live-reading.js';
import { trasFalloPronto } from '../../../lib/http/query-client.js';

/** Spec section 9: how often a card reads, and how much later each one starts than the one before. */
const REFRESCO_MS = 120_000;
const ESCALON_MS = 400;

const useTurno = (indice: number): boolean => {
  const [turno, setTurno] = useState(indice === 0);
  useEffect(() => {
    const timer = setTimeout(() => setTurno(true), indice * ESCALON_MS);
    return () => clearTimeout(timer);
  }, [indice]);
  return turno;
};

/** A device card's live reading, and its commands. */
export function useTarjeta(dispositivoId: number, indice: number) {
  const { data: lectura } = useQuery({
    ...lecturaEnVivo(dispositivoId),
    enabled: useTurno(indice),
    refetchInterval: trasFalloPronto(REFRESCO_MS),
  });
  const releer = useReleer();
  const refresco = useMutation({ mutationFn: () => releer(dispositivoId) });
  const { order, press } = useDeviceOrder(dispositivoId);
  return {
    lectura,
    order,
    press,
    // What was just asked for, shown at once; gone when the relay has been read again.
    pedido: isSettled(order) ? null : order!.accion === 'encender' ? (1 as const) : (0 as const),
    refrescando: refresco.isPending,
    refrescar: () => refresco.mutate(),
  };
}
