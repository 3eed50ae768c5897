import { type CallDefinition, Salud } from './call.js';

export const alerts = {
  'alerts.salud': { servicio: 'alerts', ...Salud },
} as const satisfies Record<string, CallDefinition>;
