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

/** Atmospheric pressure at an altitude, kPa (FAO-56, equation 7). `altitude` in m. */
export const pressureAt = (altitude: number): number => 101.3 * ((293 - 0.0065 * altitude) / 293) ** 5.26;

/** A mean power of 1 W/m² over a day, MJ/m². */
const MJ_PER_W = 0.0864;

/** What a weather station tells of a day: temperatures in °C, vapour pressure in kPa, radiation in W/m², wind at 2 m in m/s. */
export interface WeatherDay {
  min: number;
  max: number;
  /** Mean of the actual vapour pressure. */
  vapour: number;
  radiation: number;
  wind: number;
}

/** Net radiation of a reference crop, MJ/m² and day (FAO-56, equations 37 to 40). */
const netRadiation = ({ min, max, vapour, radiation }: WeatherDay, { latitude, altitude, day }: Place): number => {
  const sun = radiation * MJ_PER_W;
  const clearSky = (0.75 + 2e-5 * altitude) * extraterrestrialRadiation(latitude, day);
  // Without a day there is no sky to judge by; even under the thickest clouds 0.3 (the standardized equation of 2005).
  const clear = clearSky === 0 ? 1 : Math.min(1, Math.max(0.3, sun / clearSky));
  const kelvin4 = ((max + 273.16) ** 4 + (min + 273.16) ** 4) / 2;
  const lost = 4.903e-9 * kelvin4 * (0.34 - 0.14 * Math.sqrt(vapour)) * (1.35 * clear - 0.35);
  return 0.77 * sun - lost;
};

/** Where and when: degrees, m above the sea, day of the year. */
interface Place {
  latitude: number;
  altitude: number;
  day: number;
}

/** Reference evapotranspiration of a day, mm: Penman and Monteith (FAO-56, equation 6, without heat of the soil: equation 42). */
export const et0PenmanMonteith = (weather: WeatherDay, place: Place): number => {
  const { min, max, vapour, wind } = weather;
  const t = (min + max) / 2;
  const slope = (4_098 * saturationPressure(t)) / (t + 237.3) ** 2;
  const gamma = 0.665e-3 * pressureAt(place.altitude);
  const deficit = Math.max(0, (saturationPressure(min) + saturationPressure(max)) / 2 - vapour);
  const byRadiation = MM_PER_MJ * slope * netRadiation(weather, place);
  const byWind = (gamma * 900 * wind * deficit) / (t + 273);
  return Math.max(0, (byRadiation + byWind) / (slope + gamma * (1 + 0.34 * wind)));
};

/** Reference evapotranspiration of a day, mm: Hargreaves and Samani (FAO-56, equation 52). */
export const et0Hargreaves = (min: number, max: number, latitude: number, day: number): number => {
  const ra = MM_PER_MJ * extraterrestrialRadiation(latitude, day);
  return Math.max(0, 0.0023 * ((min + max) / 2 + 17.8) * Math.sqrt(Math.max(0, max - min)) * ra);
};
