import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../lib/api-client.js';
import { lecturaEnVivo, useReleer } from '../../../lib/lectura-en-vivo.js';
import { trasFalloPronto } from '../../../lib/query-client.js';

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
  // What was just asked for, shown at once (RES-8); gone when the relay has been read again.
  const [pedido, setPedido] = useState<0 | 1 | null>(null);
  const mando = useMutation({
    mutationFn: async (accion: 'encender' | 'apagar') => {
      setPedido(accion === 'encender' ? 1 : 0);
      try {
        await api(`dispositivos.${accion}`, { params: { id: String(dispositivoId) } });
      } finally {
        // Without an answer nobody knows what became of the order: only the relay can tell.
        await releer(dispositivoId);
      }
    },
    // RES-9: a failure has no message; the state shown goes back to what is known.
    onError: (error) => console.error('No se pudo mandar al dispositivo', dispositivoId, error.message),
    onSettled: () => setPedido(null),
  });
  return {
    lectura,
    pedido,
    mandando: mando.isPending,
    refrescando: refresco.isPending,
    mandar: (accion: 'encender' | 'apagar') => mando.mutate(accion),
    refrescar: () => refresco.mutate(),
  };
}
