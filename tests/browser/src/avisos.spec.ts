import { eventually, Farm, PASSWORD, publishTelemetry, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { arrive, launchBrowser, login, seriousAxeFindings, visit } from './browser.js';

/** The screens of alarms: no serious finding in either size and mode. */
let acequia: RunningAcequia;
let farm: Farm;
let browser: Browser;

const SCREENS = [
  ['/avisos', 'Avisos'],
  ['/avisos/silencios', 'Silencios'],
  ['/avisos/reglas', 'Reglas de avisos'],
  ['/avisos/canales', 'A quién se avisa'],
  ['/avisos/resumen', 'Resumen del día'],
  ['/cuenta', 'Mi cuenta'],
] as const;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  farm = await Farm.create(acequia, await acequia.loginAdmin());
  const { api } = farm.admin;
  const empresa_id = farm.empresa.id;
  const rule = { empresa_id, activa: 1 as const, espera_s: 0 };
  await api.call('avisos.guardar_regla', { body: { ...rule, tipo: 'temperatura_alta', umbral: 30, histeresis: 1 } });
  await api.call('avisos.agregar_canal', { body: { empresa_id, canal: 'correo', destino: 'ana@ejemplo.test' } });
  const board = await farm.connectBoard();
  await eventually(async () => {
    await publishTelemetry(board, farm.board.id, { pins: { 4: 0 }, sensors: { 15: { t: 38, h: 40 } } });
    expect(await api.call('avisos.listar', { query: { estado: 'abierto' } })).not.toEqual([]);
  });
  await board.endAsync(true);
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

const enter = async (page: Page, path: string): Promise<void> => {
  await login(page, acequia.http, farm.admin.email, PASSWORD);
  await arrive(page, (url) => url.pathname !== '/login');
  await page.goto(`${acequia.http}${path}`);
};
const isDrawn = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await eventually(async () => expect(await page.locator('[aria-busy=true]').count()).toBe(0));
};

it.each([
  ['desktop', {}],
  ['desktop, dark', { dark: true }],
  ['phone', { phone: true }],
  ['phone, dark', { phone: true, dark: true }],
])('the screens have no serious finding and do not scroll sideways (%s)', async (_name, options) => {
  const { page, context, problems } = await visit(browser, options);
  await enter(page, '/avisos');
  for (const [path, title] of SCREENS) {
    await page.goto(`${acequia.http}${path}`);
    await isDrawn(page, title);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect({ path, findings: await seriousAxeFindings(page), wide }).toEqual({ path, findings: [], wide: false });
  }
  expect(problems).toEqual([]);
  await context.close();
});
