/** As it is told: three decimals. */
export const rounded = (value: number): number => Number(value.toFixed(3));
