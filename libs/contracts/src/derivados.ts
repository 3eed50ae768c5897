// Values that growers decide by, from temperature (°C) and relative humidity (%). Apart from the schemas, so that a browser can
// load this without zod.
//
// FAO-56: Allen, Pereira, Raes and Smith, Crop evapotranspiration, FAO Irrigation and Drainage Paper 56, Rome 1998.

const RAD = Math.PI / 180;

/** Saturation vapour pressure, kPa (FAO-56, equation 11). */
export const saturationPressure = (t: number): number => 0.6108 * Math.exp((17.27 * t) / (t + 237.3));

/** Vapour pressure deficit of the air, kPa: es · (1 − HR/100) (FAO-56, equations 11 and 19). */
export const vapourPressureDeficit = (t: number, h: number): number => saturationPressure(t) * (1 - h / 100);

/** Dew point, °C: equation 11 of FAO-56 solved for the temperature. null at 0 % humidity. */
export const dewPoint = (t: number, h: number): number | null => {
  if (h <= 0) return null;
  const ln = Math.log((saturationPressure(t) * h) / 100 / 0.6108);
  return (237.3 * ln) / (17.27 - ln);
};

/** Degree days of a day above a base, °C·day: the mean of both extremes, never below the base (McMaster and Wilhelm 1997, method 1). */
export const degreeDays = (min: number, max: number, base: number): number => Math.max(0, (min + max) / 2 - base);

/** An hour at or below this temperature counts as a chill hour, °C (Weinberger 1950: 45 °F). */
export const CHILL_C = 7.2;
/** Chill hours of samples that each stand for `hours`. */
export const chillHours = (temperatures: readonly number[], hours: number): number =>
  temperatures.filter((t) => t <= CHILL_C).length * hours;

/** Extraterrestrial radiation of a day, MJ/m² (FAO-56, equation 21). `day` of the year, 1 to 366; latitude in degrees. */
export const extraterrestrialRadiation = (latitude: number, day: number): number => {
  const phi = latitude * RAD;
  const angle = (2 * Math.PI * day) / 365;
  const distance = 1 + 0.033 * Math.cos(angle);
  const declination = 0.409 * Math.sin(angle - 1.39);
  // Beyond the polar circles the sun may not set, or not rise.
  const sunset = Math.acos(Math.min(1, Math.max(-1, -Math.tan(phi) * Math.tan(declination))));
  const arc = sunset * Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.sin(sunset);
  return ((24 * 60) / Math.PI) * 0.082 * distance * arc;
};

/** Water that 1 MJ/m² of radiation evaporates, mm (FAO-56, equation 20). */
const MM_PER_MJ = 0.408;

/** Reference evapotranspiration of a day, mm: Hargreaves and Samani (FAO-56, equation 52). */
export const et0Hargreaves = (min: number, max: number, latitude: number, day: number): number => {
  const ra = MM_PER_MJ * extraterrestrialRadiation(latitude, day);
  return Math.max(0, 0.0023 * ((min + max) / 2 + 17.8) * Math.sqrt(Math.max(0, max - min)) * ra);
};
