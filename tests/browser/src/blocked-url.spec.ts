import { eventually, Farm, PASSWORD, publishTelemetry, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, login, visit } from './browser.js';
import { BANNER } from './panel.js';

/** What one call that always fails does to the rest of the console: nothing. */
let acequia: RunningAcequia;
let farm: Farm;
let board: MqttClient;
let browser: Browser;
let relay: number;

const WATCHED_MS = 30_000;
const MORE_PER_MINUTE = 30;
const SOCKET_EVERY_MS = 5_000;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  const root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  board = await farm.connectBoard();
  await publishTelemetry(board, farm.board.id, { pins: { 4: 1, 5: 0 }, sensors: { 15: { t: 21, h: 50 } } });
  relay = (
    await root.call('dispositivos.crear', {
      body: { nombre: 'Bomba', shelly_id: `bomba-${farm.empresa.id}`, tipo: 'shelly_1', empresa_id: farm.empresa.id },
    })
  ).id;
});

afterAll(async () => {
  await board?.endAsync(true);
  await browser?.close();
  await acequia?.stop();
});

interface Seen {
  requests: number;
  sockets: number;
  banner: boolean;
  /** Apagar was locked in so many of the looks at it. */
  locked: number;
}

/** A person at a screen for a while. @param block makes one thing fail before the screen is opened */
async function watch(path: string, person: string, block: Block): Promise<Seen> {
  const { page, context } = await visit(browser);
  await login(page, acequia.http, person, PASSWORD);
  await page.getByRole('main').waitFor();
  await block(page);
  const seen: Seen = { requests: 0, sockets: 0, banner: false, locked: 0 };
  page.on('request', (request) => {
    if (request.url().includes('/api/')) seen.requests += 1;
  });
  page.on('websocket', () => (seen.sockets += 1));
  await page.goto(`${acequia.http}${path}`);
  await page.getByRole('main').waitFor();
  const off = page.getByRole('button', { name: /^Apagar/ });
  for (const end = Date.now() + WATCHED_MS; Date.now() < end; await sleep(500)) {
    seen.banner ||= await page.getByText(BANNER).isVisible();
    for (const button of await off.all()) if (await button.isDisabled()) seen.locked += 1;
  }
  await context.close();
  return seen;
}

type Block = (page: Page) => Promise<void>;
const nothing: Block = async () => undefined;
const abort =
  (url: string): Block =>
  async (page) =>
    void (await page.route(url, (route) => route.abort()));
const hang =
  (url: string): Block =>
  async (page) =>
    void (await page.route(url, () => undefined));

describe('one call that always fails', () => {
  it('costs little, opens no sockets, raises no banner and locks no Apagar', async () => {
    const panel = (block: Block) => watch('/panel/switch', farm.usuario.email, block);
    const resumen = (block: Block) => watch('/dashboard-empresa', farm.admin.email, block);
    const live = abort(`**/api/monitor/devices/${relay}/live*`);
    const [healthyPanel, healthyResumen, ...blocked] = await Promise.all([
      panel(nothing),
      resumen(nothing),
      panel(abort('**/api/switches/historial/usuario*')),
      panel(hang('**/api/switches/usuario*')),
      panel(abort('**/api/health')),
      resumen(live),
    ]);
    for (const [i, seen] of blocked.entries()) {
      const healthy = i === 3 ? healthyResumen : healthyPanel;
      const most = healthy!.requests + (MORE_PER_MINUTE * WATCHED_MS) / 60_000;
      expect(seen.requests).toBeLessThanOrEqual(most);
      expect(seen).toMatchObject({ banner: false, locked: 0 });
      // The log-in before it opens one of its own.
      expect(seen.sockets).toBeLessThanOrEqual(2);
    }
  });

  it('leaves Resumen working by its REST calls where a network blocks WebSockets', async () => {
    const opened: number[] = [];
    const { page, context } = await visit(browser);
    await page.routeWebSocket(/socket\.io/, (socket) => {
      opened.push(Date.now());
      void socket.close();
    });
    await login(page, acequia.http, farm.admin.email, PASSWORD);
    const state = page.locator(`[data-switch="${farm.switches[0]!.id}"] [data-estado]`);
    await state.waitFor();
    const was = await state.textContent();
    await publishTelemetry(board, farm.board.id, { pins: { 4: was === 'ENCENDIDO' ? 0 : 1 } });
    await eventually(async () => expect(await state.textContent()).toBe(was === 'ENCENDIDO' ? 'APAGADO' : 'ENCENDIDO'));
    expect(await state.getAttribute('data-viejo')).toBeNull();
    expect(await page.getByText(BANNER).count()).toBe(0);
    await eventually(() => expect(opened.length).toBeGreaterThan(2));
    for (const [i, at] of opened.entries())
      if (i > 0) expect(at - opened[i - 1]!).toBeGreaterThan(SOCKET_EVERY_MS - 500);
    await context.close();
  });
});
