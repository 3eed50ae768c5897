import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { makeCertificates } from '@acequia/local/certificates';
import { eventually, Farm, PASSWORD, publishTelemetry, SENSOR_PIN, sharedAcequia, TcpProxy } from '@acequia/testing';
import type { ApiClient, RunningAcequia } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { arrive, enter, launchBrowser, openMenu, seriousAxeFindings, visit } from './browser.js';
import { BANNER } from './panel.js';

/** The browser reaches the console over HTTPS, through a link that the test cuts: there the console is kept in the browser. */
let acequia: RunningAcequia;
let farm: Farm;
let root: ApiClient;
let board: MqttClient;
let browser: Browser;
let folder: string;
let link: TcpProxy;
let origin: string;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser(['--ignore-certificate-errors'])]);
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  board = await farm.connectBoard();
  folder = mkdtempSync(join(tmpdir(), 'acequia-offline-'));
  const files = await makeCertificates(folder, ['localhost', '127.0.0.1']);
  const console = new URL(acequia.http);
  const door = createServer({ cert: readFileSync(files.cert), key: readFileSync(files.key) }, (client) => {
    const server = connect(Number(console.port), console.hostname);
    client.pipe(server).pipe(client);
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  ends.push(() => door.close());
  const proxy = await TcpProxy.start(`https://127.0.0.1:${(door.address() as AddressInfo).port}`);
  [link, origin] = [proxy, new URL(proxy.url).origin];
});

afterAll(async () => {
  await board?.endAsync(true);
  await browser?.close();
  if (link?.listening) await link.close();
  for (const end of ends) end();
  if (folder) rmSync(folder, { recursive: true });
  await acequia?.stop();
});

beforeEach(async () => {
  link.hear();
  if (!link.listening) await link.open();
});

const say = (on: 0 | 1, t: number) =>
  publishTelemetry(board, farm.board.id, { pins: { 4: on, 5: 0 }, sensors: { [SENSOR_PIN]: { t, h: 50 } } });
const cell = (page: Page) => page.locator('[data-switch]').first();

/** What the browser keeps: the console's files, and the last state of the switches. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        found.push(decodeURIComponent(new URL(url).pathname));
    return found;
  });
const isState = (path: string) => path.startsWith('/ultimo-estado/');

/** The panel on a screen, with everything kept that it needs to open again. */
async function keptPanel(options: { phone?: boolean } = {}): Promise<{ page: Page; context: BrowserContext }> {
  const { page, context } = await visit(browser, options);
  await enter(page, origin, farm.usuario.email, PASSWORD);
  await page
    .getByText(/21\.5 °C/)
    .first()
    .waitFor();
  await eventually(async () => {
    const paths = await kept(page);
    expect(paths).toContain('/');
    expect(paths.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(5);
    expect(paths.join()).toContain('/login.page');
    expect(paths.filter(isState).join()).toContain('"switches","usuario"');
  });
  return { page, context };
}

it('opens without a connection, with the last state dimmed and its age, and becomes current again', async () => {
  await say(1, 21.5);
  const { page: first, context } = await keptPanel();
  await cell(first).getByText('ENCENDIDO').waitFor();
  await first.close();
  await link.close();
  await say(0, 30);

  const page = await context.newPage();
  await page.goto(`${origin}/`);
  await arrive(page, (url) => url.pathname === '/panel/switch');
  await page.getByText(BANNER).waitFor();
  await page.getByText(/lo último que se supo, hace \d+[sm]/).waitFor();
  const [on, off] = [page.locator('[data-switch]').nth(0), page.locator('[data-switch]').nth(1)];
  expect(await on.locator('[data-estado]').textContent()).toBe('ENCENDIDO');
  expect(await page.locator('[data-switch] [data-estado]:not([data-viejo])').count()).toBe(0);
  expect(await page.getByText('21.5 °C').isVisible()).toBe(true);
  const turnOn = off.locator('button[data-accion=on]');
  expect(await turnOn.isDisabled()).toBe(true);
  expect(await turnOn.textContent()).toBe('Sin conexión');
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).filter)).toBe('grayscale(1)');
  expect(await seriousAxeFindings(page)).toEqual([]);

  await link.open();
  await page.getByText(BANNER).waitFor({ state: 'detached' });
  await eventually(async () => expect(await on.locator('[data-estado]').textContent()).toBe('APAGADO'));
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).filter)).toBe('none');
  expect(await turnOn.textContent()).toBe('Encender');
  await context.close();
});

/** Where a farmer looks, by the words that lead there, and what stands on it that the server said. */
const screensOf = () =>
  [
    ['Dispositivos', 'Panel de Dispositivos', 'No tienes actuadores asignados.'],
    ['Riego', 'Mis programas', 'Ningún programa mueve tus switches.'],
    ['Avisos', 'Avisos', 'Todo en orden. No hay avisos abiertos.'],
    ['Comandos', 'Comandos', 'Nadie ha encendido ni apagado nada todavía.'],
    ['Mi cuenta', 'Mi cuenta', farm.usuario.email],
    ['Panel Switch', 'Panel de Estado de Switches', '21.5 °C'],
  ] as const;

it.each([
  ['cut', () => link.close()],
  ['hanging', () => link.silence()],
])('opens every screen of the farmer with its age while the connection is %s', async (_state, lose) => {
  await say(1, 21.5);
  const { page: first, context } = await keptPanel();
  const walk = async (page: Page): Promise<void> => {
    const menu = page.locator('.marco-menu');
    for (const [entry, heading, said] of screensOf()) {
      await menu.getByRole('link', { name: entry, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByText(said).first().waitFor();
    }
    await page.getByRole('link', { name: farm.switches[0]!.nombre }).first().click();
    await page.getByRole('heading', { level: 1, name: farm.switches[0]!.nombre }).waitFor();
    await page
      .getByText(/^Encendido/)
      .first()
      .waitFor();
  };
  await walk(first);
  await eventually(async () => {
    const states = (await kept(first)).filter(isState).join();
    for (const one of ['dispositivos', 'programas', 'avisos', 'comandos']) expect(states).toContain(one);
  });
  await first.close();
  await lose();
  const page = await context.newPage();
  await page.goto(`${origin}/panel/switch`);
  await page.getByText(/lo último que se supo, hace \d+[sm]/).waitFor();
  await walk(page);
  await page.getByText(/lo último que se supo, hace \d+[sm]/).waitFor();
  await context.close();
});

it('keeps no state after Salir: without a connection there is the login alone', async () => {
  await say(0, 21.5);
  const { page, context } = await keptPanel({ phone: true });
  await openMenu(page);
  await page.getByRole('button', { name: 'Salir' }).click();
  await arrive(page, (url) => url.pathname === '/login');
  await eventually(async () => expect((await kept(page)).filter(isState)).toEqual([]));
  await link.close();
  await page.goto(`${origin}/panel/switch`);
  await arrive(page, (url) => url.pathname === '/login');
  expect(await page.getByText(farm.switches[0]!.nombre).count()).toBe(0);
  await context.close();
});

it('keeps no state after a session that the server ended', async () => {
  await say(0, 21.5);
  const { page, context } = await keptPanel();
  await root.call('usuarios.suspender', { params: { id: String(farm.usuario.id) } });
  const atLogin = arrive(page, (url) => url.pathname === '/login');
  // The live connection may have told the page already.
  page
    .getByRole('button', { name: 'ACTUALIZAR AHORA' })
    .click()
    .catch(() => undefined);
  await atLogin;
  await eventually(async () => expect((await kept(page)).filter(isState)).toEqual([]));
  await context.close();
});
