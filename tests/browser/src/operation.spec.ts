import type { Switch } from '@acequia/contracts';
import {
  eventually,
  Farm,
  PASSWORD,
  publishTelemetry,
  SENSOR_PIN,
  sharedAcequia,
  type RunningAcequia,
} from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { at, columnas, appDialog, logIn, PATIENCE, responder } from './administration/console-walk.js';
import { launchBrowser, seriousAxeFindings } from './browser.js';
import { confirmTurnOn, openPanel } from './panel.js';
import { TestPlaca } from './test-placa.js';

/** Operating a switch: the screen shows "confirmado" only after the board confirmed. */
let acequia: RunningAcequia;
let farm: Farm;
let board: TestPlaca;
let browser: Browser;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  farm = await Farm.create(acequia, await acequia.loginAdmin());
  board = await TestPlaca.connect(farm);
});

afterAll(async () => {
  await board?.client.endAsync(true);
  await browser?.close();
  await acequia?.stop();
});

const control = (page: Page) => page.locator(`[data-mando="${farm.switches[0]!.id}"]`);
const buttonBy = (page: Page, nombre: string) => control(page).getByRole('button', { name: nombre });
const turnOn = async (page: Page): Promise<void> => {
  await buttonBy(page, 'Encender').click();
  await confirmTurnOn(page);
};
const chip = (page: Page) => page.locator(`[data-switch="${farm.switches[0]!.id}"] [data-estado]`);
const dice = (page: Page, texto: string) => control(page).getByText(texto).waitFor();

describe('a switch operated from the panel', () => {
  it('is on when the board has said so, on every screen that shows it', async () => {
    board.reaction = board.obey;
    const una = await openPanel(browser, farm, acequia.http);
    const another = await openPanel(browser, farm, acequia.http, { phone: true, dark: true });
    await turnOn(una.page);
    await dice(una.page, 'Confirmado por la placa');
    // A screen whose socket was not open yet shows it after the next read of the list.
    for (const { page } of [una, another])
      await eventually(async () => expect(await chip(page).textContent()).toBe('ENCENDIDO'));
    expect(board.orders.at(-1)).toMatchObject({ pin: 4, on: true });
    expect(board.orders.at(-1)!.exp).toBeGreaterThan(Date.now() - 60_000);
    expect(await seriousAxeFindings(another.page)).toEqual([]);
    await una.context.close();
    await another.context.close();
  });

  it('is not called confirmed by a deaf board, and the person learns of it', async () => {
    board.reaction = () => undefined;
    const { page, context } = await openPanel(browser, farm, acequia.http);
    await buttonBy(page, 'Apagar').click();
    await dice(page, 'Apagando…');
    expect(await buttonBy(page, 'Encender').isDisabled()).toBe(true);
    expect(await chip(page).textContent()).toBe('ENCENDIDO');
    await control(page).locator('[data-estado-orden=sin_respuesta], [data-estado-orden=vencido]').waitFor();
    expect(await buttonBy(page, 'Apagar').isEnabled()).toBe(true);
    // The command failed, and the screen keeps showing that.
    await control(page)
      .locator('[data-discrepancia]')
      .getByText(/^Pedido APAGADO hace .+, la placa dice ENCENDIDO$/)
      .waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    await context.close();
  });

  it("tells a refusal in the board's own words", async () => {
    board.reaction = board.refuse;
    const { page, context } = await openPanel(browser, farm, acequia.http);
    await buttonBy(page, 'Apagar').click();
    await dice(page, 'Rechazado');
    expect(await chip(page).textContent()).toBe('ENCENDIDO');
    await context.close();
  });

  it('is told once, however often the button is pressed', async () => {
    board.reaction = () => undefined;
    const { page, context } = await openPanel(browser, farm, acequia.http);
    const antes = board.orders.length;
    // A double tap on either button.
    await buttonBy(page, 'Encender').dblclick();
    const sheet = page.getByRole('dialog', { name: /^Encender / });
    await sheet.getByText('Hasta el límite').click();
    await sheet.getByRole('button', { name: /^Encender / }).dblclick();
    await eventually(() => expect(board.orders.length).toBeGreaterThan(antes));
    board.obey(board.orders.at(-1)!);
    await dice(page, 'Confirmado por la placa');
    expect(board.orders.length).toBe(antes + 1);
    await context.close();
  });

  it('whose request got no answer says so, and is told by what became of it', async () => {
    board.reaction = board.obey;
    const { page, context } = await openPanel(browser, farm, acequia.http);
    await buttonBy(page, 'Apagar').click();
    await dice(page, 'Confirmado por la placa');
    await page.route('**/api/switches/*/on', (route) => route.abort());
    await turnOn(page);
    await dice(page, 'No se sabe si la orden salió.');
    await page.unroute('**/api/switches/*/on');
    await page.route('**/api/switches/*/off', (route) => route.abort());
    await buttonBy(page, 'Apagar').click();
    await buttonBy(page, 'Apagar de nuevo').waitFor();
    await page.unroute('**/api/switches/*/off');
    // The request arrives, but its answer is lost.
    const lost: Promise<void>[] = [];
    await page.route('**/api/switches/*/on', (route) => {
      lost.push(route.fetch().then(() => route.abort()));
      return lost.at(-1);
    });
    await turnOn(page);
    await dice(page, 'Confirmado por la placa');
    expect(await chip(page).textContent()).toBe('ENCENDIDO');
    await Promise.all(lost);
    await context.close();
  });

  it('is watched by the administrator from the click to its end, whoever gave the order', async () => {
    board.reaction = () => undefined;
    const campo = await openPanel(browser, farm, acequia.http);
    const resumen = await logIn(browser, acequia, '/dashboard-empresa', [farm.admin.email, PASSWORD]);
    const line = resumen.page.locator(`[data-linea="${farm.switches[0]!.id}"]`);
    await line.waitFor({ state: 'attached' });
    const antes = board.orders.length;
    await buttonBy(campo.page, 'Apagar').click();
    await line.getByText('Apagando…').waitFor();
    await eventually(() => expect(board.orders.length).toBe(antes + 1));
    board.obey(board.orders.at(-1)!);
    await line.getByText('Confirmado por la placa').waitFor();
    // A screen opened later shows it too, because the list holds the newest command.
    await resumen.page.reload();
    await line.getByText('Confirmado por la placa').waitFor();
    await campo.context.close();
    await resumen.context.close();
  });

  it('tells the link, the data and the sensor of a board apart', async () => {
    const old = { [SENSOR_PIN]: { t: 21, h: 60 } };
    await publishTelemetry(board.client, farm.board.id, { ts: Date.now() - 20 * 60_000, sensors: old });
    await publishTelemetry(board.client, farm.board.id, { pins: { 4: 0, 5: 0 } });
    const { page, context } = await openPanel(browser, farm, acequia.http);
    await page.getByText('Placa en línea, sensor sin datos hace 20m').waitFor(PATIENCE);
    await context.close();
  });
});

describe('a switch locked out for maintenance', () => {
  const REASON = 'Gente en el pozo';

  it('cannot be turned on by anybody, says who and why on every screen, and is released after a question', async () => {
    board.reaction = board.obey;
    const [{ id, nombre, zona }] = farm.switches as [Switch];
    const campo = await openPanel(browser, farm, acequia.http);
    await buttonBy(campo.page, 'Encender').waitFor();
    const resumen = await logIn(browser, acequia, '/dashboard-empresa', [farm.admin.email, PASSWORD]);
    await resumen.page.getByRole('button', { name: `Operar ${zona} - ${nombre}` }).press('Enter');
    const sheet = appDialog(resumen.page, `${zona} - ${nombre}`);
    await sheet.getByRole('button', { name: 'Bloquear' }).click();
    await sheet.getByText('Este dato es obligatorio').waitFor();
    await sheet.getByLabel('Motivo').fill(REASON);
    await sheet.getByLabel('Motivo').press('Enter');
    await sheet.getByText('Bloqueado por mantenimiento').waitFor();
    await eventually(async () => expect(await sheet.getByRole('button', { name: 'Liberar' }).isEnabled()).toBe(true));
    expect(await seriousAxeFindings(resumen.page)).toEqual([]);

    // The end user's screen shows it by a live message.
    const aviso = control(campo.page).locator('[data-bloqueo]');
    await aviso.getByText(REASON).waitFor();
    expect(await aviso.innerText()).toContain('admin_empresa');
    expect(await buttonBy(campo.page, 'Encender').count()).toBe(0);
    expect(await buttonBy(campo.page, 'Apagar').isEnabled()).toBe(true);
    expect(await seriousAxeFindings(campo.page)).toEqual([]);
    await expect(farm.usuario.api.call('switches.encender', { params: { id }, body: {} })).rejects.toThrow(REASON);

    const consola = await logIn(browser, acequia, `/switches?empresa=${farm.empresa.id}`);
    await consola.page.getByRole('button', { name: `Operar ${nombre}` }).click();
    const global = appDialog(consola.page, `${zona} - ${nombre}`);
    await global.getByText(REASON).first().waitFor();
    await global.getByRole('button', { name: 'Liberar' }).click();
    await responder(consola.page, '¿Liberar este switch?', 'Liberar');
    await global.getByRole('button', { name: 'Bloquear' }).waitFor();
    await turnOn(campo.page);
    await dice(campo.page, 'Confirmado por la placa');
    for (const { context } of [campo, resumen, consola]) await context.close();
  });
});

describe('the list of commands', () => {
  it('tells a usuario what was asked of their switches, by whom, from where, and how it ended, as it happens', async () => {
    const { page, context } = await openPanel(browser, farm, acequia.http);
    await page.getByRole('link', { name: 'Comandos' }).click();
    await at(page, '/panel/comandos');
    // The address changes before the screen does.
    await page.getByRole('columnheader', { name: 'Cuándo' }).waitFor();
    const [{ id, nombre, zona }] = farm.switches as [Switch];
    const primera = page.getByRole('row').nth(1);
    for (const texto of [`${zona} - ${nombre}`, 'Encender', '127.0.0.1 · Chrome en Linux'])
      await primera.getByText(texto, { exact: true }).waitFor();
    await primera.locator('[data-estado-comando=confirmado]').waitFor();
    await primera.getByText(/^usuario \d/).waitFor();
    expect(await columnas(page)).toEqual(['Cuándo', 'Qué', 'Acción', 'Estado', 'Quién', 'Desde dónde', 'Detalle']);

    board.reaction = () => undefined;
    const antes = board.orders.length;
    await farm.admin.api.call('switches.apagar', { params: { id }, body: {} });
    await primera.locator('[data-estado-comando=enviado]').waitFor();
    await primera.getByText(/^admin_empresa \d/).waitFor();
    await eventually(() => expect(board.orders.length).toBe(antes + 1));
    board.obey(board.orders.at(-1)!);
    await primera.locator('[data-estado-comando=confirmado]').waitFor();

    board.reaction = board.refuse;
    await farm.admin.api.call('switches.encender', { params: { id }, body: {} });
    await page.getByLabel('Estado').selectOption('Rechazado');
    await page.getByRole('row').filter({ hasText: 'relay stuck' }).first().waitFor();
    const confirmed = page.locator('[data-estado-comando=confirmado]');
    await eventually(async () => expect(await confirmed.count()).toBe(0));
    await page.getByLabel('Estado').selectOption('Solicitado');
    await page.getByText('Ningún comando con estos filtros.').waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    await context.close();
  });

  it('is reached from a switch, filtered to it, and leaves as a CSV', async () => {
    const { page, context } = await logIn(browser, acequia, `/switches?empresa=${farm.empresa.id}`);
    const otro = farm.switches[1]!;
    await page.getByRole('button', { name: `Operar ${otro.nombre}` }).click();
    await page.getByRole('link', { name: 'Ver sus comandos' }).click();
    await at(page, '/comandos');
    await page.getByText('Ningún comando con estos filtros.').waitFor();
    const que = page.getByLabel('Switch o dispositivo');
    await eventually(async () => expect(await que.inputValue()).toBe(`switch-${otro.id}`));
    await que.selectOption('Todos');
    await page.locator('[data-estado-comando]').first().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('comandos.csv');
    await context.close();
  });

  it('is a list of cards on a phone', async () => {
    const { page, context } = await openPanel(browser, farm, acequia.http, { phone: true, dark: true });
    // The administrators' address opens the same page.
    await page.goto(`${acequia.http}/comandos`);
    await at(page, '/panel/comandos');
    await page.getByRole('listitem').first().locator('[data-estado-comando]').waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await context.close();
  });
});
