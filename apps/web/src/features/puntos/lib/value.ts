import type { DePlaca, MeasurementField, Punto, SensorCanal } from '@acequia/contracts';
import { texts } from '../textos.js';

/** Where a point's values come from. @param sources of a list, or of a sentence */
export const sourceOf = (
  { fuente }: Punto,
  sources: {
    placa: (fuente: DePlaca) => string;
    sensor: (pin: number, ch: SensorCanal) => string;
    mensaje: (ruta: string) => string;
    centinela: (nombre: string, campo: MeasurementField) => string;
    lorawan: (devEui: string, ruta: string) => string;
    api: string;
  } = texts.sources,
  meterName: (dispositivoId: number) => string = texts.meter,
): string => {
  if (fuente.tipo === 'api') return sources.api;
  if (fuente.tipo === 'centinela') return sources.centinela(meterName(fuente.dispositivo_id), fuente.campo);
  if (fuente.tipo === 'sensor') return sources.sensor(fuente.pin, fuente.ch);
  if (fuente.tipo === 'lorawan') return sources.lorawan(fuente.dev_eui, fuente.ruta);
  return fuente.tipo === 'placa' ? sources.placa(fuente) : sources.mensaje(fuente.ruta);
};
