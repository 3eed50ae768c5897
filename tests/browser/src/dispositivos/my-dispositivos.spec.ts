import { eventually, TcpProxy } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { arrive, flawsInEveryLook, launchBrowser, seriousAxeFindings } from '../browser.js';
import { CloudFarm, type Equipment } from './cloud-farm.js';

/** The end user's devices (MDIS-1 to MDIS-8) and a meter's page (CEN-1), with a relay cloud that fails on request. */
let farm: CloudFarm;
let browser: Browser;
let pump: Equipment;
let meter: Equipment;
/** Of a test that runs beside others. */
let another: Equipment;

beforeAll(async () => {
  [farm, browser] = await Promise.all([CloudFarm.start(), launchBrowser()]);
  pump = await farm.equipment('Bomba del pozo', 'plus1pm');
  meter = await farm.equipment('Centinela general', 'pro3em');
  another = await farm.equipment('Bomba del río', 'plus1pm', true);
  await Promise.all([pump, meter, another].map((one) => farm.readValue(one)));
});

afterEach(() => farm.account.misbehave(null));

afterAll(async () => {
  await browser?.close();
  await farm?.stop();
});

const PATIENCE = { timeout: 90_000 };
const card = (page: Page, { id }: Equipment) => page.locator(`[data-dispositivo="${id}"]`);
const estado = (page: Page, equipment: Equipment) => card(page, equipment).locator('[data-estado]');
const waitForEstado = (page: Page, equipment: Equipment, texto: string) =>
  eventually(async () => expect(await estado(page, equipment).textContent()).toBe(texto), PATIENCE.timeout);
const buttonBy = (page: Page, equipment: Equipment, nombre: string) =>
  card(page, equipment).getByRole('button', { name: nombre, exact: true });
/** Records every text of the chip until the returned function is called. */
const shownEstados = async (page: Page, equipment: Equipment): Promise<() => Promise<string[]>> => {
  const reports = await card(page, equipment).evaluateHandle((box) => {
    const texts: string[] = [];
    const note = (): void => void texts.push(box.querySelector('[data-estado]')?.textContent ?? '');
    new MutationObserver(note).observe(box, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    return texts;
  });
  return () => reports.jsonValue();
};
const salida = (equipment: Equipment): boolean => equipment.device.output(Date.now());

describe('Mis Dispositivos', () => {
  it('switches a relay, and every open screen follows', async () => {
    const una = await farm.logIn(browser, [pump]);
    const phone = await farm.logIn(browser, [pump], undefined, true);
    await waitForEstado(una.page, pump, 'APAGADO');
    await waitForEstado(phone.page, pump, 'APAGADO');
    await buttonBy(una.page, pump, 'Encender').click();
    await waitForEstado(una.page, pump, 'ENCENDIDO');
    await waitForEstado(phone.page, pump, 'ENCENDIDO');
    expect(salida(pump)).toBe(true);
    await eventually(async () => expect(await buttonBy(phone.page, pump, 'Apagar').isEnabled()).toBe(true));
    await buttonBy(phone.page, pump, 'Apagar').click();
    await waitForEstado(una.page, pump, 'APAGADO');
    expect(salida(pump)).toBe(false);
    await una.context.close();
    await phone.context.close();
  });

  it('goes back to what is known when the relay refuses, without a message', async () => {
    const { page, context } = await farm.logIn(browser, [pump]);
    await waitForEstado(page, pump, 'APAGADO');
    await card(page, pump).getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    farm.account.misbehave('server_error', { only: 'commands' });
    const report = await shownEstados(page, pump);
    const respuesta = page.waitForResponse((una) => una.url().endsWith(`/api/dispositivos/${pump.id}/on`));
    await buttonBy(page, pump, 'Encender').click();
    await respuesta;
    await eventually(
      async () => expect(await buttonBy(page, pump, 'Encender').isEnabled()).toBe(true),
      PATIENCE.timeout,
    );
    await waitForEstado(page, pump, 'APAGADO');
    expect(salida(pump)).toBe(false);
    // The chip never showed the device as on.
    expect(await report()).not.toContain('ENCENDIDO');
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.close();
  });

  it('tells a relay that left the network, locks its buttons, and recovers by itself', async () => {
    const { page, context } = await farm.logIn(browser, [pump]);
    await card(page, pump).getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    pump.device.setOnline(false, Date.now());
    await page.getByRole('region', { name: 'Actuadores' }).getByRole('button', { name: 'Refrescar' }).click();
    await card(page, pump).getByText('OFFLINE', { exact: true }).waitFor(PATIENCE);
    await card(page, pump).getByText('El dispositivo está sin conexión.').waitFor();
    for (const nombre of ['Encender', 'Apagar']) expect(await buttonBy(page, pump, nombre).isDisabled()).toBe(true);
    pump.device.setOnline(true, Date.now());
    await card(page, pump).getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    await context.close();
  });

  it('names a key that the cloud does not accept', async () => {
    const { page, context } = await farm.logIn(browser, [pump]);
    await card(page, pump).getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    farm.account.misbehave('wrong_key');
    await eventually(async () => {
      await page.getByRole('region', { name: 'Actuadores' }).getByRole('button', { name: 'Refrescar' }).click();
      await card(page, pump).getByText('La nube no acepta la clave del dispositivo.').waitFor({ timeout: 4_000 });
    }, PATIENCE.timeout);
    farm.account.misbehave(null);
    await card(page, pump).getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    await context.close();
  });

  it('is accessible, large or small, by day or in the dark', async () => {
    const { page, context } = await farm.logIn(browser, [pump, meter]);
    await card(page, meter).getByText('Fase C').waitFor(PATIENCE);
    expect(await flawsInEveryLook(page)).toEqual([]);
    await context.close();
  });
});

describe('side by side, because they mostly wait', () => {
  it.concurrent(
    'Detalle Centinela is opened from the card, and shows the meter phase by phase with its history and its energy',
    async () => {
      const { page, context, problems } = await farm.logIn(browser, [meter]);
      await buttonBy(page, meter, 'Ver detalle').click();
      await arrive(page, (url) => url.pathname === `/panel/centinelas/${meter.id}`);
      await page.getByRole('heading', { name: meter.nombre }).waitFor();
      await page.getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
      const fila = page.getByRole('row').filter({ hasText: 'Voltaje (V)' });
      await eventually(async () => expect((await fila.innerText()).match(/\d+\.\d\d/g)).toHaveLength(3));
      await page.getByText('Desequilibrio de fases: Corriente').waitFor();
      // The history needs two polls.
      await page.locator('canvas').first().waitFor();
      for (const range of ['24 h', '7 d', '30 d']) {
        await page.getByRole('button', { name: range, exact: true }).click();
        await page.locator('canvas').first().waitFor(PATIENCE);
      }
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Descargar CSV' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`energia_dispositivo_${meter.id}.csv`);
      expect(await seriousAxeFindings(page)).toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it.concurrent(
    'Detalle Centinela stands on its own address, also the short one, and knows nothing of devices that are not assigned',
    async () => {
      const { page, context } = await farm.logIn(browser, [meter]);
      await page.goto(`${farm.acequia.http}/panel/centinela/${meter.id}`);
      await page.getByRole('heading', { name: meter.nombre }).waitFor(PATIENCE);
      await page.goto(`${farm.acequia.http}/panel/centinelas/${pump.id}`);
      await page.getByText('No se encontró este dispositivo entre los que tienes asignados.').waitFor();
      await context.close();
    },
  );

  it.concurrent(
    'Mis Dispositivos is right again after a cut of half a minute during which the relay was switched by somebody else',
    async () => {
      const proxy = await TcpProxy.start(farm.acequia.http);
      const { page, context } = await farm.logIn(browser, [another], new URL(proxy.url).origin);
      await waitForEstado(page, another, 'APAGADO');
      await proxy.close();
      await page.getByText('Sin conexión con el servidor.').waitFor(PATIENCE);
      await page.getByRole('region', { name: 'Actuadores' }).getByText('OFFLINE', { exact: true }).first().waitFor();
      expect(await buttonBy(page, another, 'Encender').isDisabled()).toBe(true);
      expect(await buttonBy(page, another, 'Apagar').isEnabled()).toBe(true);
      await farm.farm.admin.api.call('dispositivos.encender', { params: { id: String(another.id) } });
      await eventually(() => expect(salida(another)).toBe(true), PATIENCE.timeout);
      // The last known state stays visible and is marked as not current.
      expect(await estado(page, another).textContent()).toBe('APAGADO');
      expect(await estado(page, another).getAttribute('data-viejo')).toBe('true');
      await page.waitForTimeout(20_000);
      expect(await estado(page, another).textContent()).toBe('APAGADO');
      await proxy.open();
      await waitForEstado(page, another, 'ENCENDIDO');
      await page.getByText('Sin conexión con el servidor.').waitFor({ state: 'detached', ...PATIENCE });
      await farm.farm.admin.api.call('dispositivos.apagar', { params: { id: String(another.id) } });
      await waitForEstado(page, another, 'APAGADO');
      await context.close();
      await proxy.close();
    },
  );
});
