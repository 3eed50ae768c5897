import { eventually, Farm, PASSWORD, SENSOR_PIN, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { enter, flawsInEveryLook, launchBrowser, leave, visit } from './browser.js';
import { soloEnVivo } from './panel.js';

const run = promisify(execFile);
let acequia: RunningAcequia;
let farm: Farm;
let browser: Browser;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  farm = await Farm.create(acequia, await acequia.loginAdmin());
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

const openPanel = async () => {
  const one = await visit(browser);
  await enter(one.page, acequia.http, farm.usuario.email, PASSWORD, '/panel/switch');
  await one.page.getByRole('heading', { name: 'Panel de Estado de Switches' }).waitFor();
  await one.page.getByRole('button', { name: 'ACTUALIZAR AHORA' }).waitFor();
  return one;
};

const chip = (page: Page, index: number) =>
  page.locator(`[data-switch="${farm.switches[index]!.id}"]:visible [data-estado]`);
const expectChip = (page: Page, index: number, texto: string) =>
  eventually(async () => expect(await chip(page, index).textContent()).toBe(texto));

/** Publishes as an operator would from a shell, with the board's own credentials. */
const mosquittoPub = (sample: unknown) =>
  run('mosquitto_pub', [
    ...[
      '-h',
      '127.0.0.1',
      '-p',
      new URL(acequia.mqtt).port,
      '-i',
      `placa-${farm.board.id}`,
      '-u',
      farm.board.username,
      '-P',
      farm.board.password,
    ],
    ...['-q', '1', '-t', `acequia/v1/${farm.board.id}/telemetry`, '-m', JSON.stringify(sample)],
  ]);

describe('the switch panel', () => {
  it('flips a chip in an open browser when a board speaks, without a reload', async () => {
    const { page, context, problems } = await openPanel();
    await soloEnVivo(page);
    // Repeats until the socket is open, because earlier messages reach no one.
    await eventually(async () => {
      await mosquittoPub({ pins: { 4: 0, 5: 1 } });
      await mosquittoPub({ pins: { 4: 1, 5: 0 }, sensors: { [SENSOR_PIN]: { t: 22.5, h: 48 } } });
      await eventually(async () => expect(await chip(page, 0).textContent()).toBe('ENCENDIDO'), 5_000);
    });
    await expectChip(page, 1, 'APAGADO');
    await page.getByText('22.5 °C').first().waitFor();
    await page.getByText('48 %').first().waitFor();
    await mosquittoPub({ pins: { 4: 0 } });
    await expectChip(page, 0, 'APAGADO');
    expect(problems).toEqual([]);
    await leave(context);
  });

  it('has its history and its downloads', async () => {
    const { page, context } = await openPanel();
    await page.locator('canvas').waitFor();
    const history = page.locator('table').nth(1);
    await eventually(async () => expect(await history.locator('tbody tr').count()).toBeGreaterThan(2));
    const [sensores] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'DESCARGAR CSV TEMP/HUM' }).click(),
    ]);
    expect(sensores.suggestedFilename()).toBe(`temp_hum_switch_${farm.switches[0]!.id}.csv`);
    const [estados] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar CSV Estados' }).click(),
    ]);
    expect(estados.suggestedFilename()).toBe(`estados_empresa_${farm.empresa.id}.csv`);
    await context.close();
  });

  it('shows the last fifty points, or a range that one can move in, and for how long each switch was ENCENDIDO', async () => {
    const { page, context, problems } = await openPanel();
    const ago = (minutos: number) => Date.now() - minutos * 60_000;
    await mosquittoPub(
      [90, 80, 70, 60, 50].map((minutos) => ({
        ts: ago(minutos),
        pins: { 4: minutos > 60 ? 1 : 0 },
        sensors: { [SENSOR_PIN]: { t: 20 + minutos / 10, h: 50 } },
      })),
    );
    const buttonBy = (name: string) => page.getByRole('button', { name, exact: true });
    await eventually(async () => expect(await buttonBy('Últimas 50').getAttribute('aria-pressed')).toBe('true'));
    const chart = page.locator('[data-nivel]');
    for (const range of ['24 h', '7 d', '30 d', '1 año']) {
      await buttonBy(range).click();
      await chart.locator('canvas').waitFor();
      expect(await buttonBy(range).getAttribute('aria-pressed')).toBe('true');
      expect(await buttonBy('Ver todo').isDisabled()).toBe(true);
      // A vertical swipe scrolls the page although the chart handles gestures.
      expect(await chart.locator('canvas').evaluate((canvas) => getComputedStyle(canvas).touchAction)).toBe('pan-y');
    }
    expect(await chart.getAttribute('data-nivel')).toBe('intervalos');
    const paso = Number(await chart.getAttribute('data-paso'));
    for (let i = 0; i < 4; i++) await buttonBy('Acercar').click();
    await eventually(async () => expect(Number(await chart.getAttribute('data-paso'))).toBeLessThan(paso));
    await buttonBy('Ver todo').click();
    await eventually(async () => expect(await buttonBy('Ver todo').isDisabled()).toBe(true));
    await buttonBy('Últimas 50').click();
    await eventually(async () => expect(await chart.count()).toBe(0));
    await page.locator('canvas').waitFor();
    const strip = page.locator(`[data-encendido="${farm.switches[0]!.id}"]`);
    await page.reload();
    await strip.getByText(/ en 30 días/).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says that it is cut off, and shows the truth again when the connection returns', async () => {
    const { page, context } = await openPanel();
    await mosquittoPub({ pins: { 4: 1 } });
    await expectChip(page, 0, 'ENCENDIDO');
    await context.setOffline(true);
    // Chromium keeps an open WebSocket despite setOffline, so the test stops the gateway.
    process.kill(acequia.services['api-gateway']![0]!, 'SIGKILL');
    await page.getByText('Sin conexión con el servidor.').waitFor();
    expect(await chip(page, 0).getAttribute('data-viejo')).toBe('true');
    await mosquittoPub({ pins: { 4: 0 } });
    await context.setOffline(false);
    await expectChip(page, 0, 'APAGADO');
    await eventually(async () => expect(await page.getByText('Sin conexión con el servidor.').isVisible()).toBe(false));
    await context.close();
  });

  it('has no serious accessibility finding and never scrolls sideways, large or small, by day or in the dark', async () => {
    const { page, context } = await openPanel();
    await page.locator('canvas').waitFor();
    expect(await flawsInEveryLook(page)).toEqual([]);
    await context.close();
  });
});

describe('Mi cuenta', () => {
  it('changes the password and keeps this session', async () => {
    const { page, context } = await visit(browser);
    const root = await acequia.loginAdmin();
    const email = `clave-${Date.now()}@acequia.test`;
    await root.call('usuarios.crear', {
      body: { nombre: 'Clave', email, password: PASSWORD, rol: 'usuario', empresa_id: farm.empresa.id },
    });
    await enter(page, acequia.http, email, PASSWORD);
    await page.getByRole('link', { name: 'Mi cuenta' }).click();
    await page.getByLabel('Contraseña actual').fill(PASSWORD);
    await page.getByLabel('Contraseña nueva', { exact: true }).fill('otra clave de campo');
    await page.getByLabel('Repite la contraseña nueva').fill('otra clave de campo');
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    await page.getByText('Tu contraseña quedó cambiada.').waitFor();
    await page.getByRole('link', { name: 'Panel Switch' }).click();
    await page.getByText('Sin switches asignados').waitFor();
    await acequia.login(email, 'otra clave de campo');
    await context.close();
  });
});
