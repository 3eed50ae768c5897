import { baseEnv, RELAY_CLOUD_ALLOWED_HOSTS } from '@acequia/service-kit';
import { z } from 'zod';

export const inventoryEnv = baseEnv.extend({
  DATABASE_URL: baseEnv.shape.DATABASE_URL.unwrap(),
  /** Where device-gateway finds an external broker, and how it tells that broker of its boards: both as device-gateway has them. */
  MQTT_URL: z.string().optional(),
  MQTT_BROKER_AUTH: z.enum(['mosquitto-dynsec', 'none']).default('mosquitto-dynsec'),
  /** Servers a device may name: suffixes (`.shelly.cloud`) and exact origins (`http://127.0.0.1:8085`), comma-separated. */
  RELAY_CLOUD_ALLOWED_HOSTS,
});
export type InventoryEnv = z.infer<typeof inventoryEnv>;
