import { eventually, Farm, PASSWORD, sharedAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';
import type { Browser, Page, Route } from 'playwright-core';
import { launchBrowser } from '../browser.js';
import { confirmTurnOn, openPanel } from '../panel.js';
import { appDialog, logIn, fila, PATIENCE, responder, noService } from './console-walk.js';

/** A bad line and impatient clicks: the console reports every failure and never stays stuck. */
let acequia: RunningAcequia;
let browser: Browser;
let root: ApiClient;
let farm: Farm;
let another: Farm;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  another = await Farm.create(acequia, root);
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

/** Holds requests to matching addresses until the returned function releases or aborts them. */
async function hold(page: Page, method: string, url: string): Promise<(romper?: boolean) => Promise<void>> {
  const held: Route[] = [];
  let loose = false;
  await page.route(url, (route) =>
    loose || route.request().method() !== method ? route.fallback() : void held.push(route),
  );
  return async (romper = false) => {
    await eventually(() => expect(held.length).toBeGreaterThan(0));
    loose = true;
    for (const route of held) await (romper ? route.abort() : route.continue());
  };
}

describe('a device that could not be read', () => {
  it('is not said to be missing, and comes by itself', async () => {
    const { id } = await root.call('dispositivos.crear', {
      body: { nombre: 'Medidor Lejano', shelly_id: 'lejano01', tipo: 'shelly_pro3m', empresa_id: farm.empresa.id },
    });
    const email = `lejana-${Date.now()}@acequia.test`;
    await root.call('usuarios.crear', {
      body: {
        nombre: 'Lejana',
        email,
        password: PASSWORD,
        rol: 'usuario',
        empresa_id: farm.empresa.id,
        dispositivos: [id],
      },
    });
    const { page, context } = await logIn(browser, acequia, '/panel/cuenta', [email, PASSWORD]);
    const list = '**/api/dispositivos/usuario?*';
    await page.route(list, (route) => route.abort());
    await page.goto(`${acequia.http}/panel/centinelas/${id}`);
    await page.getByText('No se pudo leer este dispositivo.').waitFor();
    expect(await page.getByText('No se encontró este dispositivo').count()).toBe(0);
    await page.unroute(list);
    await page.getByRole('heading', { name: 'Medidor Lejano' }).waitFor();

    // The history is loaded again by itself too, and a failed download is reported.
    const noHistory = page.getByText('No se pudo cargar la historia. Se intentará de nuevo.');
    await noService(acequia, 'telemetry-history', async () => {
      await page.reload();
      await page.getByRole('button', { name: 'CSV' }).click();
      await page.getByRole('alert').getByText('No se pudo descargar el archivo.').waitFor(PATIENCE);
      await noHistory.nth(1).waitFor(PATIENCE);
    });
    await eventually(async () => expect(await noHistory.count()).toBe(0));
    await context.close();
  });
});

describe('a line that breaks', () => {
  it('is reported to a person who closed the dialog before the answer', async () => {
    const [sw] = farm.switches;
    const { page, context } = await openPanel(browser, farm, acequia.http);
    await page.getByRole('button', { name: `Más opciones de ${sw!.zona} - ${sw!.nombre}` }).click();
    const sheet = appDialog(page, `${sw!.zona} - ${sw!.nombre}`);
    await sheet.getByLabel('Motivo').fill('Gente en el pozo');
    const release = await hold(page, 'POST', '**/api/switches/*/bloqueo');
    await sheet.getByRole('button', { name: 'Bloquear' }).click();
    await sheet.getByText('Cerrar', { exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    await release(true);
    await page.getByRole('alert').getByText('No se pudo bloquear el switch').waitFor();
    await context.close();
  });

  it('is reported to a person who went back before the answer', async () => {
    const { nombre } = await root.call('empresas.crear', {
      body: { nombre: 'Huerta de la Vuelta', fecha_vencimiento: '2099-12-31' },
    });
    const { page, context } = await logIn(browser, acequia, '/dashboard');
    await page.getByRole('navigation').getByRole('link', { name: 'Empresas' }).click();
    await page.getByRole('button', { name: `Editar ${nombre}` }).click();
    const isOpen = appDialog(page, 'Editar Empresa');
    await isOpen.getByLabel('Nombre').fill('Huerta Perdida');
    const release = await hold(page, 'PUT', '**/api/empresas/*');
    await isOpen.getByRole('button', { name: 'Guardar' }).click();
    await page.goBack();
    await isOpen.waitFor({ state: 'detached' });
    await release(true);
    await page.getByRole('alert').getByText('Error al guardar empresa').waitFor();
    await context.close();
  });
});

describe('an answer that is cut off', () => {
  it('leaves an order of which nobody knows what became, in words that a person reads', async () => {
    const [sw] = farm.switches;
    const { page, context } = await openPanel(browser, farm, acequia.http);
    await page.route('**/api/switches/*/on', (route) =>
      route.fulfill({ status: 202, contentType: 'application/json', body: '{"comando_id":"' }),
    );
    await page.getByRole('button', { name: `Encender ${sw!.zona} - ${sw!.nombre}`, exact: true }).click();
    await confirmTurnOn(page);
    const report = page.locator(`[data-mando="${sw!.id}"]:visible [data-estado-orden=sin_respuesta]`);
    expect(await report.innerText()).toBe('No se sabe si la orden salió. No hay conexión con el servidor.');
    await context.close();
  });
});

describe('a hand', () => {
  it('that goes back is asked before what it wrote is thrown away, and saves a switch where it was', async () => {
    const [sw] = another.switches;
    const { page, context } = await logIn(browser, acequia, `/switches?empresa=${farm.empresa.id}`);
    await fila(page, sw!.nombre).first().waitFor();
    await page.getByLabel('Selecciona una empresa').selectOption(String(another.empresa.id));
    await eventually(() => expect(page.url()).toContain(`empresa=${another.empresa.id}`));
    await fila(page, another.empresa.nombre).first().waitFor();
    await page.getByRole('button', { name: `Editar ${sw!.nombre}`, exact: true }).click();
    const abierto = appDialog(page, 'Editar Switch');
    await abierto.getByLabel('Nombre Switch').fill('Válvula del Regreso');
    await page.goBack();
    await responder(page, '¿Descartar los cambios sin guardar?', 'Cancelar');
    expect(page.url()).toContain(`empresa=${another.empresa.id}`);
    expect(await abierto.getByLabel('Nombre Switch').inputValue()).toBe('Válvula del Regreso');
    await abierto.getByRole('button', { name: 'Guardar' }).click();
    await abierto.waitFor({ state: 'detached' });
    const theirs = await root.call('switches.listar', { query: { empresa_id: String(another.empresa.id) } });
    expect(theirs.find(({ id }) => id === sw!.id)?.nombre).toBe('Válvula del Regreso');

    await page.getByRole('button', { name: 'Editar Válvula del Regreso', exact: true }).click();
    await abierto.getByLabel('Nombre Switch').fill('Lo que no queda');
    await page.goBack();
    await responder(page, '¿Descartar los cambios sin guardar?', 'Descartar');
    await abierto.waitFor({ state: 'detached' });
    await eventually(() => expect(page.url()).toContain(`empresa=${farm.empresa.id}`));
    await context.close();
  });

  it('that goes back to another company closes the switch it has open, after a question if a reason is half written', async () => {
    const [, sw] = another.switches;
    const { page, context } = await logIn(browser, acequia, `/switches?empresa=${farm.empresa.id}`);
    await fila(page, sw!.nombre).first().waitFor();
    await page.getByLabel('Selecciona una empresa').selectOption(String(another.empresa.id));
    await fila(page, another.empresa.nombre).first().waitFor();
    await page.getByRole('button', { name: `Operar ${sw!.nombre}`, exact: true }).click();
    const sheet = appDialog(page, `${sw!.zona} - ${sw!.nombre}`);
    await sheet.getByLabel('Motivo').fill('A medio escribir');
    for (const logOut of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
      await logOut();
      await page.getByRole('alertdialog').getByText('El switch todavía no está bloqueado.').waitFor();
      await responder(page, '¿Descartar los cambios sin guardar?', 'Cancelar');
      expect(await sheet.getByLabel('Motivo').inputValue()).toBe('A medio escribir');
    }
    await sheet.getByLabel('Motivo').fill('');
    await page.goBack();
    await eventually(() => expect(page.url()).toContain(`empresa=${farm.empresa.id}`));
    await sheet.waitFor({ state: 'detached' });
    await context.close();
  });
});
