import { eventually, PASSWORD, publishTelemetry, SENSOR_PIN } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import type { Browser, Page } from 'playwright-core';
import { arrive, enter, flawsInEveryLook, launchBrowser, visit } from '../browser.js';
import { CloudFarm, type Equipment } from './cloud-farm.js';

/** The company's dashboard (RES-1 to RES-9). */
let farm: CloudFarm;
let browser: Browser;
let board: MqttClient;
let pump: Equipment;
let meter: Equipment;

beforeAll(async () => {
  [farm, browser] = await Promise.all([CloudFarm.start(), launchBrowser()]);
  pump = await farm.equipment('Bomba del pozo', 'plus1pm');
  meter = await farm.equipment('Centinela general', 'pro3em');
  board = await farm.farm.connectBoard();
  await Promise.all([farm.readValue(pump), farm.readValue(meter)]);
});

afterEach(() => farm.account.misbehave(null));

afterAll(async () => {
  await board?.endAsync(true);
  await browser?.close();
  await farm?.stop();
});

const PATIENCE = { timeout: 90_000 };
const logIn = async () => {
  const one = await visit(browser);
  await enter(one.page, farm.acequia.http, farm.farm.admin.email, PASSWORD);
  await arrive(one.page, (url) => url.pathname === '/dashboard-empresa');
  await one.page.getByRole('heading', { name: `Bienvenido ${farm.farm.empresa.nombre}.` }).waitFor();
  return one;
};
const card = (page: Page, { id }: Equipment) => page.locator(`[data-dispositivo="${id}"]`);
const publish = (sample: unknown) => publishTelemetry(board, farm.farm.board.id, sample);

describe('Resumen', () => {
  it('leads to the lists of the company, and they lead back', async () => {
    const { page, context, problems } = await logIn();
    for (const [texto, path] of [
      ['Dispositivos', '/dispositivos'],
      ['Switches', '/switches'],
      ['Gestionar Usuarios', '/usuarios'],
    ] as const) {
      await page.getByRole('main').getByRole('link', { name: texto, exact: true }).click();
      await arrive(page, (url) => url.pathname === path);
      await page.getByRole('link', { name: 'Resumen', exact: true }).click();
      await arrive(page, (url) => url.pathname === '/dashboard-empresa');
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('switches a relay from its card', async () => {
    const { page, context } = await logIn();
    const relay = card(page, pump);
    await relay.getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    await eventually(async () => expect(await relay.locator('[data-estado]').textContent()).toBe('APAGADO'));
    await relay.getByRole('button', { name: 'ENCENDER' }).click();
    await eventually(async () => expect(await relay.locator('[data-estado]').textContent()).toBe('ENCENDIDO'));
    await eventually(() => expect(pump.device.output(Date.now())).toBe(true));
    await eventually(async () => expect(await relay.getByRole('button', { name: 'APAGAR' }).isEnabled()).toBe(true));
    await relay.getByRole('button', { name: 'APAGAR' }).click();
    await eventually(() => expect(pump.device.output(Date.now())).toBe(false), PATIENCE.timeout);
    await eventually(async () => expect(await relay.locator('[data-estado]').textContent()).toBe('APAGADO'));
    await context.close();
  });

  it('draws what was asked for hollow until the relay has said so, and asks it when the answer is lost', async () => {
    const { page, context } = await logIn();
    const chip = card(page, pump).locator('[data-estado]');
    await card(page, pump).getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    await eventually(async () => expect(await chip.textContent()).toBe('APAGADO'));
    let release = (): void => undefined;
    const looked = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/dispositivos/*/on', async (route) => {
      await looked;
      await route.fetch();
      await route.abort();
    });
    await card(page, pump).getByRole('button', { name: 'ENCENDER' }).click();
    await page.locator(`[data-dispositivo="${pump.id}"] [data-estado=ENCENDIDO][data-viejo]`).waitFor();
    release();
    await eventually(async () => {
      expect(await chip.textContent()).toBe('ENCENDIDO');
      expect(await chip.getAttribute('data-viejo')).toBeNull();
    }, PATIENCE.timeout);
    await page.unroute('**/api/dispositivos/*/on');
    await card(page, pump).getByRole('button', { name: 'APAGAR' }).click();
    await eventually(() => expect(pump.device.output(Date.now())).toBe(false), PATIENCE.timeout);
    await context.close();
  });

  it('clears state and power of what went offline, and locks its buttons', async () => {
    const { page, context } = await logIn();
    await card(page, pump).getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    pump.device.setOnline(false, Date.now());
    await card(page, pump).getByRole('button', { name: 'Refrescar' }).click();
    await card(page, pump).getByText('Sin conexión a Cloud').waitFor(PATIENCE);
    expect(await card(page, pump).locator('[data-estado]').textContent()).toBe('SIN DATO');
    for (const nombre of ['ENCENDER', 'APAGAR'])
      expect(await card(page, pump).getByRole('button', { name: nombre }).isDisabled()).toBe(true);
    pump.device.setOnline(true, Date.now());
    await eventually(async () => {
      await card(page, pump).getByRole('button', { name: 'Refrescar' }).click();
      await card(page, pump).getByText('Conectado a Cloud').waitFor({ timeout: 4_000 });
    }, PATIENCE.timeout);
    await context.close();
  });

  it('watches every switch live', async () => {
    const { page, context } = await logIn();
    await page.getByRole('heading', { name: 'Panel de Monitoreo' }).waitFor();
    const fila = page.getByRole('row').filter({ hasText: farm.farm.switches[0]!.nombre });
    await publish({ pins: { 4: 1 }, sensors: { [SENSOR_PIN]: { t: 23.5, h: 61 } } });
    for (const texto of ['ENCENDIDO', '23.5 °C', '61 %']) await fila.getByText(texto, { exact: true }).waitFor();
    await publish({ pins: { 4: 0 } });
    await fila.getByText('APAGADO', { exact: true }).waitFor();
    await context.close();
  });

  it('is accessible, large or small, by day or in the dark', async () => {
    const { page, context } = await logIn();
    await card(page, meter).getByText('P. Activa').waitFor();
    expect(await flawsInEveryLook(page)).toEqual([]);
    await context.close();
  });
});

describe('the list of commands', () => {
  it('tells an administrator and who the device is assigned to what was asked of it, as it happens', async () => {
    const campo = await farm.logIn(browser, [pump]);
    const resumen = await logIn();
    const places = [
      [campo, '/panel/comandos'],
      [resumen, '/comandos'],
    ] as const;
    const rows = places.map(([{ page }]) => page.getByRole('row').filter({ hasText: pump.nombre }));
    const antes: number[] = [];
    for (const [i, [{ page }, path]] of places.entries()) {
      // The list's own refresh is off, so a change on the screen came by a live message.
      await page.addInitScript(() => {
        const real = window.setInterval.bind(window);
        window.setInterval = ((task: () => void, ms: number) =>
          ms === 20_000 ? 0 : real(task, ms)) as typeof setInterval;
      });
      const readOne = page.waitForResponse((response) => response.url().includes('/api/comandos'));
      await page.goto(`${farm.acequia.http}${path}`);
      const list = (await (await readOne).json()) as { dispositivo_id: number | null }[];
      antes[i] = list.filter(({ dispositivo_id }) => dispositivo_id === pump.id).length;
      await eventually(async () => expect(await rows[i]!.count()).toBe(antes[i]));
    }
    await farm.farm.admin.api.call('dispositivos.encender', { params: { id: pump.id } });
    for (const [i, fila] of rows.entries()) {
      await eventually(async () => expect(await fila.count()).toBe(antes[i]! + 1), PATIENCE.timeout);
      await fila.first().locator('[data-estado-comando=confirmado]').waitFor();
    }
    await campo.context.close();
    await resumen.context.close();
  });
});
