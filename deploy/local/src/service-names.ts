export const SERVICE_NAMES = [
  'auth-tenancy',
  'inventory',
  'device-gateway',
  'telemetry-history',
  'alerts',
  'automation',
  'api-gateway',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Those that keep data of their own (api-gateway has no database), and the variable with the URL of each one's own role. */
export const DATABASE_VARIABLES = {
  'auth-tenancy': 'DATABASE_URL_AUTH_TENANCY',
  inventory: 'DATABASE_URL_INVENTORY',
  'device-gateway': 'DATABASE_URL_DEVICE_GATEWAY',
  'telemetry-history': 'DATABASE_URL_TELEMETRY_HISTORY',
  alerts: 'DATABASE_URL_ALERTS',
  automation: 'DATABASE_URL_AUTOMATION',
} as const satisfies Partial<Record<ServiceName, string>>;
export type DatabaseService = keyof typeof DATABASE_VARIABLES;
export type DatabaseVariable = (typeof DATABASE_VARIABLES)[DatabaseService];
export const DATABASE_SERVICES = Object.keys(DATABASE_VARIABLES) as DatabaseService[];
