import { eventually, Farm, PASSWORD, publishTelemetry, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { enter, flawsInEveryLook, launchBrowser, seriousAxeFindings, visit } from './browser.js';
import { focusOf, tabTo } from './focus.js';

/** The screens of alarms: no serious finding in either size and mode, and everything with a keyboard alone. */
let acequia: RunningAcequia;
let farm: Farm;
let browser: Browser;

const SCREENS = [
  ['/avisos', 'Avisos'],
  ['/avisos/silencios', 'Silencios'],
  ['/avisos/reglas', 'Reglas de avisos'],
  ['/avisos/canales', 'A quién se avisa'],
  ['/avisos/resumen', 'Resumen del día'],
  ['/dossieres', 'Dossier del mes'],
  ['/cuenta', 'Mi cuenta'],
] as const;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  farm = await Farm.create(acequia, await acequia.loginAdmin());
  const { api } = farm.admin;
  const empresa_id = farm.empresa.id;
  const rule = { empresa_id, activa: 1 as const, espera_s: 0 };
  await api.call('avisos.guardar_regla', { body: { ...rule, tipo: 'temperatura_alta', umbral: 30, histeresis: 1 } });
  await api.call('avisos.guardar_regla', { body: { ...rule, tipo: 'humedad_baja', umbral: 50, histeresis: 1 } });
  await api.call('avisos.agregar_canal', { body: { empresa_id, canal: 'correo', destino: 'ana@ejemplo.test' } });
  const board = await farm.connectBoard();
  await eventually(async () => {
    await publishTelemetry(board, farm.board.id, { pins: { 4: 0 }, sensors: { 15: { t: 38, h: 40 } } });
    const open = await api.call('avisos.listar', { query: { estado: 'abierto' } });
    expect(open.map(({ tipo }) => tipo)).toEqual(expect.arrayContaining(['temperatura_alta', 'humedad_baja']));
  });
  await board.endAsync(true);
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

const enterAt = async (page: Page, path: string): Promise<void> => {
  await enter(page, acequia.http, farm.admin.email, PASSWORD, path);
};
const isDrawn = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await eventually(async () => expect(await page.locator('[aria-busy=true]').count()).toBe(0));
};

it('the screens have no serious finding and do not scroll sideways, large or small, by day or in the dark', async () => {
  const { page, context, problems } = await visit(browser);
  await enterAt(page, '/avisos');
  for (const [path, title] of SCREENS) {
    await page.goto(`${acequia.http}${path}`);
    await isDrawn(page, title);
    expect([path, await flawsInEveryLook(page)]).toEqual([path, []]);
  }
  expect(problems).toEqual([]);
  await context.close();
});

describe('a person with a keyboard alone', () => {
  /** Opens a screen whose heading is its name. */
  const open = async (page: Page, path: string, title: string): Promise<void> => {
    await enterAt(page, path);
    await isDrawn(page, title);
  };

  it('silences, and ends the silence', async () => {
    const { page, context, problems } = await visit(browser);
    await open(page, '/avisos/silencios', 'Silencios');
    await tabTo(page, 'Nuevo silencio');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Nuevo silencio' });
    await dialog.waitFor();
    // A browser calls a day without a month and an hour empty, which would be "at once".
    await tabTo(page, 'Empieza');
    await page.keyboard.type('1');
    await tabTo(page, 'Motivo');
    await page.keyboard.type('Cambio de tablero');
    await page.keyboard.press('Enter');
    await dialog.getByText('«Empieza» quedó a medias: termínalo o bórralo.').waitFor();
    await eventually(async () => expect((await focusOf(page)).name).toBe('Empieza'));
    await page.keyboard.press('Backspace');
    await tabTo(page, 'Motivo');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Cambio de tablero').waitFor();
    await tabTo(page, 'Terminar el silencio: Toda la empresa');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await tabTo(page, 'Terminar');
    await page.keyboard.press('Enter');
    await page.getByText('Cambio de tablero').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('changes a rule and reads how often it would have told', async () => {
    const { page, context, problems } = await visit(browser);
    await open(page, '/avisos/reglas', 'Reglas de avisos');
    await tabTo(page, 'Cambiar la regla: Temperatura alta, Toda la empresa');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Regla de aviso' });
    const preview = dialog.getByRole('region', { name: 'Con estos valores' });
    await preview.getByText(/abría avisado/).waitFor();
    // The first field has the focus when the dialog opens.
    await eventually(async () => expect(await focusOf(page)).toEqual({ name: 'Umbral (°C)', hidden: null }));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('90');
    await preview.getByText('No habría avisado en los últimos 30 días.').waitFor();
    await page.keyboard.press('Escape');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('reads who was told of an alarm, and acknowledges several with a note', async () => {
    const { page, context, problems } = await visit(browser);
    await open(page, '/avisos', 'Avisos');
    const opener = page.getByRole('button', { name: /temperatura de 38 °C, sobre 30 °C/ });
    await opener.first().waitFor();
    await tabTo(page, (await opener.first().innerText()).trim());
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Aviso' });
    await sheet.getByText('Correo · ana@ejemplo.test').first().waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });

    await tabTo(page, 'Elegir todos los que faltan por reconocer');
    await page.keyboard.press('Space');
    const chosen = page.getByRole('button', { name: /^Reconocer elegidos/ });
    await tabTo(page, await chosen.innerText());
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /^Reconocer \d+ avisos$/ }).waitFor();
    await tabTo(page, 'Nota (opcional)');
    await page.keyboard.type('Voy en camino');
    await page.keyboard.press('Enter');
    await eventually(async () => {
      const rows = await farm.admin.api.call('avisos.listar', { query: { estado: 'abierto' } });
      const noted = rows.filter(({ nota }) => nota === 'Voy en camino').map(({ tipo }) => tipo);
      expect(noted).toEqual(expect.arrayContaining(['temperatura_alta', 'humedad_baja']));
    });
    // A closed dialog leaves the focus on the page, not on nothing.
    await eventually(async () => expect((await focusOf(page)).name).not.toBe(''));
    expect(problems).toEqual([]);
    await context.close();
  });
});
