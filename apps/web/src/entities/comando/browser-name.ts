// The order matters: Edge and Opera also claim to be Chrome, and Chrome claims to be Safari.
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

/** A readable name of a `User-Agent`: "Chrome en Android"; the first word for anything that is no browser; '' for none. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return '';
  const [navegador, sistema] = [which(BROWSERS, userAgent), which(SYSTEMS, userAgent)];
  if (!navegador) return userAgent.split(/[\s/]/)[0] ?? '';
  return sistema ? `${navegador} en ${sistema}` : navegador;
}
