import type { Definitions } from './definition.js';

/** Of the turns of programs. */
export const RIEGO_TYPES = {
  turno_fallido: {
    nombre: 'Riego que falló',
    objeto: 'empresa',
    activa: 1,
    severidad: 'alta',
    espera_s: 30,
  },
  plan_sin_tomar: {
    nombre: 'Riego que la placa no conoce',
    objeto: 'placa',
    activa: 1,
    severidad: 'alta',
    espera_s: 60,
    umbral: 6,
    histeresis: 0,
    unit: 'h',
  },
} as const satisfies Definitions;
