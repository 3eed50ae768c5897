import { eventually, TcpProxy } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { arrive, launchBrowser, seriousAxeFindings } from '../browser.js';
import { GranjaEnLaNube, type Equipo } from './granja-en-la-nube.js';

/** The end user's devices (MDIS-1 to MDIS-8) and a meter's page (CEN-1), against a relay cloud that can be told to misbehave. */
let granja: GranjaEnLaNube;
let browser: Browser;
let bomba: Equipo;
let medidor: Equipo;

beforeAll(async () => {
  [granja, browser] = await Promise.all([GranjaEnLaNube.start(), launchBrowser()]);
  bomba = await granja.equipo('Bomba del pozo', 'plus1pm');
  medidor = await granja.equipo('Centinela general', 'pro3em');
  await Promise.all([granja.leido(bomba), granja.leido(medidor)]);
});

afterEach(() => granja.account.misbehave(null));

afterAll(async () => {
  await browser?.close();
  await granja?.stop();
});

const PATIENCE = { timeout: 90_000 };
const tarjeta = (page: Page, { id }: Equipo) => page.locator(`[data-dispositivo="${id}"]`);
const estado = (page: Page, equipo: Equipo) => tarjeta(page, equipo).locator('[data-estado]');
const esperarEstado = (page: Page, equipo: Equipo, texto: string) =>
  eventually(async () => expect(await estado(page, equipo).textContent()).toBe(texto), PATIENCE.timeout);
const boton = (page: Page, equipo: Equipo, nombre: string) =>
  tarjeta(page, equipo).getByRole('button', { name: nombre, exact: true });
/** Every word that the chip says from now on, until it is asked. */
const estadosMostrados = async (page: Page, equipo: Equipo): Promise<() => Promise<string[]>> => {
  const dichos = await tarjeta(page, equipo).evaluateHandle((caja) => {
    const textos: string[] = [];
    const anotar = (): void => void textos.push(caja.querySelector('[data-estado]')?.textContent ?? '');
    new MutationObserver(anotar).observe(caja, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    return textos;
  });
  return () => dichos.jsonValue();
};
const salida = (equipo: Equipo): boolean => equipo.device.output(Date.now());

describe('Mis Dispositivos', () => {
  it('shows actuators and meters with the texts of the spec', async () => {
    const { page, context, problems } = await granja.entrar(browser, [bomba, medidor]);
    await eventually(async () => expect(await page.title()).toBe('Mis Dispositivos | Acequia'));
    for (const titulo of ['Actuadores', 'Centinelas']) {
      await page.getByRole('heading', { name: titulo, exact: true }).waitFor();
      const seccion = page.getByRole('region', { name: titulo });
      await seccion.getByText('LIVE', { exact: true }).waitFor();
      expect(await seccion.getByRole('button', { name: 'Refrescar' }).count()).toBe(1);
    }
    await tarjeta(page, bomba).getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    await tarjeta(page, bomba)
      .getByText(new RegExp(`^ID: ${bomba.device.id} · hace \\d+s$`))
      .waitFor();
    await tarjeta(page, bomba).getByText('Estado:').waitFor();
    await esperarEstado(page, bomba, 'APAGADO');
    for (const nombre of ['Encender', 'Apagar', 'Ver detalle'])
      expect(await boton(page, bomba, nombre).isEnabled()).toBe(true);
    const celdas = tarjeta(page, medidor);
    await celdas.getByText('Fase C').waitFor(PATIENCE);
    expect(await celdas.getByRole('columnheader').allInnerTexts()).toEqual(['', 'Fase A', 'Fase B', 'Fase C']);
    for (const texto of [
      ...['Voltaje (V)', 'Corriente (A)', 'Potencia activa (W)', 'Potencia aparente (VA)', 'Factor de potencia'],
      'Temperatura',
    ])
      await celdas.getByText(texto, { exact: true }).waitFor();
    await celdas.getByText(/^Última lectura: \d\d\/\d\d\/\d{4} \d\d:\d\d$/).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says so when nothing is assigned', async () => {
    const { page, context } = await granja.entrar(browser, []);
    await page.getByText('No tienes actuadores asignados.').waitFor();
    await page.getByText('No tienes centinelas asignados.').waitFor();
    await context.close();
  });

  it('switches a relay, and every open screen follows', async () => {
    const una = await granja.entrar(browser, [bomba]);
    const otra = await granja.entrar(browser, [bomba], undefined, true);
    await esperarEstado(una.page, bomba, 'APAGADO');
    await esperarEstado(otra.page, bomba, 'APAGADO');
    await boton(una.page, bomba, 'Encender').click();
    await esperarEstado(una.page, bomba, 'ENCENDIDO');
    await esperarEstado(otra.page, bomba, 'ENCENDIDO');
    expect(salida(bomba)).toBe(true);
    await eventually(async () => expect(await boton(otra.page, bomba, 'Apagar').isEnabled()).toBe(true));
    await boton(otra.page, bomba, 'Apagar').click();
    await esperarEstado(una.page, bomba, 'APAGADO');
    expect(salida(bomba)).toBe(false);
    await una.context.close();
    await otra.context.close();
  });

  it('goes back to what is known when the relay refuses, without a message', async () => {
    const { page, context } = await granja.entrar(browser, [bomba]);
    await esperarEstado(page, bomba, 'APAGADO');
    await tarjeta(page, bomba).getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    granja.account.misbehave('server_error', { only: 'commands' });
    const dicho = await estadosMostrados(page, bomba);
    const respuesta = page.waitForResponse((una) => una.url().endsWith(`/api/dispositivos/${bomba.id}/on`));
    await boton(page, bomba, 'Encender').click();
    await respuesta;
    await eventually(async () => expect(await boton(page, bomba, 'Encender').isEnabled()).toBe(true), PATIENCE.timeout);
    await esperarEstado(page, bomba, 'APAGADO');
    expect(salida(bomba)).toBe(false);
    // Nothing was on: no moment of it was called so.
    expect(await dicho()).not.toContain('ENCENDIDO');
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.close();
  });

  it('tells a relay that left the network, locks its buttons, and recovers by itself', async () => {
    const { page, context } = await granja.entrar(browser, [bomba]);
    await tarjeta(page, bomba).getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    bomba.device.setOnline(false, Date.now());
    await page.getByRole('region', { name: 'Actuadores' }).getByRole('button', { name: 'Refrescar' }).click();
    await tarjeta(page, bomba).getByText('OFFLINE', { exact: true }).waitFor(PATIENCE);
    await tarjeta(page, bomba).getByText('El dispositivo está sin conexión.').waitFor();
    for (const nombre of ['Encender', 'Apagar']) expect(await boton(page, bomba, nombre).isDisabled()).toBe(true);
    bomba.device.setOnline(true, Date.now());
    await tarjeta(page, bomba).getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    await context.close();
  });

  it('names a key that the cloud does not accept', async () => {
    const { page, context } = await granja.entrar(browser, [bomba]);
    await tarjeta(page, bomba).getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    granja.account.misbehave('wrong_key');
    await eventually(async () => {
      await page.getByRole('region', { name: 'Actuadores' }).getByRole('button', { name: 'Refrescar' }).click();
      await tarjeta(page, bomba).getByText('La nube no acepta la clave del dispositivo.').waitFor({ timeout: 4_000 });
    }, PATIENCE.timeout);
    granja.account.misbehave(null);
    await tarjeta(page, bomba).getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    await context.close();
  });

  it('is right again after a cut of half a minute during which the relay was switched by somebody else', async () => {
    const proxy = await TcpProxy.start(granja.acequia.http);
    const { page, context } = await granja.entrar(browser, [bomba], new URL(proxy.url).origin);
    await esperarEstado(page, bomba, 'APAGADO');
    await proxy.close();
    await page.getByText('Sin conexión con el servidor.').waitFor(PATIENCE);
    await page.getByRole('region', { name: 'Actuadores' }).getByText('OFFLINE', { exact: true }).first().waitFor();
    expect(await boton(page, bomba, 'Encender').isDisabled()).toBe(true);
    expect(await boton(page, bomba, 'Apagar').isEnabled()).toBe(true);
    await granja.farm.admin.api.call('dispositivos.encender', { params: { id: String(bomba.id) } });
    await eventually(() => expect(salida(bomba)).toBe(true), PATIENCE.timeout);
    // What was last known stays, told apart from the present: nobody here knows that it is on.
    expect(await estado(page, bomba).textContent()).toBe('APAGADO');
    expect(await estado(page, bomba).getAttribute('data-viejo')).toBe('true');
    await page.waitForTimeout(20_000);
    expect(await estado(page, bomba).textContent()).toBe('APAGADO');
    await proxy.open();
    await esperarEstado(page, bomba, 'ENCENDIDO');
    await page.getByText('Sin conexión con el servidor.').waitFor({ state: 'detached', ...PATIENCE });
    await granja.farm.admin.api.call('dispositivos.apagar', { params: { id: String(bomba.id) } });
    await esperarEstado(page, bomba, 'APAGADO');
    await context.close();
    await proxy.close();
  });

  it.each([false, true])('is accessible (phone: %s)', async (phone) => {
    const { page, context } = await granja.entrar(browser, [bomba, medidor], undefined, phone);
    await tarjeta(page, medidor).getByText('Fase C').waitFor(PATIENCE);
    expect(await seriousAxeFindings(page)).toEqual([]);
    await context.close();
  });
});

describe('Detalle Centinela', () => {
  it('is opened from the card, and shows the meter phase by phase with its history and its energy', async () => {
    const { page, context, problems } = await granja.entrar(browser, [medidor]);
    await boton(page, medidor, 'Ver detalle').click();
    await arrive(page, (url) => url.pathname === `/panel/centinelas/${medidor.id}`);
    await eventually(async () => expect(await page.title()).toBe('Detalle Centinela | Acequia'));
    await page.getByRole('heading', { name: medidor.nombre }).waitFor();
    await page.getByText('ONLINE', { exact: true }).waitFor(PATIENCE);
    const fila = page.getByRole('row').filter({ hasText: 'Voltaje (V)' });
    await eventually(async () => expect((await fila.innerText()).match(/\d+\.\d\d/g)).toHaveLength(3));
    await page.getByText('Desequilibrio de fases: Corriente').waitFor();
    // Two polls make a history.
    await page.locator('canvas').first().waitFor();
    for (const rango of ['24 h', '7 d', '30 d']) {
      await page.getByRole('button', { name: rango, exact: true }).click();
      await page.locator('canvas').first().waitFor(PATIENCE);
    }
    const [descarga] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar CSV' }).click(),
    ]);
    expect(descarga.suggestedFilename()).toBe(`energia_dispositivo_${medidor.id}.csv`);
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('stands on its own address, also the short one, and knows nothing of devices that are not assigned', async () => {
    const { page, context } = await granja.entrar(browser, [medidor]);
    await page.goto(`${granja.acequia.http}/panel/centinela/${medidor.id}`);
    await page.getByRole('heading', { name: medidor.nombre }).waitFor(PATIENCE);
    await page.goto(`${granja.acequia.http}/panel/centinelas/${bomba.id}`);
    await page.getByText('No se encontró este dispositivo entre los que tienes asignados.').waitFor();
    await context.close();
  });
});
