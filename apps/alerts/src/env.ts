import { baseEnv } from '@acequia/service-kit';
import type { z } from 'zod';

export const alertsEnv = baseEnv.extend({
  DATABASE_URL: baseEnv.shape.DATABASE_URL.unwrap(),
});
export type AlertsEnv = z.infer<typeof alertsEnv>;
