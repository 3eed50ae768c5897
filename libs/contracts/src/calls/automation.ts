import { type CallDefinition, Salud } from './call.js';

export const automation = {
  'automation.salud': { servicio: 'automation', ...Salud },
} as const satisfies Record<string, CallDefinition>;
