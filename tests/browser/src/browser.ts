import { eventually, findBrowser } from '@acequia/testing';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? 'chromium',
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

/** A separate person: empty storage, Spanish, a desktop or a phone. */
export async function visit(browser: Browser, options: { phone?: boolean; dark?: boolean } = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: options.phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    locale: 'es-MX',
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

/** Waits until the browser has loaded a matching address. A load that a redirect interrupts is not a failure. */
export const arrive = (page: Page, there: (url: URL) => boolean): Promise<void> =>
  eventually(() => page.waitForURL(there));

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
 * Serious and critical findings of axe-core on the page. A live page changes during the check (a button may fade to disabled before
 * its colours are measured), so only findings of two checks count.
 */
export async function seriousAxeFindings(page: Page): Promise<string[]> {
  const first = await axeFindings(page);
  return first.length === 0 ? [] : axeFindings(page);
}

async function axeFindings(page: Page): Promise<string[]> {
  const { default: axe } = await import('axe-core');
  // Through the debugger's protocol: the page's own CSP would refuse an injected script element.
  await page.evaluate(axe.source);
  const findings = await page.evaluate(async () => {
    const { violations } = await (
      window as unknown as { axe: { run(): Promise<import('axe-core').AxeResults> } }
    ).axe.run();
    return violations.map(({ impact, id, nodes }) => ({
      impact,
      text: `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
    }));
  });
  return findings.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ text }) => text);
}
