import { requireBrowser } from '@acequia/testing';
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';

/** The first round only warms the server's files. */
const WARM_UP = 1;

export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await requireBrowser(console.error),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });

/** Slow 4G of Chromium's own tools: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
export const SLOWER = 4;

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };

interface Opening {
  url: string;
  /** CSS selector of what the person waits for. */
  wanted: string;
  viewport: NonNullable<BrowserContextOptions['viewport']>;
  rounds: number;
  /** How many times slower than this machine's the CPU is. */
  slower?: number;
  slow4g?: boolean;
  /** Entries of localStorage, for example a session. */
  stored?: Record<string, string> | undefined;
}

export interface Opened {
  /** ms from the navigation to the first paint. */
  paint: number[];
  /** ms from the navigation to the frame that shows what is wanted. */
  shown: number[];
  /** Requests of the fullest round, until what is wanted was shown; files are among them. */
  requests: number;
}

/** Opens a screen again and again, each time with an empty cache. */
export async function opened(browser: Browser, opening: Opening): Promise<Opened> {
  const { url, wanted, viewport, rounds, slower = 1, slow4g = false, stored = {} } = opening;
  const times: Opened = { paint: [], shown: [], requests: 0 };
  for (let round = 0; round < rounds + WARM_UP; round++) {
    const context = await browser.newContext({ viewport, locale: 'es-MX' });
    await context.addInitScript((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, stored);
    // The frame after the one that holds the element has painted it.
    await context.addInitScript((selector) => {
      const look = () => {
        if (!document.querySelector(selector)) return void requestAnimationFrame(look);
        requestAnimationFrame(() => performance.mark('shown'));
      };
      requestAnimationFrame(look);
    }, wanted);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
    if (slow4g) {
      await cdp.send('Network.enable');
      await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
    }
    let requests = 0;
    page.on('request', () => requests++);
    await page.goto(url);
    // The browser reports the paint a moment later.
    await page.waitForFunction(() =>
      ['shown', 'first-contentful-paint'].every((name) => performance.getEntriesByName(name).length > 0),
    );
    times.requests = Math.max(times.requests, requests);
    const { paint, shown } = await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      shown: performance.getEntriesByName('shown')[0]!.startTime,
    }));
    if (round >= WARM_UP) {
      times.paint.push(paint);
      times.shown.push(shown);
    }
    await context.close();
  }
  return times;
}
