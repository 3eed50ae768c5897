import { eventually } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { enter, launchBrowser, visit, type Visit } from '../browser.js';
import { ADMIN_EMPRESA } from './admin-empresa.js';
import { ADMIN_GLOBAL } from './admin-global.js';
import { differences } from './compare.js';
import { FurnishedFarm } from './furnished-farm.js';
import { LOGIN } from './login.js';
import { look, rememberDrawnWords, type Seen } from './look.js';
import { filledIn, type Dialog, type Looks, type Screen, type Who } from './screen.js';
import { USUARIO } from './usuario.js';

/** Opens every screen of the tables once for each role, and compares what it shows. */
let farm: FurnishedFarm;
let browser: Browser;
/** The page of the person whose screens are walked. */
let current: (Visit & { who: Who }) | undefined;

beforeAll(async () => {
  [farm, browser] = await Promise.all([FurnishedFarm.start(), launchBrowser()]);
});

afterAll(async () => {
  await current?.context.close();
  await browser?.close();
  await farm?.stop();
});

/** Longer than any screen takes on a busy machine: only what never comes waits for it. ms */
const PATIENCE_MS = 60_000;

const SCREENS = [...LOGIN, ...ADMIN_GLOBAL, ...ADMIN_EMPRESA, ...USUARIO];

it.each(SCREENS.map((one) => [`${one.screen} (${one.path}) of ${one.who}`, one] as const))('%s', async (_, screen) => {
  const { page, problems } = await pageOf(screen.who);
  const path = filledIn(screen.path, farm.names);
  const person = screen.who === 'nobody' ? null : farm.people[screen.who];
  if (person && page.url() === 'about:blank') await enter(page, farm.http, ...person, path);
  else await page.goto(`${farm.http}${path}`);
  const found = await whatDiffers(page, [['the screen', 'body', screen], ...partsOf(screen)], path);
  if (person && LISTS.has(screen.screen)) {
    const row = await page.locator('main [role=cell], main tbody td').first().boundingBox();
    if (!row || row.y >= FIRST_DATA_PX) found.push(`the first row stands at ${row?.y} px`);
  }
  // A screen that is not right has no dialogs to look at.
  if (found.length === 0) for (const dialog of screen.dialogs ?? []) found.push(...(await ofDialog(page, dialog)));
  expect([...found, ...problems]).toEqual([]);
});

/** Lists of an administrator, whose first row stands above this. The only thing here that the specification does not fix. */
const LISTS = new Set(['Empresas', 'Usuarios', 'Dispositivos', 'Switches']);
const FIRST_DATA_PX = 200;

async function pageOf(who: Who): Promise<Visit> {
  if (current?.who === who) return current;
  await current?.context.close();
  current = { who, ...(await visit(browser)) };
  await current.page.addInitScript(rememberDrawnWords);
  return current;
}

type Place = readonly [name: string, where: string, looks: Looks];
const partsOf = ({ parts = [] }: Screen): Place[] =>
  parts.map((one) => [one.part, filledIn(one.where, farm.names), one]);

/** Looks until the page is as fixed; what then still differs, one line each. */
async function whatDiffers(page: Page, places: readonly Place[], path?: string): Promise<string[]> {
  let found: string[] = [];
  const check = async (): Promise<void> => {
    found = [];
    for (const [name, where, looks] of places) {
      const seen: Seen | null = await page.evaluate(look, where);
      const lines = seen ? differences(looks, seen, farm.names) : ['is not shown'];
      found.push(...lines.map((line) => `${name}: ${line}`));
      if (path !== undefined && seen && seen.path !== path) found.push(`${path} leads to ${seen.path}`);
    }
    if (found.length > 0) throw new Error('differs');
  };
  await eventually(check, PATIENCE_MS).catch((error: unknown) => {
    if (found.length === 0) throw error;
  });
  return found;
}

async function ofDialog(page: Page, dialog: Dialog): Promise<string[]> {
  const button = (name: string) => page.getByRole('button', { name: filledIn(name, farm.names), exact: true });
  await button(dialog.opens).click();
  const open = page.getByRole('dialog', { name: dialog.dialog, exact: true });
  await open.waitFor();
  for (const [label, text] of Object.entries(dialog.fill ?? {})) await open.getByLabel(label).fill(text);
  const found = await whatDiffers(page, [[dialog.opens, '[role=dialog]', { headings: [dialog.dialog], ...dialog }]]);
  for (const [action, question] of Object.entries(dialog.asks ?? {})) {
    await open.getByRole('button', { name: action, exact: true }).click();
    const asked = page.getByRole('alertdialog');
    await asked.waitFor();
    const text = await asked.getByRole('heading').innerText();
    if (text !== question) found.push(`${dialog.opens}: ${action} asks «${text}», not «${question}»`);
    await asked.getByRole('button', { name: 'Cancelar' }).click();
    await asked.waitFor({ state: 'detached' });
  }
  await open.getByRole('button', { name: 'Cancelar', exact: true }).click();
  if (dialog.fill) await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  await open.waitFor({ state: 'detached' });
  return found;
}
