import { Farm, PASSWORD, publishTelemetry, SENSOR_PIN, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { Browser, Page, Route } from 'playwright-core';
import { arrive, launchBrowser, login, visit } from './browser.js';

/** Two tabs of one browser share a session; the phone's clock may be wrong. */
let acequia: RunningAcequia;
let farm: Farm;
let another: Farm;
let browser: Browser;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  const root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  another = await Farm.create(acequia, root);
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

const arriveAt = (page: Page, pathname: string) => arrive(page, (url) => url.pathname === pathname);

describe('a tab', () => {
  it('ends when the person logs out in another tab, and begins again as the person who logs in there', async () => {
    const { page: firstTab, context } = await visit(browser);
    await login(firstTab, acequia.http, farm.admin.email, PASSWORD);
    await firstTab.getByRole('heading', { name: `Bienvenido ${farm.empresa.nombre}.` }).waitFor();
    // No request of the first tab can reveal the change.
    await firstTab.route('**/api/**', (route) => route.abort());
    const secondTab = await context.newPage();
    await secondTab.goto(`${acequia.http}/usuarios`);
    await secondTab.getByRole('button', { name: 'Salir' }).click();
    await arriveAt(firstTab, '/login');
    await firstTab.unroute('**/api/**');

    await login(secondTab, acequia.http, farm.admin.email, PASSWORD);
    await arriveAt(secondTab, '/dashboard-empresa');
    await firstTab.goto(`${acequia.http}/placas`);
    await firstTab.getByText(String(farm.board.id), { exact: true }).first().waitFor();
    // Another person's session replaces the stored one directly.
    const { token, user } = await acequia
      .api()
      .call('auth.entrar', { body: { email: another.admin.email, password: PASSWORD } });
    await secondTab.evaluate(
      ([clave, persona]) => {
        localStorage.setItem('token', clave!);
        localStorage.setItem('user', persona!);
      },
      [token, JSON.stringify(user)],
    );
    await firstTab.getByText(String(another.board.id), { exact: true }).first().waitFor();
    expect(await firstTab.getByText(String(farm.board.id), { exact: true }).count()).toBe(0);
    await context.close();
  });

  it('whose old session is refused late does not take the new one with it', async () => {
    const { page, context } = await visit(browser);
    await login(page, acequia.http, farm.usuario.email, PASSWORD);
    await arriveAt(page, '/panel/switch');
    await page.getByRole('button', { name: 'ACTUALIZAR AHORA' }).waitFor();
    // Requests of the old session are refused after the new one begins; a repeated request cancels its predecessor.
    let release = (): void => undefined;
    let requested = (): void => undefined;
    const held = new Promise<void>((ready) => (requested = ready));
    let loose = false;
    const onRelease = new Promise<void>((ready) => (release = ready)).then(() => (loose = true));
    await page.route('**/api/switches/usuario*', async (route: Route) => {
      if (loose) return route.continue();
      requested();
      await onRelease;
      await route.fulfill({ status: 401, contentType: 'application/json', body: '{}' }).catch(() => undefined);
    });
    await page.getByRole('button', { name: 'ACTUALIZAR AHORA' }).click();
    await held;
    // Acts like another tab.
    const { token } = await acequia
      .api()
      .call('auth.entrar', { body: { email: farm.usuario.email, password: PASSWORD } });
    await page.evaluate((fresh) => localStorage.setItem('token', fresh), token);
    const loaded = page.waitForEvent('load');
    release();
    await loaded;
    await arriveAt(page, '/panel/switch');
    await page.getByRole('button', { name: 'ACTUALIZAR AHORA' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token);
    await context.close();
  });
});

describe('a phone whose clock is three hours slow', () => {
  it('tells ages by the clock of the server, and asks for the history up to its present', async () => {
    const board = await farm.connectBoard();
    const { page, context } = await visit(browser, { phone: true });
    await context.addInitScript(() => {
      const delay = 3 * 3_600_000;
      const realNow = Date.now.bind(Date);
      Date.now = () => realNow() - delay;
    });
    await login(page, acequia.http, farm.usuario.email, PASSWORD);
    const cell = page.locator(`[data-switch="${farm.switches[0]!.id}"]:visible`);
    await cell.waitFor();
    await publishTelemetry(board, farm.board.id, { pins: { 4: 1 }, sensors: { [SENSOR_PIN]: { t: 21, h: 60 } } });
    await cell.getByText('ENCENDIDO').waitFor();
    await cell.getByText(/^hace \d+s$/).waitFor();
    expect(await cell.locator('[data-viejo]').count()).toBe(0);
    const requested = page.waitForRequest((request) => request.url().includes('/api/switches/historial/serie'));
    await page.getByRole('button', { name: '24 h', exact: true }).click();
    const hasta = Number(new URL((await requested).url()).searchParams.get('hasta'));
    expect(Math.abs(Date.now() - hasta)).toBeLessThan(60_000);
    await board.endAsync(true);
    await context.close();
  });
});
