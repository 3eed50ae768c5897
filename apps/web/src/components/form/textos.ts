/** Beside a field that was left empty. */
export const REQUIRED = 'Este dato es obligatorio';
/** Added to a question whose answer closes a form that holds input. */
export const UNSAVED_IS_LOST = 'Los cambios que no guardaste en este formulario se perderán.';
