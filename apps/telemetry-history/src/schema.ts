/** Name of the service's Postgres schema. */
export const SCHEMA = 'telemetry_history';
