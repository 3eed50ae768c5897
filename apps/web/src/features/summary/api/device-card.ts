import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isSettled } from '../../../entities/dispositivo/device-order.js';
import { useDeviceOrder } from '../../../entities/dispositivo/use-device-order.js';
import { liveReading, useReadAgain } from '../../../entities/dispositivo/live-reading.js';
import { neverCame, soonAfterFailure } from '../../../lib/http/query-client.js';

/** Interval of a card's reads, and the delay between the starts of two cards, ms (RES-7). */
const REFRESH_MS = 120_000;
const STAGGER_MS = 400;

const useStagger = (index: number): boolean => {
  const [started, setStarted] = useState(index === 0);
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), index * STAGGER_MS);
    return () => clearTimeout(timer);
  }, [index]);
  return started;
};

/** A device card's live reading and its actions. */
export function useDeviceCard(dispositivoId: number, index: number) {
  const live = useQuery({
    ...liveReading(dispositivoId),
    enabled: useStagger(index),
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });
  const readAgain = useReadAgain();
  const refreshCall = useMutation({ mutationFn: () => readAgain(dispositivoId) });
  const { order, press } = useDeviceOrder(dispositivoId);
  return {
    reading: live.data,
    unread: !live.data && neverCame(live),
    order,
    press,
    // The ordered state, shown at once; null again when the relay has been read.
    asked: isSettled(order) ? null : order!.accion === 'encender' ? (1 as const) : (0 as const),
    refreshing: refreshCall.isPending,
    refresh: () => refreshCall.mutate(),
  };
}
