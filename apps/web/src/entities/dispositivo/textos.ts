import type { DeviceOrder } from './device-order.js';

const MAKE = { encender: 'encender', apagar: 'apagar' } as const;

/** A meter's values. */
export const phaseTexts = {
  phase: (phase: string) => `Fase ${phase.toUpperCase()}`,
  voltaje: 'Voltaje (V)',
  corriente: 'Corriente (A)',
  activePower: 'Potencia activa (W)',
  apparentPower: 'Potencia aparente (VA)',
  powerFactor: 'Factor de potencia',
  temperatura: 'Temperatura',
} as const;

export const texts = {
  /** For the browser's log. */
  notSent: 'No se pudo mandar al dispositivo',
  noConnection: 'Sin conexión con el servidor: no se puede encender.',
  outcome: ({ accion, estado, detalle }: DeviceOrder): string => {
    switch (estado) {
      case 'enviando':
        return 'Enviando la orden…';
      case 'leyendo':
        return 'Leyendo el estado del dispositivo…';
      case 'hecho':
        return '';
      case 'rechazado':
        return `No se pudo ${MAKE[accion]}: ${detalle ?? 'el dispositivo no aceptó la orden.'}`;
      case 'sin_respuesta':
        return `No se sabe si la orden de ${MAKE[accion]} llegó. ${detalle ?? ''}`.trim();
    }
  },
} as const;
