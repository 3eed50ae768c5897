/** The service's schema in Postgres. */
export const SCHEMA = 'telemetry_history';
