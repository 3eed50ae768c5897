/** Beside a field that was left empty. */
export const OBLIGATORIO = 'Este dato es obligatorio';
