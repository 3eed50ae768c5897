import { z } from 'zod';

/** The context that a board's sealed password is bound to: inventory seals it, device-gateway opens it. */
export const CREDENCIAL_CONTEXT = 'placa.credencial';

/** Redis hash (durable): for each service that stores sealed secrets, how far it is with a new key of the installation. */
export const RESEALED_KEY = 'acequia:claves';

/** The services that store sealed secrets. */
export const SEALING_SERVICES = ['auth-tenancy', 'inventory', 'device-gateway', 'alerts'] as const;

/** One field of {@link RESEALED_KEY}. `huella` tells which key the service seals with; `fallidos` do not open with any key. */
export const Resealed = z.object({ huella: z.string(), ts: z.number(), sellados: z.number(), fallidos: z.number() });
export type Resealed = z.infer<typeof Resealed>;
