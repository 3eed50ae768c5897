import type { DeviceOrder } from './use-device-order.js';

const MAKE = { encender: 'encender', apagar: 'apagar' } as const;

export const texts = {
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
