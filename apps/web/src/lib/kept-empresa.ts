/** The company that the last address named; null = none. */
let kept: string | null = null;

/**
 * Keeps the chosen company from screen to screen. A screen's own address decides, also by naming none; another screen whose address names
 * none is shown with the kept company. Returns that address, or null when `url` needs no change.
 */
export function withKeptEmpresa(url: URL, currentPath: string): string | null {
  const named = /^\/empresas\/(\d+)\//.exec(url.pathname)?.[1] ?? url.searchParams.get('empresa');
  if (named !== null || url.pathname === currentPath) {
    kept = named || null;
    return null;
  }
  if (kept === null) return null;
  const next = new URL(url);
  next.searchParams.set('empresa', kept);
  return next.pathname + next.search + next.hash;
}
