/** Spec section 9: height of the on/off history table. */
export const CHART_HEIGHT = '350px';
