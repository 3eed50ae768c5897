import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { enter, flawsOfLook, visit } from '../browser.js';
import type { FurnishedFarm } from '../specification/furnished-farm.js';
import { filledIn, type Who } from '../specification/screen.js';
import { fileOf, ROUTES, settled, type Sheet, tell, walkAs } from './sheets.js';

/**
 * `npm run pantallas:dialogos [-- folder [role]]`: presses every button of every route, for every role that has it, and what a button in a
 * dialog opens in turn; each dialog, drawer, popover and menu that opens is drawn once at 1440 px by day and at 390 px in the dark, with what
 * axe finds and what scrolls sideways. Ends with 1 if anything was found.
 */
const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'acequia-dialogos-'));
const only = process.argv[3];

const OPENED = [
  'dialog[open]',
  ...['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role=${role}]:visible`),
].join(', ');
/** They end the session, change the mode in which to look, or open what the browser draws itself. */
const NOT_PRESSED = /^(Salir|Cerrar sesi|Login|Entrar|Descargar|Imprimir|Cambiar a modo|Modo |Cerrar todas)/;
/** In a dialog: they close it, or do what was looked at only. */
const CLOSES = /^(Guardar|Cancelar|Cerrar|Volver|No,|Sí|Confirmar|Ya las guardé|Seguir)/;
const OPENS_MS = 1_500;
const MOST_BUTTONS = 60;

const LOOKS = [
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const;

interface Walk {
  page: Page;
  who: Who;
  names: Readonly<Record<string, string>>;
  /** What has been looked at. */
  known: Set<string>;
  sheets: Sheet[];
}

/** Without what differs between records: numbers, times and the farm's names. */
const kindOf = (text: string, names: Walk['names']): string =>
  Object.values(names)
    .filter((name) => name.length > 3)
    .reduce((rest, name) => rest.replaceAll(name, '·'), text)
    .replaceAll(/\d+/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Names of the buttons that can be pressed, one of each kind. */
async function buttonsOf(within: Page | Locator, names: Walk['names']): Promise<string[]> {
  const all = await within
    .locator('button:visible:enabled, [role=menuitem]:visible')
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-label') ?? (button as HTMLElement).innerText),
    );
  const kinds = new Map(all.filter((name) => name.trim() !== '').map((name) => [kindOf(name, names), name.trim()]));
  return [...kinds.values()].slice(0, MOST_BUTTONS);
}

const named = (within: Page | Locator, name: string): Locator =>
  within
    .locator('button:visible, [role=menuitem]:visible')
    .and(within.locator(`[aria-label=${JSON.stringify(name)}]`).or(within.getByText(name, { exact: true })))
    .first();

/** Presses it; the topmost thing that is open then, if it is another. */
async function openedBy(page: Page, button: Locator): Promise<Locator | null> {
  const before = await page.locator(OPENED).count();
  if (
    !(await button.click({ timeout: 3_000 }).then(
      () => true,
      () => false,
    ))
  )
    return null;
  const more = page.locator(OPENED).nth(before);
  await more.waitFor({ timeout: OPENS_MS }).catch(() => undefined);
  return (await page.locator(OPENED).count()) > before ? page.locator(OPENED).last() : null;
}

async function lookAt({ page, who, names, known, sheets }: Walk, opened: Locator, title: string): Promise<boolean> {
  await settled(page);
  const kind = kindOf((await opened.innerText()).slice(0, 400), names);
  if (known.has(kind)) return false;
  known.add(kind);
  const pictures: string[] = [];
  const flaws: string[] = [];
  for (const [size, mode] of LOOKS) {
    flaws.push(...(await flawsOfLook(page, size, mode)));
    if ((await page.locator(OPENED).count()) === 0) flaws.push(`${size}: closed when the window turned`);
    const picture = `${fileOf(`${who} ${title}`).slice(0, 120)}-${size}-${mode}.png`;
    await page.screenshot({ path: join(folder, picture) });
    pictures.push(picture);
  }
  await flawsOfLook(page, 'desktop', 'light', []);
  const sheet = { title: `${who} ${title}`, pictures, flaws };
  tell(sheet);
  sheets.push(sheet);
  return true;
}

/** Everything that the buttons of a route open, and what opens from there. */
async function dialogsOf(walk: Walk, address: string, path: string): Promise<void> {
  const { page, names } = walk;
  const again = async (): Promise<void> => {
    await page.goto(address);
    await settled(page);
  };
  for (const name of await buttonsOf(page, names)) {
    if (NOT_PRESSED.test(name)) continue;
    const opened = await openedBy(page, named(page, name));
    if (opened && (await lookAt(walk, opened, `${path} ${name}`))) {
      for (const inner of await buttonsOf(opened, names)) {
        // What opened a question bears its answer's name: a second step that is demanded ends the walk.
        if (inner === name || CLOSES.test(inner) || NOT_PRESSED.test(inner)) continue;
        const next = await openedBy(page, named(opened, inner));
        if (next) await lookAt(walk, next, `${path} ${name} ${inner}`);
        if (!next && (await opened.isVisible())) continue;
        await again();
        await openedBy(page, named(page, name));
      }
    }
    if (opened || page.url() !== address) await again();
  }
}

async function walked(browser: Browser, farm: FurnishedFarm, who: Who, names: Walk['names']): Promise<Sheet[]> {
  const { page, context, problems } = await visit(browser);
  const walk: Walk = { page, who, names, known: new Set(), sheets: [] };
  page.on('dialog', (asked) => void asked.accept());
  for (const route of ROUTES[who]) {
    const path = filledIn(route, names);
    if (who !== 'nobody' && page.url() === 'about:blank') await enter(page, farm.http, ...farm.people[who], path);
    else await page.goto(`${farm.http}${path}`);
    await settled(page);
    await dialogsOf(walk, page.url(), path).catch((error: unknown) =>
      walk.sheets.push({ title: `${who} ${path}`, pictures: [], flaws: [String(error)] }),
    );
  }
  await context.close();
  return [...walk.sheets, { title: `${who}: console`, pictures: [], flaws: problems }];
}

await walkAs(folder, only, walked);
