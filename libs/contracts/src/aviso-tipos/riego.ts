import type { Definitions } from './definition.js';

/** Of the turns of programs. */
export const RIEGO_TYPES = {
  turno_fallido: {
    nombre: 'Riego que falló',
    cuenta: ['riego que falló', 'riegos que fallaron'],
    condicion: 'Un riego se pierde, queda a medias, va sin agua o con mucha más o menos que los anteriores',
    objeto: 'empresa',
    activa: 1,
    severidad: 'alta',
    espera_s: 30,
  },
  plan_sin_tomar: {
    nombre: 'Riego que la placa no conoce',
    cuenta: ['riego que su placa no conoce', 'riegos que su placa no conoce'],
    condicion: 'La placa no ha recibido un riego que le toca en menos de {umbral}',
    objeto: 'placa',
    activa: 1,
    severidad: 'alta',
    espera_s: 60,
    umbral: 6,
    histeresis: 0,
    unit: 'h',
  },
  proteccion_actuo: {
    nombre: 'Protección que actuó',
    cuenta: ['placa con una protección que actuó', 'placas con una protección que actuó'],
    condicion: 'Una protección mantiene apagado algo de la placa',
    objeto: 'placa',
    activa: 1,
    severidad: 'critica',
    espera_s: 0,
  },
} as const satisfies Definitions;
