import { eventually, requireBrowser } from '@acequia/testing';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await requireBrowser(console.error),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...more,
    ],
  });
  const close = browser.close.bind(browser);
  browser.close = async (options) => {
    for (const context of browser.contexts()) await tellWhatStands(context);
    await close(options);
  };
  return browser;
}

/** A page's console output and its errors. */
const said = new WeakMap<Page, string[]>();

/** Pages still open when the browser closes belong to a failed test, so their content is printed. */
async function tellWhatStands(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const text = await page.innerText('body', { timeout: 5_000 }).catch((error: unknown) => String(error));
    const heard = (said.get(page) ?? []).slice(-10).join(' · ') || 'nothing in its console';
    // Few lines, because CI shows only a part of the output.
    // The beginning names the page, and the end shows open dialogs.
    const line = text.replace(/\s+/g, ' ');
    const seen = line.length > 900 ? `${line.slice(0, 300)} … ${line.slice(-600)}` : line;
    console.log(`${page.url()} stood open: ${seen}\n${heard.slice(0, 1_500)}`);
  }
}

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** Exceptions and CSP violations of the page. */
  problems: string[];
}

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

type Size = keyof typeof SIZES;
type Mode = 'light' | 'dark';

/** A separate person: empty storage, a browser in Spanish or another language, a desktop or a phone. */
export async function visit(
  browser: Browser,
  options: { phone?: boolean; dark?: boolean; locale?: string } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: options.phone ? SIZES.phone : SIZES.desktop,
    colorScheme: options.dark ? 'dark' : 'light',
    locale: options.locale ?? 'es-MX',
    // Text that fades in lacks contrast for a moment.
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  const page = await context.newPage();
  // Generous, because it limits only waits for something that never happens.
  page.setDefaultTimeout(90_000);
  const problems: string[] = [];
  const lines: string[] = [];
  said.set(page, lines);
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    lines.push(message.text());
    if (message.type() === 'error' && /Content Security Policy/.test(message.text())) problems.push(message.text());
  });
  return { context, page, problems };
}

/** Closes a context in which a test answers requests itself: the answer that is under way is nobody's any more. */
export async function leave(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/** Waits until the browser has loaded a matching address. A load that a redirect interrupts is not a failure. */
export const arrive = (page: Page, there: (url: URL) => boolean): Promise<void> =>
  eventually(() => page.waitForURL(there));

/** What the browser keeps under these names. The page may be replaced meanwhile, as when a session ends. */
export const stored = (page: Page, ...names: string[]): Promise<(string | null)[]> =>
  eventually(() => page.evaluate((all) => all.map((name) => localStorage.getItem(name)), names));

/** Opens the whole menu of a phone. */
export const openMenu = (page: Page): Promise<void> => page.getByRole('button', { name: 'Más', exact: true }).click();

/** Chooses an admin_global's company in the frame. */
export async function chooseEmpresa(page: Page, nombre: string): Promise<void> {
  await page.getByRole('button', { name: /^Empresa: / }).click();
  await page.getByRole('dialog').getByRole('option', { name: nombre }).click();
}

/** Logs in through the form, as a person does. */
export async function login(page: Page, http: string, email: string, password: string): Promise<void> {
  await page.goto(`${http}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Opens the console as a person who has logged in before: with a new session in the browser, without the form. */
export async function enter(page: Page, http: string, email: string, password: string, path = '/'): Promise<void> {
  // The origin needs a document to hold the session; the console's own would first show the login.
  const blank = `${http}/vacio`;
  await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(blank);
  await page.evaluate(
    async (person) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch('/api/auth/login', { method: 'POST', headers, body: JSON.stringify(person) });
      const { token, user } = (await answer.json()) as { token?: string; user: unknown };
      if (token === undefined) throw new Error(`the login was refused: ${answer.status}`);
      localStorage.setItem('token', token);
      localStorage.setItem('user', JSON.stringify(user));
    },
    { email, password },
  );
  await page.unroute(blank);
  await page.goto(`${http}${path}`);
}

/**
 * Serious and critical findings of axe-core on the page, of all rules or of those named. A live page changes during the check (a button may
 * fade to disabled before its colours are measured), so only findings of two checks count.
 */
export async function seriousAxeFindings(page: Page, rules?: string[]): Promise<string[]> {
  const first = await axeFindings(page, rules);
  return first.length === 0 ? [] : axeFindings(page, rules);
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  // Through the debugger's protocol: the page's own CSP would refuse an injected script element.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(AXE, 'utf8'));
  const findings = await page.evaluate(async (values) => {
    // What lies behind the browser's own dialog is inert, which axe does not know.
    const shown = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
    const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run(shown, {
      // Axe describes what it reports, and fetches the style sheets for rules that are not on.
      resultTypes: ['violations'],
      preload: false,
      ...(values && { runOnly: { type: 'rule' as const, values } }),
    });
    return violations.map(({ impact, id, nodes }) => ({
      impact,
      text: `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
    }));
  }, rules);
  return findings.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ text }) => text);
}

/** Axe's rules that depend on colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Serious findings of axe, of all rules or of those named, and scrolling sideways, of the page as it is now, at one size and in one mode. */
export async function flawsOfLook(page: Page, size: Size, mode: Mode, rules?: string[]): Promise<string[]> {
  await page.setViewportSize(SIZES[size]);
  await page.evaluate(showIn, mode);
  const found = rules?.length === 0 ? [] : await seriousAxeFindings(page, rules);
  if (await page.evaluate(isWide)) found.push('wide');
  return found.map((flaw) => `${size}, ${mode}: ${flaw}`);
}

/**
 * Serious findings of axe and scrolling sideways, of the page as it is now: on a phone and at a desk, by day and in the dark. `seen` is
 * called in each look.
 */
export async function flawsInEveryLook(page: Page, seen?: (look: string) => Promise<void>): Promise<string[]> {
  const flaws: string[] = [];
  for (const size of ['phone', 'desktop'] as const) {
    for (const mode of ['light', 'dark'] as const) {
      flaws.push(...(await flawsOfLook(page, size, mode, mode === 'dark' ? OF_COLOURS : undefined)));
      await seen?.(`${size}-${mode}`);
    }
  }
  return flaws;
}

/** In the page: it, or a list in it, scrolls sideways. */
const isWide = (): boolean =>
  [document.documentElement, ...document.querySelectorAll('.lista[data-caja]')].some(
    (one) => one.scrollWidth > one.clientWidth,
  );

/** In the page: what the console does when a person chooses a mode; resolves when it is drawn. */
function showIn(mode: Mode): Promise<unknown> {
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(mode);
  root.style.colorScheme = mode;
  return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}
