/** The service's own Postgres schema. */
export const SCHEMA = 'device_gateway';
