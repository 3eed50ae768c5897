import { eventually, PASSWORD, publishTelemetry, SENSOR_PIN } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import type { Browser, Page } from 'playwright-core';
import { arrive, launchBrowser, login, seriousAxeFindings, visit } from '../browser.js';
import { freeze } from '../panel.js';
import { GranjaEnLaNube, type Equipo } from './granja-en-la-nube.js';

/** The company's dashboard (RES-1 to RES-9). */
let granja: GranjaEnLaNube;
let browser: Browser;
let board: MqttClient;
let bomba: Equipo;
let medidor: Equipo;
let thaw = (): void => undefined;

beforeAll(async () => {
  [granja, browser] = await Promise.all([GranjaEnLaNube.start(), launchBrowser()]);
  bomba = await granja.equipo('Bomba del pozo', 'plus1pm');
  medidor = await granja.equipo('Centinela general', 'pro3em');
  board = await granja.farm.connectBoard();
  await Promise.all([granja.leido(bomba), granja.leido(medidor)]);
});

afterEach(() => {
  thaw();
  granja.account.misbehave(null);
});

afterAll(async () => {
  await board?.endAsync(true);
  await browser?.close();
  await granja?.stop();
});

const PATIENCE = { timeout: 90_000 };
const entrar = async (options: Parameters<typeof visit>[1] = {}) => {
  const one = await visit(browser, options);
  await login(one.page, granja.acequia.http, granja.farm.admin.email, PASSWORD);
  await arrive(one.page, (url) => url.pathname === '/dashboard-empresa');
  await one.page.getByRole('heading', { name: `Bienvenido ${granja.farm.empresa.nombre}.` }).waitFor();
  return one;
};
const tarjeta = (page: Page, { id }: Equipo) => page.locator(`[data-dispositivo="${id}"]`);
const boton = (page: Page, nombre: string) => page.getByRole('button', { name: nombre, exact: true });
const dato = (page: Page, nombre: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(nombre, { exact: true }) })
    .locator('dd');
const publicar = (muestra: unknown) => publishTelemetry(board, granja.farm.board.id, muestra);

describe('Resumen', () => {
  it('tells the company in six figures, with the ways to its other screens', async () => {
    const { page, context, problems } = await entrar();
    await eventually(async () => expect(await page.title()).toBe('Panel Empresa | Acequia'));
    for (const [nombre, valor] of [
      ['Empresa', granja.farm.empresa.nombre],
      ['Usuarios permitidos', 'Sin límite'],
      ['Usuarios', '2'],
      ['Dispositivos', '2'],
      ['Switches', String(granja.farm.switches.length)],
      ['Vencimiento', '31/12/2099 23:59'],
    ] as const)
      await eventually(async () => expect(await dato(page, nombre).innerText()).toBe(valor));
    for (const [texto, camino] of [
      ['Dispositivos', '/dispositivos'],
      ['Switches', '/switches'],
      ['Gestionar Usuarios', '/usuarios'],
    ] as const) {
      await page.getByRole('main').getByRole('link', { name: texto, exact: true }).click();
      await arrive(page, (url) => url.pathname === camino);
      await page.getByRole('link', { name: 'Resumen', exact: true }).click();
      await arrive(page, (url) => url.pathname === '/dashboard-empresa');
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has a card for each device: a relay with its buttons, a meter with its power', async () => {
    const { page, context } = await entrar();
    await page.getByRole('heading', { name: 'Dispositivos asignados' }).waitFor();
    const rele = tarjeta(page, bomba);
    await rele.getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    await rele.getByText('Conectado a Cloud').waitFor();
    await rele.getByText(/^hace \d+s$/).waitFor();
    await eventually(async () => expect(await rele.locator('[data-estado]').textContent()).toBe('APAGADO'));
    const metro = tarjeta(page, medidor);
    await metro.getByText('P. Activa').waitFor();
    await metro.getByText(/^-?\d+\.\d\d W$/).waitFor(PATIENCE);
    expect(await metro.getByRole('button', { name: 'ENCENDER' }).count()).toBe(0);
    await rele.getByRole('button', { name: 'ENCENDER' }).click();
    await eventually(async () => expect(await rele.locator('[data-estado]').textContent()).toBe('ENCENDIDO'));
    await eventually(() => expect(bomba.device.output(Date.now())).toBe(true));
    await eventually(async () => expect(await rele.getByRole('button', { name: 'APAGAR' }).isEnabled()).toBe(true));
    await rele.getByRole('button', { name: 'APAGAR' }).click();
    await eventually(() => expect(bomba.device.output(Date.now())).toBe(false), PATIENCE.timeout);
    await eventually(async () => expect(await rele.locator('[data-estado]').textContent()).toBe('APAGADO'));
    await context.close();
  });

  it('draws what was asked for hollow until the relay has said so, and asks it when the answer is lost', async () => {
    const { page, context } = await entrar();
    const chip = tarjeta(page, bomba).locator('[data-estado]');
    await tarjeta(page, bomba).getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    await eventually(async () => expect(await chip.textContent()).toBe('APAGADO'));
    let soltar = (): void => undefined;
    const mirado = new Promise<void>((resolve) => (soltar = resolve));
    await page.route('**/api/dispositivos/*/on', async (route) => {
      await mirado;
      await route.fetch();
      await route.abort();
    });
    await tarjeta(page, bomba).getByRole('button', { name: 'ENCENDER' }).click();
    await page.locator(`[data-dispositivo="${bomba.id}"] [data-estado=ENCENDIDO][data-viejo]`).waitFor();
    soltar();
    await eventually(async () => {
      expect(await chip.textContent()).toBe('ENCENDIDO');
      expect(await chip.getAttribute('data-viejo')).toBeNull();
    }, PATIENCE.timeout);
    await page.unroute('**/api/dispositivos/*/on');
    await tarjeta(page, bomba).getByRole('button', { name: 'APAGAR' }).click();
    await eventually(() => expect(bomba.device.output(Date.now())).toBe(false), PATIENCE.timeout);
    await context.close();
  });

  it('clears state and power of what went offline, and locks its buttons', async () => {
    const { page, context } = await entrar();
    await tarjeta(page, bomba).getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    bomba.device.setOnline(false, Date.now());
    await tarjeta(page, bomba).getByRole('button', { name: 'Refrescar' }).click();
    await tarjeta(page, bomba).getByText('Sin conexión a Cloud').waitFor(PATIENCE);
    expect(await tarjeta(page, bomba).locator('[data-estado]').textContent()).toBe('SIN DATO');
    for (const nombre of ['ENCENDER', 'APAGAR'])
      expect(await tarjeta(page, bomba).getByRole('button', { name: nombre }).isDisabled()).toBe(true);
    bomba.device.setOnline(true, Date.now());
    await eventually(async () => {
      await tarjeta(page, bomba).getByRole('button', { name: 'Refrescar' }).click();
      await tarjeta(page, bomba).getByText('Conectado a Cloud').waitFor({ timeout: 4_000 });
    }, PATIENCE.timeout);
    await context.close();
  });

  it('watches every switch live', async () => {
    const { page, context } = await entrar();
    await page.getByRole('heading', { name: 'Panel de Monitoreo' }).waitFor();
    await eventually(async () =>
      expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
        ...['Sitio', 'Nombre', 'Tipo', 'Pin', 'Par', 'Sensor', 'Estado', 'Temperatura', 'Humedad'],
      ]),
    );
    const fila = page.getByRole('row').filter({ hasText: granja.farm.switches[0]!.nombre });
    await publicar({ pins: { 4: 1 }, sensors: { [SENSOR_PIN]: { t: 23.5, h: 61 } } });
    for (const texto of ['ENCENDIDO', '23.5 °C', '61 %', 'Par', 'Sí'])
      await fila.getByText(texto, { exact: true }).waitFor();
    await publicar({ pins: { 4: 0 } });
    await fila.getByText('APAGADO', { exact: true }).waitFor();
    await context.close();
  });

  it('keeps what it shows while its services do not answer, without a message', async () => {
    const { page, context } = await entrar();
    await eventually(async () => expect(await dato(page, 'Dispositivos').innerText()).toBe('2'));
    thaw = freeze(granja.acequia, 'inventory');
    await boton(page, 'ACTUALIZAR DATOS').click();
    await eventually(
      async () => expect(await boton(page, 'ACTUALIZAR DATOS').isEnabled()).toBe(true),
      PATIENCE.timeout,
    );
    expect(await dato(page, 'Dispositivos').innerText()).toBe('2');
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.close();
  });

  it.each([{}, { phone: true, dark: true }])('is accessible (%j)', async (options) => {
    const { page, context } = await entrar(options);
    await tarjeta(page, medidor).getByText('P. Activa').waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    await context.close();
  });
});

describe('the list of commands', () => {
  it('tells an administrator and who the device is assigned to what was asked of it, as it happens', async () => {
    const campo = await granja.entrar(browser, [bomba]);
    const resumen = await entrar();
    const lugares = [
      [campo, '/panel/comandos'],
      [resumen, '/comandos'],
    ] as const;
    const filas = lugares.map(([{ page }]) => page.getByRole('row').filter({ hasText: bomba.nombre }));
    const antes: number[] = [];
    for (const [i, [{ page }, camino]] of lugares.entries()) {
      // The list is not read again by its clock: what appears was told.
      await page.addInitScript(() => {
        const real = window.setInterval.bind(window);
        window.setInterval = ((tarea: () => void, ms: number) =>
          ms === 20_000 ? 0 : real(tarea, ms)) as typeof setInterval;
      });
      const leida = page.waitForResponse((response) => response.url().includes('/api/comandos'));
      await page.goto(`${granja.acequia.http}${camino}`);
      const lista = (await (await leida).json()) as { dispositivo_id: number | null }[];
      antes[i] = lista.filter(({ dispositivo_id }) => dispositivo_id === bomba.id).length;
      await eventually(async () => expect(await filas[i]!.count()).toBe(antes[i]));
    }
    await granja.farm.admin.api.call('dispositivos.encender', { params: { id: bomba.id } });
    for (const [i, fila] of filas.entries()) {
      await eventually(async () => expect(await fila.count()).toBe(antes[i]! + 1), PATIENCE.timeout);
      await fila.first().locator('[data-estado-comando=confirmado]').waitFor();
    }
    await campo.context.close();
    await resumen.context.close();
  });
});
