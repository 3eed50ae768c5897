import { eventually, Farm, PASSWORD, publishTelemetry, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import type { Browser, Page } from 'playwright-core';
import { arrive, enter, launchBrowser, stored, visit } from './browser.js';
import { controls, freeze, openPanel } from './panel.js';

/** Failures at the login and the switch panel, with parts of the running system really stopped. */
let acequia: RunningAcequia;
let farm: Farm;
let board: MqttClient;
let browser: Browser;
const thaws = new Set<() => void>();

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  farm = await Farm.create(acequia, await acequia.loginAdmin());
  board = await farm.connectBoard();
  await publishTelemetry(board, farm.board.id, { pins: { 4: 1, 5: 0 }, sensors: { 15: { t: 21, h: 50 } } });
});

afterEach(() => thaw());

afterAll(async () => {
  thaw();
  await board?.endAsync(true);
  await browser?.close();
  await acequia?.stop();
});

const stopService = (service: string): void => void thaws.add(freeze(acequia, service));
function thaw(): void {
  thaws.forEach((resume) => resume());
  thaws.clear();
}

const FAILURE = 'Credenciales inválidas o servidor no disponible.';
/** Longer than the console waits for an answer, twice: a failed read is tried once more. */
const PATIENCE = { timeout: 90_000 };
const path = (page: Page) => new URL(page.url()).pathname;
const at = (page: Page, wanted: string) => eventually(() => expect(path(page)).toBe(wanted));
const chips = (page: Page) => page.locator('[data-switch] [data-estado]');

describe('the login', () => {
  it.each([['auth-tenancy'], ['api-gateway']])(
    'says its one sentence while %s does not answer, and lets the same person in once it does',
    async (service) => {
      const { page, context } = await visit(browser);
      await page.goto(`${acequia.http}/login`);
      await page.getByLabel('Email').fill(farm.usuario.email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      stopService(service);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByRole('button', { name: 'Entrando...' }).waitFor();
      await page.getByRole('alert').getByText(FAILURE).waitFor(PATIENCE);
      expect(path(page)).toBe('/login');
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
      thaw();
      // The form keeps what was typed.
      await page.getByRole('button', { name: 'Login' }).click();
      await at(page, '/panel/switch');
      await context.close();
    },
  );
});

describe('the switch panel', () => {
  it('has a face for a list that cannot be loaded, or keeps the list it has and says so, and fills by itself', async () => {
    const [without, stale] = await Promise.all([
      openPanel(browser, farm, acequia.http),
      openPanel(browser, farm, acequia.http),
    ]);
    for (const { page } of [without, stale]) await chips(page).first().waitFor();
    stopService('inventory');
    await Promise.all([without.page.reload(), stale.page.getByRole('button', { name: 'ACTUALIZAR AHORA' }).click()]);

    const unread = without.page.getByText('No se pudo cargar la lista de switches');
    await unread.waitFor(PATIENCE);
    expect(await without.page.getByText('Sin switches asignados').count()).toBe(0);
    // Nor does the page call an unknown list empty.
    await without.page.getByText('Sin la lista de switches no se puede elegir qué graficar.').waitFor();
    expect(await controls(without.page).csvSensores.isDisabled()).toBe(true);

    const old = stale.page.getByText('No se pudo actualizar la lista.');
    await old.waitFor(PATIENCE);
    // A live message about one value does not count as a read of the list.
    await publishTelemetry(board, farm.board.id, { sensors: { 15: { t: 23, h: 50 } } });
    await stale.page.getByText('23 °C').waitFor();
    expect(await old.isVisible()).toBe(true);
    expect(await chips(stale.page).allTextContents()).toEqual(['ENCENDIDO', 'APAGADO']);

    thaw();
    await chips(without.page).first().waitFor(PATIENCE);
    expect(await chips(without.page).allTextContents()).toEqual(['ENCENDIDO', 'APAGADO']);
    await old.waitFor({ state: 'detached', ...PATIENCE });
    for (const { context } of [without, stale]) await context.close();
  });

  it('empties both histories that cannot be loaded, and logs a failed download and says nothing', async () => {
    const [without, saving] = await Promise.all([
      openPanel(browser, farm, acequia.http),
      openPanel(browser, farm, acequia.http),
    ]);
    for (const { page } of [without, saving]) await page.locator('canvas').waitFor();
    const logged: string[] = [];
    saving.page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    const dialogs: string[] = [];
    saving.page.on('dialog', (dialog) => void dialogs.push(dialog.message()));
    const { csvSensores } = controls(saving.page);
    const file = `temp_hum_switch_${farm.switches[0]!.id}.csv`;
    stopService('telemetry-history');
    await Promise.all([without.page.reload(), csvSensores.click()]);

    const failed = without.page.getByText('No se pudo cargar el historial. Se intentará de nuevo.');
    await eventually(async () => expect(await failed.count()).toBe(2), PATIENCE.timeout);
    expect(await without.page.getByText('Sin historial en el rango seleccionado').count()).toBe(0);
    expect(await controls(without.page).csvEstados.isDisabled()).toBe(true);
    // The states do not depend on the history.
    expect(await chips(without.page).allTextContents()).toEqual(['ENCENDIDO', 'APAGADO']);

    await eventually(() => expect(logged.some((line) => line.includes(file))).toBe(true), PATIENCE.timeout);
    expect(dialogs).toEqual([]);
    expect(await saving.page.getByRole('alert').filter({ hasText: 'CSV' }).count()).toBe(0);

    thaw();
    await without.page.locator('canvas').waitFor();
    await eventually(async () => expect(await failed.count()).toBe(0), PATIENCE.timeout);
    // The same button downloads afterwards.
    await eventually(async () => expect(await csvSensores.isEnabled()).toBe(true));
    const [download] = await Promise.all([saving.page.waitForEvent('download'), csvSensores.click()]);
    expect(download.suggestedFilename()).toBe(file);
    for (const { context } of [without, saving]) await context.close();
  });

  it('ends the session at the first 401, wherever it comes from, and asks nothing more', async () => {
    const root = await acequia.loginAdmin();
    const email = `despedida-${Date.now()}@acequia.test`;
    const { id } = await root.call('usuarios.crear', {
      body: { nombre: 'Despedida', email, password: PASSWORD, rol: 'usuario', empresa_id: farm.empresa.id },
    });
    const { page, context } = await visit(browser);
    await enter(page, acequia.http, email, PASSWORD);
    await page.getByText('Sin switches asignados').waitFor();
    await root.call('usuarios.suspender', { params: { id: String(id) } });
    await arrive(page, (url) => url.pathname === '/login');
    expect(await stored(page, 'token', 'user')).toEqual([null, null]);
    // A refused login is an answer and does not end a session.
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByText(FAILURE).waitFor();
    expect(path(page)).toBe('/login');
    await context.close();
  });
});
