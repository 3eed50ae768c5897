/** Error of an empty required field. */
export const REQUIRED = 'Este dato es obligatorio';
/** Added to a confirmation question that closes a form with unsaved input. */
export const UNSAVED_IS_LOST = 'Los cambios que no guardaste en este formulario se perderán.';
export const HALF_WRITTEN = (label: string): string => `«${label}» quedó a medias: termínalo o bórralo.`;
