import type { z } from 'zod';
import type { Service } from '../caller.js';
import { alerts } from './alerts.js';
import { authTenancy } from './auth-tenancy.js';
import { automation } from './automation.js';
import { deviceGateway } from './device-gateway.js';
import { inventory } from './inventory.js';
import { telemetryHistory } from './telemetry-history.js';

/** Every request/response between services: name → addressee, kind, schemas. */
export const CALLS = {
  ...authTenancy,
  ...inventory,
  ...deviceGateway,
  ...telemetryHistory,
  ...alerts,
  ...automation,
} as const;

export type CallName = keyof typeof CALLS;
/** What the caller passes (before defaults and transforms). */
export type CallInput<N extends CallName> = z.input<(typeof CALLS)[N]['request']>;
/** What the handler receives (validated). */
export type CallRequest<N extends CallName> = z.output<(typeof CALLS)[N]['request']>;
export type CallResponse<N extends CallName> = z.output<(typeof CALLS)[N]['response']>;

export const callsOf = (servicio: Service): CallName[] =>
  (Object.keys(CALLS) as CallName[]).filter((name) => CALLS[name].servicio === servicio);
