import type { LecturaEnVivo } from '@acequia/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, ApiError } from '../../lib/http/api-client.js';
import type { DeviceAction, DeviceOrder } from './device-order.js';
import { liveReading, useReadAgain } from './live-reading.js';
import { texts } from './textos.js';

/** Switches an actuator and reports the result. @param timeoutMs of the reading that follows */
export function useDeviceOrder(id: number, timeoutMs?: number) {
  const queries = useQueryClient();
  const readAgain = useReadAgain(timeoutMs);
  const [order, setOrder] = useState<DeviceOrder | null>(null);
  const newest = useRef<AbortController | null>(null);

  const press = async (accion: DeviceAction): Promise<void> => {
    // An earlier request that has not reached the server yet must not arrive after this one.
    newest.current?.abort();
    const click = new AbortController();
    newest.current = click;
    const tell = (estado: DeviceOrder['estado'], detalle: string | null = null) => {
      if (newest.current === click) setOrder({ accion, estado, detalle });
    };
    tell('enviando');
    let end: Parameters<typeof tell> = ['hecho'];
    try {
      const { estado } = await api(`dispositivos.${accion}`, { params: { id: String(id) } }, { signal: click.signal });
      if (estado === 'confirmado')
        queries.setQueryData<LecturaEnVivo>(
          liveReading(id).queryKey,
          (previous) => previous && { ...previous, estado: { estado: accion === 'encender' ? 1 : 0 } },
        );
    } catch (error) {
      if (click.signal.aborted) return;
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      end = [refused ? 'rechazado' : 'sin_respuesta', (error as Error).message];
      console.error(texts.notSent, id, (error as Error).message);
    }
    // Without an answer, only a reading of the relay shows the result.
    tell('leyendo');
    await readAgain(id).catch(() => undefined);
    tell(...end);
  };
  return { order, press };
}

/** An order given elsewhere whose result is unknown. */
export const lostOrder = (reading: LecturaEnVivo | undefined): DeviceOrder | null =>
  reading?.comando?.estado === 'sin_respuesta'
    ? { accion: reading.comando.accion === 'on' ? 'encender' : 'apagar', estado: 'sin_respuesta', detalle: null }
    : null;
