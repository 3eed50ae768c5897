import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const DIST = fileURLToPath(new URL('../../../apps/web/dist', import.meta.url));
const ASSETS = join(DIST, 'assets');

/** JavaScript (gzip) that a first visit to the login loads, and what the panel adds: follows the built modules' imports. */
export async function benchWeb(): Promise<object[]> {
  const files = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  const chunk = (prefix: string): string => {
    const found = files.find((name) => name.startsWith(`${prefix}-`));
    if (!found) throw new Error(`The built console has no ${prefix}.`);
    return found;
  };
  const entry = [...readFileSync(join(DIST, 'index.html'), 'utf8').matchAll(/assets\/([\w.-]+\.js)/g)].map(
    (match) => match[1]!,
  );
  const login = closure([...entry, chunk('login.page')]);
  const panel = closure([...entry, chunk('usuario.layout'), chunk('switch-panel.page'), chunk('sensor-chart')]);
  const extra = [...panel].filter((name) => !login.has(name));
  return [
    { bench: 'web: JavaScript', login_kb_gzip: size(login), wanted: '≤ 160' },
    { bench: 'web: JavaScript', panel_adds_kb_gzip: size(extra), wanted: '≤ 120' },
  ];
}

function closure(names: string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    // Static imports only: `import("…")` is loaded on demand.
    for (const match of readFileSync(join(ASSETS, name), 'utf8').matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
      visit(match[1]!);
  };
  names.forEach(visit);
  return seen;
}

const size = (names: Iterable<string>): number =>
  Math.round(
    [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(ASSETS, name)), { level: 9 }).length, 0) / 102.4,
  ) / 10;
