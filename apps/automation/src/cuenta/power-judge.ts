/** What was learned of a quantity: mean and sum of squares (Welford), and how many newer observations in a row do not fit. */
export interface Learned {
  observaciones: number;
  media: number;
  cuadrados: number;
  raros: number;
}

export interface Judged extends Learned {
  estado: 'bien' | 'menos' | 'mas';
}

/** Fewer observations tell nothing. */
const ENOUGH = 5;
/** What is usual strays by so many deviations, and a pump always by a share of its mean. */
const SPREADS = 4;
const LEAST_SHARE = 0.1;
/** What has not fitted so often in a row is usual from then on: another nozzle, another pump. */
const NEW_USUAL = 10;

export const deviationOf = ({ observaciones, cuadrados }: Learned): number =>
  observaciones < 2 ? 0 : Math.sqrt(cuadrados / (observaciones - 1));

const first = (value: number): Judged => ({ observaciones: 1, media: value, cuadrados: 0, raros: 0, estado: 'bien' });

/** Judges a value by those before it. What does not fit is not learned. */
export const judge = (known: Learned | null, value: number): Judged => {
  if (!known) return first(value);
  const { observaciones, media, cuadrados, raros } = known;
  const far = Math.max(SPREADS * deviationOf(known), LEAST_SHARE * media);
  if (observaciones >= ENOUGH && Math.abs(value - media) > far) {
    if (raros + 1 >= NEW_USUAL) return first(value);
    return { ...known, raros: raros + 1, estado: value < media ? 'menos' : 'mas' };
  }
  const n = observaciones + 1;
  const mean = media + (value - media) / n;
  return {
    observaciones: n,
    media: mean,
    cuadrados: cuadrados + (value - media) * (value - mean),
    raros: 0,
    estado: 'bien',
  };
};
