/** The schema of this service's tables. */
export const SCHEMA = 'automation';
