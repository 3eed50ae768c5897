export const SCHEMA = 'telemetry_history';
