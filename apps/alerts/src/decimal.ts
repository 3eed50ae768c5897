const numero = new Intl.NumberFormat('es-MX', { maximumFractionDigits: 1, useGrouping: false });
/** For people: one decimal at most. */
export const decimal = (value: number): string => numero.format(value);
