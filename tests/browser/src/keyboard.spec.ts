import { eventually, Farm, PASSWORD, publishTelemetry, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, stored, visit } from './browser.js';
import { arrowTo, focusOf, tabTo } from './focus.js';
import { SELECTOR } from './panel.js';

/** Everything below is done with keys alone: no click, no fill, no focus call. */
let acequia: RunningAcequia;
let farm: Farm;
let board: MqttClient;
let browser: Browser;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  farm = await Farm.create(acequia, await acequia.loginAdmin(), { pairs: 2 });
  board = await farm.connectBoard();
  await publishTelemetry(board, farm.board.id, { pins: { 4: 1, 5: 0 }, sensors: { 15: { t: 21, h: 50 } } });
});

afterAll(async () => {
  await board?.endAsync(true);
  await browser?.close();
  await acequia?.stop();
});

const path = (page: Page) => new URL(page.url()).pathname;
const at = (page: Page, wanted: string) => eventually(() => expect(path(page)).toBe(wanted));

it.each([
  ['desktop, in English', { locale: 'en-US' }],
  ['phone, dark', { phone: true, dark: true }],
])('a person with a keyboard alone does everything the panel offers (%s)', async (_name, options) => {
  const { page, context, problems } = await visit(browser, options);
  const phone = 'phone' in options;
  /** Behind "Más" on a phone; at a desk the menu stands open and is one stop, its arrows lead along it. */
  const inMenu = async (here: string, name: string): Promise<void> => {
    await tabTo(page, phone ? 'Más' : here);
    if (!phone) return arrowTo(page, 'ArrowDown', name);
    await page.keyboard.press('Enter');
    await tabTo(page, name);
  };
  await page.goto(`${acequia.http}/login`);
  await page.getByRole('button', { name: 'Login' }).waitFor();
  // The email field is focused when the screen opens.
  await eventually(async () => expect((await focusOf(page)).name).toBe('Email'));
  await page.keyboard.type(farm.usuario.email);
  await tabTo(page, 'Password');
  await page.keyboard.type(PASSWORD);
  await tabTo(page, 'Mostrar contraseña');
  await tabTo(page, 'Login');
  await page.keyboard.press('Enter');
  await at(page, '/panel/switch');
  await page.locator('canvas').waitFor();

  await tabTo(page, 'Saltar al contenido');
  const list = page.locator('.panel-lista');
  if (phone) expect((await list.getByRole('button').first().boundingBox())!.y).toBeLessThan(300);
  else {
    let stops = 1;
    while (stops < 20 && (await list.locator(':focus').count()) === 0) {
      await page.keyboard.press('Tab');
      stops++;
    }
    expect(stops).toBeLessThanOrEqual(8);
  }
  await tabTo(page, 'Panel Switch');
  if (phone) await tabTo(page, 'Dispositivos');
  else await arrowTo(page, 'ArrowDown', 'Dispositivos');
  await page.keyboard.press('Enter');
  await at(page, '/panel/dispositivos');
  await page.keyboard.press(phone ? 'Shift+Tab' : 'ArrowUp');
  expect(await focusOf(page)).toEqual({ name: 'Panel Switch', hidden: null });
  await page.keyboard.press('Enter');
  await at(page, '/panel/switch');

  await tabTo(page, 'ACTUALIZAR AHORA');
  const [reloaded] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/api/switches/usuario')),
    page.keyboard.press('Enter'),
  ]);
  expect(reloaded.status()).toBe(200);
  // The pressed button keeps the focus during and after the work.
  expect(await focusOf(page)).toEqual({ name: 'ACTUALIZAR AHORA', hidden: null });

  await tabTo(page, SELECTOR);
  await page.keyboard.press('ArrowDown');
  await eventually(async () =>
    expect(await page.evaluate(() => localStorage.getItem('parSeleccionadoKey'))).toBe('Sector 2|2'),
  );
  await page.getByText('Este sitio no tiene sensor de temperatura y humedad.').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.locator('canvas').waitFor();

  await tabTo(page, 'DESCARGAR CSV TEMP/HUM');
  const [sensores] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(sensores.suggestedFilename()).toBe(`temp_hum_switch_${farm.switches[0]!.id}.csv`);

  // Day first, although this browser is American.
  await tabTo(page, 'Desde');
  await page.keyboard.type('31012020');
  await tabTo(page, 'Hasta');
  await page.keyboard.type('30122090');
  await tabTo(page, 'Filtrar');
  const [filtered] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('desde=2020-01-31&hasta=2090-12-30')),
    page.keyboard.press('Enter'),
  ]);
  expect(filtered.status()).toBe(200);
  await page.locator('table').last().getByText('Sector 1 - Válvula A1').first().waitFor();
  await tabTo(page, 'Descargar CSV Estados');
  const [estados] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(estados.suggestedFilename()).toBe(`estados_empresa_${farm.empresa.id}.csv`);

  // Tab wraps around the page back to the menu.
  await inMenu('Panel Switch', 'Mi cuenta');
  await page.keyboard.press('Enter');
  await at(page, '/panel/cuenta');
  await tabTo(page, 'Contraseña actual');
  await page.keyboard.type('no es la mía');
  await tabTo(page, 'Contraseña nueva');
  await page.keyboard.type('una clave bastante nueva');
  await tabTo(page, 'Repite la contraseña nueva');
  await page.keyboard.type('otra distinta');
  await page.keyboard.press('Enter');
  await page.getByText('Las dos contraseñas nuevas no coinciden.').waitFor();

  await inMenu('Mi cuenta', 'Salir');
  await page.keyboard.press('Enter');
  await at(page, '/login');
  expect(await stored(page, 'token')).toEqual([null]);
  expect(problems).toEqual([]);
  await context.close();
});
