import { connectBoard, Farm, manySwitches, PASSWORD, publishTelemetry, startAcequia } from '@acequia/testing';
import { accessSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright-core';
import { quantiles } from './quantiles.js';

const SWITCHES = 200;
const SLOWER = 4;
const ROUNDS = 7;

/**
 * A phone opens the switch panel with two hundred switches, at a CPU four times slower (CDP Emulation.setCPUThrottlingRate):
 * ms from the navigation to the first paint, and to the frame that shows the switches. Yardstick: the login of the same build.
 */
export async function benchPanel(): Promise<object[]> {
  const acequia = await startAcequia();
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const root = await acequia.loginAdmin();
    const farm = await Farm.create(acequia, root);
    const { email, boards } = await manySwitches(root, farm, SWITCHES);
    for (const board of boards) {
      const client = await connectBoard(acequia.mqtt, board);
      const pins = { 4: 1, 5: 0, 12: 1, 13: 0, 14: 1, 18: 1, 19: 0, 21: 1, 22: 0, 23: 1 };
      await publishTelemetry(client, board.id, { pins, sensors: { 15: { t: 23.4, h: 55 } } });
    }
    await sleep(2_000);
    const { token, user } = await root.call('auth.entrar', { body: { email, password: PASSWORD } });
    const stored = { token, user: JSON.stringify(user) };
    const lines: object[] = [];
    for (const phone of [true, false]) {
      const login = await measure(browser, `${acequia.http}/login`, 'button[type=submit]', phone);
      const panel = await measure(browser, `${acequia.http}/panel/switch`, '[data-switch]', phone, stored);
      lines.push({
        bench: 'panel: 200 switches, 4× slower CPU, empty cache',
        screen: phone ? '390 px' : '1440 px',
        first_paint_ms: quantiles(panel.paint),
        switches_shown_ms: quantiles(panel.shown),
        yardstick_login_first_paint_ms: quantiles(login.paint),
        wanted: 'first paint < 1500 ms, switches shown < 1200 ms',
      });
    }
    return lines;
  } finally {
    await browser.close();
    await acequia.stop();
  }
}

async function measure(browser: Browser, url: string, wanted: string, phone: boolean, stored?: Record<string, string>) {
  const times = { paint: [] as number[], shown: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({
      viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
      locale: 'es-MX',
    });
    if (stored)
      await context.addInitScript((entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      }, stored);
    // The frame after the one that holds the first switch has painted it.
    await context.addInitScript((selector) => {
      const look = () => {
        if (!document.querySelector(selector)) return void requestAnimationFrame(look);
        requestAnimationFrame(() => performance.mark('shown'));
      };
      requestAnimationFrame(look);
    }, wanted);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(url);
    // The browser reports the paint a moment later.
    await page.waitForFunction(() =>
      ['shown', 'first-contentful-paint'].every((name) => performance.getEntriesByName(name).length > 0),
    );
    const { paint, shown } = await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      shown: performance.getEntriesByName('shown')[0]!.startTime,
    }));
    // The first round only warms the server's files and the browser's code cache.
    if (round > 0) {
      times.paint.push(paint);
      times.shown.push(shown);
    }
    await context.close();
  }
  return times;
}

function chromiumPath(): string {
  const found = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => {
    try {
      accessSync(path);
      return true;
    } catch {
      return false;
    }
  });
  if (!found) throw new Error('There is no Chromium here.');
  return found;
}
