import { PASSWORD, startAcequia } from '@acequia/testing';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { launchBrowser, login, visit } from '../browser.js';
import { drawPalette } from './palette.js';
import { prepareScenes, type Scene } from './scenes.js';

/** `npm run pantallas [-- folder]`: draws the pictures of docs/pantallas again, from a real Acequia, at 1440 and 390 px, light and dark. */
const folder = process.argv[2] ?? fileURLToPath(new URL('../../../../docs/pantallas/', import.meta.url));

/** Pictures in the repository stay below 150 kB: they show one window. */
const whole = process.argv[2] !== undefined;

const FACES = [
  { suffix: 'escritorio-claro', options: {} },
  { suffix: 'escritorio-oscuro', options: { dark: true } },
  { suffix: 'telefono-claro', options: { phone: true } },
  { suffix: 'telefono-oscuro', options: { phone: true, dark: true } },
];

/** What docs/identidad.md and the README show; with a folder of one's own every state is drawn in every face. */
const EN_DOCS = new Set([
  'login-escritorio-claro',
  'panel-escritorio-claro',
  'panel-escritorio-oscuro',
  'panel-telefono-claro',
  'panel-telefono-oscuro',
  'estados-escritorio-claro',
  'estados-telefono-oscuro',
  'sin-switches-escritorio-claro',
  'sin-conexion-escritorio-claro',
  'error-lista-telefono-claro',
  'resumen-escritorio-claro',
  'situacion-escritorio-claro',
  'dialogo-escritorio-claro',
]);
const wanted = (name: string): boolean => process.argv[2] !== undefined || EN_DOCS.has(name);

async function drawLogin(browser: Browser, http: string): Promise<void> {
  for (const { suffix, options } of FACES.filter(({ suffix }) => wanted(`login-${suffix}`))) {
    const { page, context } = await visit(browser, options);
    if (!whole && !('phone' in options)) await page.setViewportSize({ width: 1100, height: 660 });
    await page.goto(`${http}/login`);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `login-${suffix}.png`) });
    await context.close();
  }
}

async function draw(
  browser: Browser,
  http: string,
  { nombre, email, password, consola, prepare }: Scene,
): Promise<void> {
  for (const { suffix, options } of FACES) {
    if (!wanted(`${nombre}-${suffix}`)) continue;
    const { page, context } = await visit(browser, options);
    await login(page, http, email, password ?? PASSWORD);
    if (consola) {
      await page.waitForURL((url) => url.pathname !== '/login');
      await page.goto(`${http}${consola.route}`);
    }
    await page
      .locator(consola?.ready ?? '[data-switch], [data-vacio]')
      .first()
      .waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    const after = await prepare?.(page);
    // The chart appears a moment after the rest.
    if (!prepare && !consola && nombre !== 'sin-switches' && nombre !== 'sin-historial')
      await page
        .locator('canvas')
        .waitFor({ timeout: 5_000 })
        .catch(() => undefined);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.screenshot({
      path: join(folder, `${nombre}-${suffix}.png`),
      fullPage: whole && nombre !== 'doscientos',
    });
    after?.();
    await context.close();
  }
}

mkdirSync(folder, { recursive: true });
const [acequia, browser] = await Promise.all([startAcequia({ env: { RATE_LIMIT_LOGIN: '1000' } }), launchBrowser()]);
try {
  await drawLogin(browser, acequia.http);
  for (const [suffix, dark] of [
    ['claro', false],
    ['oscuro', true],
  ] as const)
    await drawPalette(browser, acequia.http, dark, join(folder, `paleta-${suffix}.png`));
  for (const scene of await prepareScenes(acequia)) await draw(browser, acequia.http, scene);
} finally {
  await browser.close();
  await acequia.stop();
}
process.exit(0);
