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

/** What a page said in its console, and what went wrong in it. */
const said = new WeakMap<Page, string[]>();

/** A page that is still open when the browser closes is where a test failed: what stood there is not seen otherwise. */
async function tellWhatStands(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const text = await page.innerText('body', { timeout: 5_000 }).catch((error: unknown) => String(error));
    const heard = (said.get(page) ?? []).slice(-10).join(' · ') || 'nothing in its console';
    // In few lines: who looks at a failure in CI sees a part of the output.
    // Its beginning says which page, its end which dialogs.
    const line = text.replace(/\s+/g, ' ');
    const seen = line.length > 900 ? `${line.slice(0, 300)} … ${line.slice(-600)}` : line;
    console.log(`${page.url()} stood open: ${seen}\n${heard.slice(0, 1_500)}`);
  }
}

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** Exceptions and CSP violations the page ran into. */
  problems: string[];
}

/** A person of their own: fresh storage, Spanish, a desktop or a phone. */
export async function visit(browser: Browser, options: { phone?: boolean; dark?: boolean } = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: options.phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    locale: 'es-MX',
    // What fades in has, for a moment, no contrast.
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  const page = await context.newPage();
  // A bound for what never comes, not for how fast it comes: machines are busy.
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

/** Waits until the browser is at such an address and has loaded it. A load that another one cuts short is only the way there. */
export const arrive = (page: Page, there: (url: URL) => boolean): Promise<void> =>
  eventually(() => page.waitForURL(there));

/** Logs in through the form, as a person does. */
export async function login(page: Page, http: string, email: string, password: string): Promise<void> {
  await page.goto(`${http}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/**
 * Serious and critical findings of axe-core on the page. A live page changes while axe looks at it (a button that was enabled when it
 * began has faded into a disabled one when its colours are measured), so a finding is what a second look finds too.
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
