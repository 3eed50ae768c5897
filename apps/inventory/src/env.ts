import { baseEnv, RELAY_CLOUD_ALLOWED_HOSTS } from '@acequia/service-kit';
import { z } from 'zod';

export const inventoryEnv = baseEnv.extend({
  DATABASE_URL: baseEnv.shape.DATABASE_URL.unwrap(),
  /** The address of an external broker, and how that broker learns its accounts: the same values as in device-gateway. */
  MQTT_URL: z.string().optional(),
  MQTT_BROKER_AUTH: z.enum(['mosquitto-dynsec', 'emqx', 'none']).default('mosquitto-dynsec'),
  /** Servers a device may name: suffixes (`.shelly.cloud`) and exact origins (`http://127.0.0.1:8085`), comma-separated. */
  RELAY_CLOUD_ALLOWED_HOSTS,
});
export type InventoryEnv = z.infer<typeof inventoryEnv>;
