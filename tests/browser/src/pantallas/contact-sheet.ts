import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { enter, flawsInEveryLook, seriousAxeFindings, visit } from '../browser.js';
import type { FurnishedFarm } from '../specification/furnished-farm.js';
import { filledIn, type Who } from '../specification/screen.js';
import { fileOf, ROUTES, settled, SETTLED_MS, type Sheet, tell, walkAs } from './sheets.js';

/**
 * `npm run pantallas:todas [-- folder [role]]`: every route for every role that has it, at 390 and 1440 px, light and dark, on one page to look at
 * (`index.html`), with what axe finds, what is wider than its window, and headings out of order. Buttons that open a form are pressed. Ends
 * with 1 if anything was found.
 */
const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'acequia-pantallas-'));
const only = process.argv[3];

/** What axe calls moderate, and a person who jumps from heading to heading does not. */
const HEADINGS = ['heading-order', 'page-has-heading-one'];
const OPENS_A_FORM = /^(Nuev[oa]|Agregar|Registrar|Crear) /;

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
    found.forEach(tell);
    sheets.push(...found);
  }
  sheets.push({ title: `${who}: console`, pictures: [], flaws: problems });
  await context.close();
  return sheets;
}

await walkAs(folder, only, walk);
