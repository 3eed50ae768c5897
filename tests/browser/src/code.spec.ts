import { eventually, Farm, publishTelemetry, SENSOR_PIN, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.js';
import { openPanel } from './panel.js';

let acequia: RunningAcequia;
let farm: Farm;
let browser: Browser;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  farm = await Farm.create(acequia, await acequia.loginAdmin());
  const placa = await farm.connectBoard();
  await publishTelemetry(placa, farm.board.id, { pins: { 4: 1, 5: 0 }, sensors: { [SENSOR_PIN]: { t: 22.5, h: 48 } } });
  await placa.endAsync();
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

const PART_FAILURE = 'No se pudo mostrar esta parte. Se intenta de nuevo sola.';

describe('code that does not come', () => {
  it('of a chart or a table leaves the switches standing, and is asked for again', async () => {
    const { page, context } = await openPanel(browser, farm, acequia.http);
    const partes = /assets\/(sensor-chart|event-table)/;
    await page.route(partes, (route) => route.abort());
    await page.clock.install();
    await page.reload();
    await page.getByText(PART_FAILURE).nth(1).waitFor();
    const chip = page.locator(`[data-switch="${farm.switches[0]!.id}"]:visible [data-estado]`);
    expect(await chip.textContent()).toBe('ENCENDIDO');
    await page.unroute(partes);
    await page.clock.fastForward(30_000);
    await page.locator('canvas').waitFor();
    await page.getByRole('columnheader', { name: 'Fecha y hora' }).waitFor();
    expect(await page.getByText(PART_FAILURE).count()).toBe(0);
    await context.close();
  });

  it('of a screen leaves the menu, by which the others can be reached, and it too once it comes', async () => {
    const { page, context } = await openPanel(browser, farm, acequia.http);
    const screen = /assets\/device-panel/;
    const error = page.getByRole('heading', { name: 'Algo salió mal en esta pantalla' });
    await page.route(screen, (route) => route.abort());
    const menu = page.getByRole('navigation');
    await menu.getByRole('link', { name: 'Dispositivos' }).click();
    await error.waitFor();
    await menu.getByRole('link', { name: 'Panel Switch' }).click();
    await page.getByRole('heading', { name: 'Panel de Estado de Switches' }).waitFor();
    await page.unroute(screen);
    await menu.getByRole('link', { name: 'Dispositivos' }).click();
    await page.getByRole('heading', { name: 'Mis Dispositivos' }).waitFor();
    await context.close();
  });

  it('of a file is told, to an end user too', async () => {
    const [sw] = farm.switches;
    const root = await acequia.loginAdmin();
    await root.call('switches.apagar', { params: { id: String(sw!.id) } });
    const { page, context } = await openPanel(browser, farm, acequia.http);
    await page.route(/assets\/papaparse/, (route) => route.abort());
    await page.goto(`${acequia.http}/panel/comandos`);
    await page
      .getByRole('cell', { name: new RegExp(sw!.nombre) })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'CSV' }).click();
    await page.getByRole('alert').getByText('No se pudo descargar el archivo.').waitFor();
    await context.close();
  });

  it('of a screen is loaded again by itself where nobody presses the button', async () => {
    const { page, context } = await openPanel(browser, farm, acequia.http);
    const screen = /assets\/device-panel/;
    await page.clock.install();
    await page.route(screen, (route) => route.abort());
    await page.getByRole('navigation').getByRole('link', { name: 'Dispositivos' }).click();
    await page.getByRole('heading', { name: 'Algo salió mal en esta pantalla' }).waitFor();
    await page.unroute(screen);
    await page.clock.fastForward(70_000);
    await page.getByRole('heading', { name: 'Mis Dispositivos' }).waitFor();
    await context.close();
  });
});

describe('a console that stays open while the server is updated', () => {
  it('says so once the connection is back, and takes the new one with the next navigation, never in the middle of a form', async () => {
    const { page, context } = await openPanel(browser, farm, acequia.http);
    const banner = page.getByText('Hay una versión nueva de la consola.');
    const restart = (): boolean => process.kill(acequia.services['api-gateway']![0]!, 'SIGKILL');
    // A page whose live connection was not there yet asks for the version only after it was there and was lost.
    const restarting = <T>(until: Promise<T>): Promise<T> => {
      const again = setInterval(restart, 15_000);
      return until.finally(() => clearInterval(again));
    };
    const asked = page.waitForResponse((one) => one.url() === `${acequia.http}/` && one.request().method() === 'GET');
    restart();
    await (await restarting(asked)).finished();
    expect(await banner.count()).toBe(0);
    const another = (await (await fetch(`${acequia.http}/`)).text()).replace(
      /assets\/index-[^.]+/,
      'assets/index-otra',
    );
    expect(another).toContain('index-otra');
    await page.route(`${acequia.http}/`, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ contentType: 'text/html', body: another })
        : route.continue(),
    );
    await page.getByRole('link', { name: 'Mi cuenta' }).click();
    const field = page.getByLabel('Contraseña actual');
    await field.fill('a medio escribir');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const isSame = () => page.evaluate(() => 'sameDocument' in window);
    restart();
    await restarting(banner.waitFor());
    await eventually(async () => expect((await fetch(`${acequia.http}/`)).ok).toBe(true));
    expect([await field.inputValue(), await isSame()]).toEqual(['a medio escribir', true]);
    // What was written goes with its screen; the navigation after it is free.
    const menu = page.getByRole('navigation');
    await menu.getByRole('link', { name: 'Panel Switch' }).click();
    await page.getByRole('heading', { name: 'Panel de Estado de Switches' }).waitFor();
    await field.waitFor({ state: 'detached' });
    await page.waitForTimeout(600);
    expect(await isSame()).toBe(true);
    const reloaded = page.waitForEvent('load');
    await menu.getByRole('link', { name: 'Dispositivos' }).click();
    await reloaded;
    await page.getByRole('heading', { name: 'Panel de Dispositivos' }).waitFor();
    expect(await banner.count()).toBe(0);
    await context.close();
  });
});
