/** Spec section 9: height of the on/off history table. */
export const ALTO = '350px';
