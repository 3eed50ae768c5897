import { baseEnv } from '@acequia/service-kit';
import { z } from 'zod';

export const automationEnv = baseEnv.extend({
  DATABASE_URL: baseEnv.shape.DATABASE_URL.unwrap(),
  /** A server with Open-Meteo's API; absent = there is no forecast. Its open one is for non-commercial use. */
  FORECAST_API_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }).optional(),
  /** Its `apikey`; absent = none is sent. */
  FORECAST_API_KEY: z.string().min(1).optional(),
});
export type AutomationEnv = z.infer<typeof automationEnv>;
