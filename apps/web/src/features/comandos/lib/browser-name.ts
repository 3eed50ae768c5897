// Each name stands after those that its own browsers also claim to be.
const NAVEGADORES = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SISTEMAS = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;

const cual = (tabla: readonly (readonly [RegExp, string])[], texto: string): string | undefined =>
  tabla.find(([patron]) => patron.test(texto))?.[1];

/** A `User-Agent` as a person says it: "Chrome en Android"; what is no browser by its own first word; '' for none. */
export function navegadorCorto(userAgent: string | null): string {
  if (!userAgent) return '';
  const [navegador, sistema] = [cual(NAVEGADORES, userAgent), cual(SISTEMAS, userAgent)];
  if (!navegador) return userAgent.split(/[\s/]/)[0] ?? '';
  return sistema ? `${navegador} en ${sistema}` : navegador;
}
