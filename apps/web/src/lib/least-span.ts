interface Limits {
  min: number;
  max: number;
}

/** Widens what an axis shows to its least span, about its middle. */
export const widened = ({ min, max }: Limits, least: number): Limits => {
  const lack = Math.max(0, least - (max - min)) / 2;
  return { min: min - lack, max: max + lack };
};

/** For a linear scale of Chart.js. */
export const atLeast = (least: number) => ({
  afterDataLimits: (axis: Limits): void => void Object.assign(axis, widened(axis, least)),
});
