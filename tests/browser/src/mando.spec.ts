import { eventually, Farm, publishTelemetry, startAcequia, type RunningAcequia } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, seriousAxeFindings } from './browser.js';
import { openPanel } from './panel.js';

/** Operating a switch from the field: the screen says "confirmado" only when the board has said so. */
let acequia: RunningAcequia;
let farm: Farm;
let board: MqttClient;
let browser: Browser;

interface Orden {
  id: string;
  pin: number;
  on: boolean;
  max_s: number;
  exp: number;
}
/** What the board was told, in order. */
const ordenes: Orden[] = [];
/** What the board does with an order. */
let reaccion: (orden: Orden) => void = () => undefined;

const obedecer = ({ id, pin, on }: Orden): void => {
  const pins = { [pin]: on ? 1 : 0 };
  board.publish(`acequia/v1/${farm.board.id}/result`, JSON.stringify({ id, ok: true, pins }), { qos: 1 });
  // As a board does whenever a pin of it changes.
  void publishTelemetry(board, farm.board.id, { pins });
};
const negarse = ({ id }: Orden): void =>
  void board.publish(`acequia/v1/${farm.board.id}/result`, JSON.stringify({ id, ok: false, error: 'relay stuck' }), {
    qos: 1,
  });

beforeAll(async () => {
  [acequia, browser] = await Promise.all([startAcequia(), launchBrowser()]);
  farm = await Farm.create(acequia, await acequia.loginAdmin());
  board = await farm.connectBoard();
  board.on('message', (topic, payload) => {
    if (!topic.endsWith('/command')) return;
    const orden = JSON.parse(payload.toString()) as Orden;
    ordenes.push(orden);
    reaccion(orden);
  });
  await board.subscribeAsync(`acequia/v1/${farm.board.id}/command`, { qos: 1 });
  await publishTelemetry(board, farm.board.id, { pins: { 4: 0, 5: 0 } });
}, 120_000);

afterAll(async () => {
  await board?.endAsync(true);
  await browser?.close();
  await acequia?.stop();
}, 30_000);

const mando = (page: Page) => page.locator(`[data-mando="${farm.switches[0]!.id}"]`);
const boton = (page: Page, nombre: 'Encender' | 'Apagar') => mando(page).getByRole('button', { name: nombre });
const chip = (page: Page) => page.locator(`[data-switch="${farm.switches[0]!.id}"] [data-estado]`);
const dice = (page: Page, texto: string) => mando(page).getByText(texto).waitFor({ timeout: 60_000 });

describe('a switch operated from the panel', () => {
  it('is on when the board has said so, on every screen that shows it', async () => {
    reaccion = obedecer;
    const una = await openPanel(browser, farm, acequia.http);
    const otra = await openPanel(browser, farm, acequia.http, { phone: true, dark: true });
    await boton(una.page, 'Encender').click();
    await dice(una.page, 'Confirmado por la placa');
    // A screen whose socket was not open yet learns of it from the next reading of the list.
    for (const { page } of [una, otra])
      await eventually(async () => expect(await chip(page).textContent()).toBe('ENCENDIDO'), 45_000);
    expect(ordenes.at(-1)).toMatchObject({ pin: 4, on: true });
    expect(ordenes.at(-1)!.exp).toBeGreaterThan(Date.now() - 60_000);
    expect(await seriousAxeFindings(otra.page)).toEqual([]);
    await una.context.close();
    await otra.context.close();
  });

  it('is not called confirmed by a deaf board, and the person learns of it', async () => {
    reaccion = () => undefined;
    const { page, context } = await openPanel(browser, farm, acequia.http);
    await boton(page, 'Apagar').click();
    await dice(page, 'Apagando…');
    expect(await boton(page, 'Encender').isDisabled()).toBe(true);
    expect(await chip(page).textContent()).toBe('ENCENDIDO');
    await mando(page)
      .locator('[data-estado-orden=sin_respuesta], [data-estado-orden=vencido]')
      .waitFor({ timeout: 90_000 });
    expect(await boton(page, 'Apagar').isEnabled()).toBe(true);
    await context.close();
  }, 150_000);

  it("tells a refusal in the board's own words", async () => {
    reaccion = negarse;
    const { page, context } = await openPanel(browser, farm, acequia.http);
    await boton(page, 'Apagar').click();
    await dice(page, 'Rechazado');
    expect(await chip(page).textContent()).toBe('ENCENDIDO');
    await context.close();
  });

  it('is told once, however often the button is pressed', async () => {
    reaccion = () => undefined;
    const { page, context } = await openPanel(browser, farm, acequia.http);
    const antes = ordenes.length;
    await boton(page, 'Encender').dblclick();
    await eventually(() => expect(ordenes.length).toBeGreaterThan(antes));
    obedecer(ordenes.at(-1)!);
    await dice(page, 'Confirmado por la placa');
    expect(ordenes.length).toBe(antes + 1);
    await context.close();
  });
});
