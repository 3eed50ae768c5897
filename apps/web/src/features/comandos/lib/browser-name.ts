// Each name stands after those that its own browsers also claim to be.
const BROWSERS = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;

const which = (table: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** A `User-Agent` as a person says it: "Chrome en Android"; what is no browser by its own first word; '' for none. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return '';
  const [navegador, sistema] = [which(BROWSERS, userAgent), which(SYSTEMS, userAgent)];
  if (!navegador) return userAgent.split(/[\s/]/)[0] ?? '';
  return sistema ? `${navegador} en ${sistema}` : navegador;
}
