import { baseEnv } from '@acequia/service-kit';
import type { z } from 'zod';

export const automationEnv = baseEnv.extend({
  DATABASE_URL: baseEnv.shape.DATABASE_URL.unwrap(),
});
export type AutomationEnv = z.infer<typeof automationEnv>;
