import { eventually, Farm, PASSWORD, publishTelemetry, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Request } from 'playwright-core';
import { enter, launchBrowser, visit } from './browser.js';
import { BANNER } from './panel.js';

/** One call that always fails does not affect the rest of the console. */
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
  /** From the opening of the page on, so that how fast it loads does not decide which are counted. */
  requests: number;
  /** Time in which they were counted, ms. */
  during: number;
  /** Sockets that the page opened beside an open one, or sooner than the pause between two allows. */
  sockets: number;
  banner: boolean;
  /** How many of the checks found Apagar disabled. */
  locked: number;
  /** True when nothing else failed or was slow, so that the findings are not caused by a busy machine. */
  calm: boolean;
}

/** Which call fails, and how: with an error, or without any answer. */
interface Block {
  url: string;
  how: 'abort' | 'hang';
}

/** Longest answer of the other calls on a machine that is not overloaded, ms. */
const CALM_MS = 3_000;
/** A busy machine may be calm in a later attempt. */
const ROUNDS = 2;

/** Stays at a screen for a while, with one call failing from before it opens. */
async function watch(path: string, person: string, block: Block | null): Promise<Seen> {
  const { page, context } = await visit(browser);
  const blocked = new Set<Request>();
  if (block)
    await page.route(block.url, async (route, request) => {
      blocked.add(request);
      if (block.how === 'abort') await route.abort();
    });
  const seen: Seen = { requests: 0, during: 0, sockets: 0, banner: false, locked: 0, calm: true };
  const asked = new Map<Request, number>();
  const overdue = (): boolean => [...asked].some(([request, at]) => !blocked.has(request) && Date.now() - at > CALM_MS);
  let sockets = 0;
  let open = 0;
  const began = Date.now();
  page.on('request', (request) => void (seen.requests += Number(request.url().includes('/api/'))));
  await enter(page, acequia.http, person, PASSWORD, path);
  await page.getByRole('main').waitFor();
  page.on('request', (request) => void (request.url().includes('/api/') && asked.set(request, Date.now())));
  page.on('requestfinished', (request) => {
    if (overdue()) seen.calm = false;
    asked.delete(request);
  });
  page.on('requestfailed', (request) => {
    // A request that the page aborted itself, for a newer screen or answer, is no failure.
    if (!blocked.has(request) && !request.failure()?.errorText.includes('ABORTED')) seen.calm = false;
    asked.delete(request);
  });
  page.on('websocket', (socket) => {
    sockets += 1;
    open += 1;
    if (open > 1) seen.sockets += 1;
    socket.on('close', () => (open -= 1));
  });
  const off = page.getByRole('button', { name: /^Apagar/ });
  for (const end = Date.now() + WATCHED_MS; Date.now() < end; await sleep(500)) {
    if (overdue()) seen.calm = false;
    seen.banner ||= await page.getByText(BANNER).isVisible();
    // Reads without waiting: the button may disappear meanwhile.
    seen.locked += await off.evaluateAll((all) => all.filter((one) => (one as HTMLButtonElement).disabled).length);
  }
  seen.during = Date.now() - began;
  seen.sockets += Math.max(0, sockets - 2 - WATCHED_MS / SOCKET_EVERY_MS);
  await context.close();
  return seen;
}

/** Repeats the visit until the machine was calm during it. */
async function calmly(path: string, person: string, block: Block | null): Promise<Seen> {
  let seen = await watch(path, person, block);
  for (let round = 1; !seen.calm && round < ROUNDS; round++) seen = await watch(path, person, block);
  return seen;
}

describe('one call that always fails', () => {
  it('costs little, opens no sockets, raises no banner and locks no Apagar', async () => {
    const panel = (block: Block | null) => calmly('/panel/switch', farm.usuario.email, block);
    const resumen = (block: Block | null) => calmly('/dashboard-empresa', farm.admin.email, block);
    const abort = (url: string): Block => ({ url, how: 'abort' });
    const [healthyPanel, healthyResumen, ...blocked] = await Promise.all([
      panel(null),
      resumen(null),
      panel(abort('**/api/switches/historial/usuario*')),
      panel({ url: '**/api/switches/usuario*', how: 'hang' }),
      panel(abort('**/api/health')),
      resumen(abort(`**/api/monitor/devices/${relay}/live*`)),
    ]);
    for (const [i, seen] of blocked.entries()) {
      expect(seen.locked).toBe(0);
      if (!seen.calm) continue;
      expect(seen).toMatchObject({ sockets: 0, banner: false });
      const healthy = i === 3 ? healthyResumen : healthyPanel;
      if (!healthy.calm) continue;
      const asOften = healthy.requests * Math.max(1, seen.during / healthy.during);
      expect(seen.requests).toBeLessThanOrEqual(asOften + (MORE_PER_MINUTE * seen.during) / 60_000);
    }
  });

  it('leaves Resumen working by its REST calls where a network blocks WebSockets', async () => {
    const opened: number[] = [];
    const { page, context } = await visit(browser);
    await page.routeWebSocket(/socket\.io/, (socket) => {
      opened.push(Date.now());
      void socket.close();
    });
    await enter(page, acequia.http, farm.admin.email, PASSWORD);
    const state = page.locator(`[data-switch="${farm.switches[0]!.id}"] [data-estado]`);
    await state.waitFor();
    const was = await state.textContent();
    await publishTelemetry(board, farm.board.id, { pins: { 4: was === 'ENCENDIDO' ? 0 : 1 } });
    await eventually(async () => expect(await state.textContent()).toBe(was === 'ENCENDIDO' ? 'APAGADO' : 'ENCENDIDO'));
    expect(await state.getAttribute('data-viejo')).toBeNull();
    expect(await page.getByText(BANNER).count()).toBe(0);
    await eventually(() => expect(opened.length).toBeGreaterThan(2));
    // A busy machine reports openings late, so two may seem close: their number decides.
    const during = opened.at(-1)! - opened[0]!;
    expect(opened.length).toBeLessThanOrEqual(2 + Math.ceil(during / SOCKET_EVERY_MS));
    await context.close();
  });
});
