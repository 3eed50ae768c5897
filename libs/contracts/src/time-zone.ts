/** Zone of a company that chose none. Apart from the schemas, so that a browser can have it without them. */
export const DEFAULT_ZONE = 'America/Mexico_City';
