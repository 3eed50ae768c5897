/** A calendar month in UTC as one number, counted from year 0; each partition holds one month. */
export const monthOf = (ts: number): number => {
  const date = new Date(ts);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/** First instant of a month, ms. */
export const startOf = (mes: number): number => Date.UTC(Math.floor(mes / 12), mes % 12);

/** `2026_11`, for the partition's name. */
export const suffixOf = (mes: number): string =>
  `${String(Math.floor(mes / 12)).padStart(4, '0')}_${String((mes % 12) + 1).padStart(2, '0')}`;

/** The month of a partition's name. */
export const monthOfSuffix = (nombre: string): number => {
  const [year, mes] = nombre.split('_').slice(-2).map(Number);
  return year! * 12 + mes! - 1;
};
