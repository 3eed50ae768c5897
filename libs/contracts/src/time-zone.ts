/** Default zone of an empresa. Apart from the schemas, so that a browser can load it without zod. */
export const DEFAULT_ZONE = 'America/Mexico_City';
