import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { enter, flawsInEveryLook, launchBrowser, seriousAxeFindings, visit } from '../browser.js';
import { FurnishedFarm } from '../specification/furnished-farm.js';
import { filledIn, type Who } from '../specification/screen.js';

/**
 * `npm run pantallas:todas [-- folder]`: every route for every role that has it, at 390 and 1440 px, light and dark, on one page to look at
 * (`index.html`), with what axe finds, what is wider than its window, and headings out of order. Buttons that open a form are pressed. Ends
 * with 1 if anything was found.
 */
const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'acequia-pantallas-'));

const OF_BOTH = [
  '/usuarios',
  '/dispositivos',
  '/dispositivos/{bomba_id}',
  '/dispositivos/{centinela_id}',
  '/switches',
  '/switches/{switch_id}',
  '/placas',
  '/placas/{placa}',
  '/importar',
  '/alta',
  '/enclavamientos',
  '/protecciones',
  '/puntos',
  '/puntos/{punto_id}',
  '/programas',
  '/clima',
  '/comandos',
  '/situacion',
  '/avisos',
  '/avisos/silencios',
  '/avisos/reglas',
  '/avisos/canales',
  '/avisos/resumen',
  '/dossieres',
  '/tarifas',
  '/tokens',
  '/auditoria',
  '/cuenta',
];

const ROUTES: Readonly<Record<Who, readonly string[]>> = {
  nobody: ['/login'],
  admin_global: ['/dashboard', '/empresas', '/empresas/{empresa_id}/resumen', ...OF_BOTH, '/estado', '/muro'],
  admin_empresa: ['/dashboard-empresa', ...OF_BOTH],
  usuario: [
    '/panel/switch',
    '/panel/switch/{switch_id}',
    '/panel/dispositivos',
    '/panel/centinelas/{centinela_id}',
    '/panel/comandos',
    '/panel/avisos',
    '/panel/programas',
    '/panel/cuenta',
  ],
  'usuario without anything': ['/panel/switch', '/panel/dispositivos', '/panel/programas'],
};

/** What axe calls moderate, and a person who jumps from heading to heading does not. */
const HEADINGS = ['heading-order', 'page-has-heading-one'];
const OPENS_A_FORM = /^(Nuev[oa]|Agregar|Registrar|Crear) /;
const SETTLED_MS = 15_000;

interface Sheet {
  title: string;
  pictures: string[];
  flaws: string[];
}

const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle', { timeout: SETTLED_MS }).catch(() => undefined);
  const busy = page.locator('[aria-busy=true]').first();
  await busy.waitFor({ state: 'detached', timeout: SETTLED_MS }).catch(() => undefined);
};

const fileOf = (title: string): string => title.replaceAll(/[^\p{L}\d]+/gu, '-');

async function sheetOf(page: Page, title: string): Promise<Sheet> {
  const pictures: string[] = [];
  const flaws = await flawsInEveryLook(page, async (look) => {
    const picture = `${fileOf(title)}-${look}.png`;
    await page.screenshot({ path: join(folder, picture), fullPage: true });
    pictures.push(picture);
  });
  flaws.push(...(await seriousAxeFindings(page, HEADINGS)));
  return { title, pictures, flaws };
}

/** The screen, and the form that its first button opens. */
async function sheetsOf(page: Page, title: string): Promise<Sheet[]> {
  const sheets = [await sheetOf(page, title)];
  const button = page.getByRole('button', { name: OPENS_A_FORM }).first();
  if (!(await button.isVisible())) return sheets;
  // Behind the open form it has no role any more.
  const name = (await button.innerText()).trim();
  await button.click();
  const opened = await page
    .getByRole('dialog')
    .first()
    .waitFor({ timeout: SETTLED_MS })
    .then(
      () => true,
      () => false,
    );
  if (!opened) return sheets;
  await settled(page);
  return [...sheets, await sheetOf(page, `${title} ${name}`)];
}

async function walk(browser: Browser, farm: FurnishedFarm, who: Who, names: Readonly<Record<string, string>>) {
  const { page, context, problems } = await visit(browser);
  const sheets: Sheet[] = [];
  for (const route of ROUTES[who]) {
    const path = filledIn(route, names);
    if (who !== 'nobody' && page.url() === 'about:blank') await enter(page, farm.http, ...farm.people[who], path);
    else await page.goto(`${farm.http}${path}`);
    await settled(page);
    const found = await sheetsOf(page, `${who} ${path}`);
    for (const { title, flaws } of found) process.stdout.write(`${title}: ${flaws.length === 0 ? 'ok' : ''}\n`);
    for (const flaw of found.flatMap(({ flaws }) => flaws)) process.stdout.write(`  ${flaw}\n`);
    sheets.push(...found);
  }
  sheets.push({ title: `${who}: console`, pictures: [], flaws: problems });
  await context.close();
  return sheets;
}

const html = (sheets: readonly Sheet[]): string => {
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const parts = sheets.map(({ title, pictures, flaws }) => {
    const images = pictures.map((name) => `<a href="${name}"><img src="${name}" alt="${name}" loading="lazy"></a>`);
    const list = flaws.map((flaw) => `<li>${escaped(flaw)}</li>`);
    return `<h2>${escaped(title)}</h2><ul>${list.join('')}</ul>${images.join('')}`;
  });
  const style = 'body{font:14px sans-serif;background:#888}img{height:420px;margin:4px;vertical-align:top}';
  return `<!doctype html><meta charset="utf-8"><title>Acequia</title><style>${style}</style>${parts.join('\n')}`;
};

mkdirSync(folder, { recursive: true });
const [farm, browser] = await Promise.all([FurnishedFarm.start(), launchBrowser()]);
const sheets: Sheet[] = [];
try {
  const punto = await farm.admin.call('puntos.crear', {
    body: {
      empresa_id: Number(farm.names['empresa_id']),
      placa_id: Number(farm.names['placa_id']),
      fuente: { tipo: 'placa', driver: 'adc', pin: 34 },
      magnitud: 'humedad_suelo',
      nombre: 'Humedad del sector 2',
    },
  });
  const names = { ...farm.names, punto_id: String(punto.id) };
  for (const who of Object.keys(ROUTES) as Who[]) sheets.push(...(await walk(browser, farm, who, names)));
} finally {
  writeFileSync(join(folder, 'index.html'), html(sheets));
  await browser.close();
  await farm.stop();
}
const flaws = sheets.flatMap((sheet) => sheet.flaws).length;
process.stdout.write(`${sheets.length} sheets, ${flaws} findings: ${join(folder, 'index.html')}\n`);
process.exit(flaws === 0 ? 0 : 1);
