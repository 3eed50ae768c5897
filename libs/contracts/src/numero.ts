/** A number with thousands separators and at most three decimals: 12,345. Not by Intl: its first NumberFormat holds up a list's rows. */
export const numero = (value: number): string =>
  String(Math.round(value * 1_000) / 1_000).replace(/\B(?=(?:\d{3})+(?!\d))/g, ',');
