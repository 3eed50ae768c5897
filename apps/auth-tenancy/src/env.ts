import { Clave, Email } from '@acequia/contracts';
import { baseEnv } from '@acequia/service-kit';
import { z } from 'zod';

const failures = (byDefault: number) => z.coerce.number().int().min(1).max(1_000_000).default(byDefault);

export const authTenancyEnv = baseEnv
  .extend({
    /** E-mail of the first admin_global, created with the password below when there is none. */
    ACEQUIA_ADMIN_EMAIL: Email.optional(),
    ACEQUIA_ADMIN_PASSWORD: Clave.optional(),
    /** Failed logins of one account from one address within 15 minutes before that address must wait. */
    LOGIN_FAILURES_PER_PAIR: failures(10),
    /** Failed logins from one address within 15 minutes, over all accounts. Many people may share an address. */
    LOGIN_FAILURES_PER_ADDRESS: failures(200),
  })
  .refine((env) => (env.ACEQUIA_ADMIN_EMAIL === undefined) === (env.ACEQUIA_ADMIN_PASSWORD === undefined), {
    path: ['ACEQUIA_ADMIN_EMAIL'],
    message: 'and ACEQUIA_ADMIN_PASSWORD go together',
  });
export type AuthTenancyEnv = z.infer<typeof authTenancyEnv>;
