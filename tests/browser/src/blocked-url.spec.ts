import { eventually, Farm, PASSWORD, publishTelemetry, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Request } from 'playwright-core';
import { enter, launchBrowser, visit } from './browser.js';
import { BANNER } from './panel.js';

/** One call that always fails does not affect the rest of the console. */
let acequia: RunningAcequia;
let farm: Farm;
/** Of the people whose network blocks sockets. */
let away: Farm;
let board: MqttClient;
let ofAway: MqttClient;
let browser: Browser;
let relay: number;

const WATCHED_MS = 30_000;
const MORE_PER_MINUTE = 30;
const SOCKET_EVERY_MS = 5_000;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  const root = await acequia.loginAdmin();
  [farm, away] = [await Farm.create(acequia, root), await Farm.create(acequia, root)];
  [board, ofAway] = [await farm.connectBoard(), await away.connectBoard()];
  const sample = { pins: { 4: 1, 5: 0 }, sensors: { 15: { t: 21, h: 50 } } };
  await publishTelemetry(board, farm.board.id, sample);
  await publishTelemetry(ofAway, away.board.id, sample);
  relay = (
    await root.call('dispositivos.crear', {
      body: { nombre: 'Bomba', shelly_id: `bomba-${farm.empresa.id}`, tipo: 'shelly_1', empresa_id: farm.empresa.id },
    })
  ).id;
});

afterAll(async () => {
  await board?.endAsync(true);
  await ofAway?.endAsync(true);
  await browser?.close();
  await acequia?.stop();
});

/** Which call fails, and how: with an error, or without any answer. */
interface Block {
  url: string;
  how: 'abort' | 'hang';
}

interface Screen {
  path: string;
  person: string;
  block?: Block;
}

/** What a page did from its opening on. */
interface Seen {
  requests: number;
  /** Sockets that the page opened beside an open one, or sooner than the pause between two allows. */
  sockets: number;
  banner: boolean;
  /** How many of the checks found Apagar disabled. */
  locked: number;
  /** True when nothing else failed or was slow, so that the findings are not caused by a busy machine. */
  calm: boolean;
  /** ms */
  during: number;
}

/** Longest answer of the other calls on a machine that is not overloaded, ms. */
const CALM_MS = 3_000;

/** Opens a screen with one call failing from before. @returns how to stay there for a while */
async function open({ path, person, block }: Screen): Promise<() => Promise<Seen>> {
  const { page, context } = await visit(browser);
  const blocked = new Set<Request>();
  if (block)
    await page.route(block.url, async (route, request) => {
      blocked.add(request);
      if (block.how === 'abort') await route.abort();
    });
  const seen: Seen = { requests: 0, sockets: 0, banner: false, locked: 0, calm: true, during: 0 };
  const asked = new Map<Request, number>();
  const overdue = (): boolean => [...asked].some(([request, at]) => !blocked.has(request) && Date.now() - at > CALM_MS);
  let sockets = 0;
  let connected = 0;
  page.on('request', (request) => {
    if (!request.url().includes('/api/')) return;
    seen.requests += 1;
    asked.set(request, Date.now());
  });
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
    connected += 1;
    if (connected > 1) seen.sockets += 1;
    socket.on('close', () => (connected -= 1));
  });
  const began = Date.now();
  await enter(page, acequia.http, person, PASSWORD, path);
  await page.getByRole('main').waitFor();
  return async () => {
    const off = page.getByRole('button', { name: /^Apagar/ });
    for (const end = Date.now() + WATCHED_MS; Date.now() < end; await sleep(500)) {
      if (overdue()) seen.calm = false;
      seen.banner ||= await page.getByText(BANNER).isVisible();
      // Reads without waiting: the button may disappear meanwhile.
      seen.locked += await off.evaluateAll((all) => all.filter((one) => (one as HTMLButtonElement).disabled).length);
    }
    await context.close();
    const during = Date.now() - began;
    return { ...seen, during, sockets: seen.sockets + Math.max(0, sockets - 2 - during / SOCKET_EVERY_MS) };
  };
}

/** Stays at all of them at once. They open one after another: six at a time would make any machine a busy one. */
async function watchAll(screens: readonly Screen[]): Promise<Seen[]> {
  const opened = [];
  for (const screen of screens) opened.push(await open(screen));
  return Promise.all(opened.map((watch) => watch()));
}

/** The same, and once more at those that a busy machine disturbed. */
async function watchCalmly(screens: readonly Screen[]): Promise<Seen[]> {
  const first = await watchAll(screens);
  const second = await watchAll(screens.filter((_, i) => !first[i]!.calm));
  return first.map((seen) => (seen.calm ? seen : second.shift()!));
}

describe('one call that always fails', () => {
  it.concurrent('costs little, opens no sockets, raises no banner and locks no Apagar', async () => {
    const abort = (url: string): Block => ({ url, how: 'abort' });
    const panel = { path: '/panel/switch', person: farm.usuario.email };
    const resumen = { path: '/dashboard-empresa', person: farm.admin.email };
    const [healthyPanel, healthyResumen, ...blocked] = await watchCalmly([
      panel,
      resumen,
      { ...panel, block: abort('**/api/switches/historial/usuario*') },
      { ...panel, block: { url: '**/api/switches/usuario*', how: 'hang' } },
      { ...panel, block: abort('**/api/health') },
      { ...resumen, block: abort(`**/api/monitor/devices/${relay}/live*`) },
    ]);
    for (const [i, seen] of blocked.entries()) {
      expect(seen.locked).toBe(0);
      if (!seen.calm) continue;
      expect(seen).toMatchObject({ sockets: 0, banner: false });
      const healthy = (i === 3 ? healthyResumen : healthyPanel)!;
      if (!healthy.calm) continue;
      const asOften = healthy.requests * Math.max(1, seen.during / healthy.during);
      expect(seen.requests).toBeLessThanOrEqual(asOften + (MORE_PER_MINUTE * seen.during) / 60_000);
    }
  });

  it.concurrent('leaves Resumen working by its REST calls where a network blocks WebSockets', async () => {
    const opened: number[] = [];
    const { page, context } = await visit(browser);
    await page.routeWebSocket(/socket\.io/, (socket) => {
      opened.push(Date.now());
      void socket.close();
    });
    await enter(page, acequia.http, away.admin.email, PASSWORD);
    const state = page.locator(`[data-switch="${away.switches[0]!.id}"] [data-estado]`);
    await state.waitFor();
    const was = await state.textContent();
    await publishTelemetry(ofAway, away.board.id, { pins: { 4: was === 'ENCENDIDO' ? 0 : 1 } });
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
