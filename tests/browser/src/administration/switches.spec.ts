import {
  ADMIN,
  eventually,
  Farm,
  PASSWORD,
  sharedAcequia,
  type ApiClient,
  type RunningAcequia,
} from '@acequia/testing';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { arrive, launchBrowser, login, seriousAxeFindings, visit } from '../browser.js';
import { freeze } from '../panel.js';
import { buttonBy, count, edit, labels, FAILURE, fila, interlockGroup, openNew, PATIENCE, relay } from './switches.js';

/** The Switches screen (SWI-1, SWI-2) as an administrator sees it: texts, companies, keyboard, accessibility. */
let acequia: RunningAcequia;
let farm: Farm;
let foreignOne: Farm;
let root: ApiClient;
let browser: Browser;
let database: pg.Client;
let thaw = (): void => undefined;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  foreignOne = await Farm.create(acequia, root);
  database = new pg.Client(acequia.databaseUrl);
  await database.connect();
});

afterEach(() => thaw());

afterAll(async () => {
  await database?.end();
  await browser?.close();
  await acequia?.stop();
});

const open = async (
  empresa = farm,
  [email, password]: readonly [string, string] = [ADMIN.email, ADMIN.password],
  options: Parameters<typeof visit>[1] = {},
) => {
  const one = await visit(browser, options);
  await login(one.page, acequia.http, email, password);
  await arrive(one.page, (url) => url.pathname.startsWith('/dashboard'));
  await one.page.goto(`${acequia.http}/switches?empresa=${empresa.empresa.id}`);
  await one.page.getByRole('heading', { name: 'Switches', exact: true }).waitFor();
  return one;
};
const saved = async (placa: number) =>
  (
    await database.query(
      `SELECT s.id, s.nombre, s.tipo, s.zona, s.empresa_id, s.par_numero, s.switch_site_id, s.hardware_pin,
              s.tiene_sensor, s.sensor_pin, s.activo
         FROM inventory.switches s JOIN inventory.placas p USING (placa_id) WHERE p.numero = $1 ORDER BY s.id`,
      [placa],
    )
  ).rows as Record<string, unknown>[];
/** A board of the farm that no other test uses. */
const newPlaca = async (empresa_id = farm.empresa.id): Promise<number> =>
  (await root.call('placas.registrar', { body: { empresa_id } }))[0]!.id;
const HEADER = [
  'Empresa',
  'ID Dispositivo (ESP32)',
  'Sitio / Ubicación (opcional)',
  '¿Cuántos pares de switches en el panel?',
  '¿Cuántos switches individuales?',
];
const PLACE = ['Sitio / Ubicación', 'Pin sensor Temp/Hum (opcional)', '¿Incluye Sensor Temp/Hum?'];

describe('Switches', () => {
  it('reads as the specification writes it', async () => {
    const { page, context, problems } = await open();
    await fila(page, 'Válvula A1').waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      ...['ID', 'Nombre', 'Zona', 'Tipo', 'Empresa', 'Dispositivo', 'Par', 'Site ID', 'Pin', 'Sensor'],
      ...['Máximo', 'Activo', 'Acciones'],
    ]);
    expect(await page.getByRole('columnheader', { name: 'Acciones' }).getByRole('button').count()).toBe(0);
    expect((await fila(page, 'Válvula A1').getByRole('cell').allInnerTexts()).slice(1, -1)).toEqual([
      ...['Válvula A1', 'Sector 1', 'selenoide', farm.empresa.nombre, String(farm.board.id), 'Par', '1', '4'],
      ...['Sí', '4 h', 'Sí'],
    ]);
    const selector = page.getByLabel('Selecciona una empresa');
    expect(await selector.locator('option').allInnerTexts()).toEqual([farm.empresa.nombre, foreignOne.empresa.nombre]);
    expect(await seriousAxeFindings(page)).toEqual([]);

    const appDialog = await openNew(page);
    expect(await labels(appDialog)).toEqual(HEADER);
    expect(await appDialog.getByLabel('Empresa').inputValue()).toBe(farm.empresa.nombre);
    expect(await appDialog.getByLabel('Empresa').isDisabled()).toBe(true);
    await count(appDialog, '2', '1');
    for (const par of ['Par #1', 'Par #2']) {
      expect(await labels(interlockGroup(appDialog, par))).toEqual([
        ...PLACE,
        ...Array(2).fill(['Nombre', 'Tipo', 'Pin ESP32', 'Tiempo máximo encendido']).flat(),
      ]);
      expect(await interlockGroup(interlockGroup(appDialog, par), 'Switch A').count()).toBe(1);
      expect(await interlockGroup(interlockGroup(appDialog, par), 'Switch B').count()).toBe(1);
    }
    const individual = interlockGroup(appDialog, 'Switch Individual #1');
    expect(await labels(individual)).toEqual([
      ...[...PLACE, 'Nombre Switch', 'Tipo Switch', 'Pin ESP32', 'Tiempo máximo encendido'],
    ]);
    expect(await individual.getByLabel('Tipo Switch').locator('option').allInnerTexts()).toEqual([
      ...['Elegir…', 'selenoide', 'difusor', 'turbina', 'motor', 'cooler', 'otro'],
    ]);
    for (const nombre of ['Guardar', 'Cancelar', 'REGRESAR']) expect(await buttonBy(appDialog, nombre).count()).toBe(1);
    expect((await appDialog.boundingBox())?.width).toBeLessThanOrEqual(900);
    await buttonBy(interlockGroup(appDialog, 'Par #1'), 'Ver los pines libres').first().click();
    await interlockGroup(appDialog, 'Pines de la placa').waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('preselects the first company, and remembers the chosen one in the address', async () => {
    const { page, context } = await open();
    await page.goto(`${acequia.http}/switches`);
    const selector = page.getByLabel('Selecciona una empresa');
    await eventually(async () => expect(await selector.inputValue()).toBe(String(farm.empresa.id)));
    await selector.selectOption(String(foreignOne.empresa.id));
    await fila(page, foreignOne.empresa.nombre).first().waitFor();
    await page.reload();
    await fila(page, foreignOne.empresa.nombre).first().waitFor();
    expect(await selector.inputValue()).toBe(String(foreignOne.empresa.id));
    await context.close();
  });

  it('takes the longest time on in minutes or hours, and none only where the tipo may go without', async () => {
    const placa = await newPlaca();
    const { page, context } = await open();
    let appDialog = await openNew(page);
    await appDialog.getByLabel('ID Dispositivo (ESP32)').fill(String(placa));
    await appDialog.getByLabel('Sitio / Ubicación (opcional)').fill('Pozo');
    await count(appDialog, '0', '1');
    await relay(interlockGroup(appDialog, 'Switch Individual #1'), 'Bomba', 'motor', 23, true);
    let maximum = appDialog.getByLabel('Tiempo máximo encendido');
    expect(await maximum.getAttribute('placeholder')).toBe('4');
    await maximum.fill('0');
    await buttonBy(appDialog, 'Guardar').click();
    await appDialog.getByText('Este tipo siempre lleva un límite').waitFor();
    await maximum.fill('90');
    await appDialog.getByLabel('Unidad').selectOption('min');
    await buttonBy(appDialog, 'Guardar').click();
    await appDialog.waitFor({ state: 'detached' });
    await fila(page, 'Bomba').getByText('1 h 30 min').waitFor();

    appDialog = await edit(page, 'Bomba');
    maximum = appDialog.getByLabel('Tiempo máximo encendido');
    expect(await maximum.inputValue()).toBe('90');
    expect(await appDialog.getByLabel('Unidad').inputValue()).toBe('min');
    const [pump] = await root
      .call('switches.listar', { query: { empresa_id: String(farm.empresa.id) } })
      .then((todos) => todos.filter(({ nombre }) => nombre === 'Bomba'));
    expect(pump!.max_encendido_s).toBe(5_400);
    await root.call('switches.guardar_lote', { body: { switches: [{ ...pump!, max_encendido_s: 1_800 }] } });
    await appDialog.getByLabel('Tipo Switch').selectOption('cooler');
    await maximum.fill('0');
    await buttonBy(appDialog, 'Guardar').click();
    const conflict = interlockGroup(appDialog, 'Cambios de otra persona');
    for (const texto of ['30 min', 'Sin límite']) await conflict.getByText(texto, { exact: true }).waitFor();
    await buttonBy(conflict, 'Guardar lo mío').click();
    await appDialog.waitFor({ state: 'detached' });
    await fila(page, 'Bomba').getByText('Sin límite').waitFor();
    await context.close();
  });

  it('goes back to the dashboard by REGRESAR', async () => {
    const { page, context } = await open();
    await buttonBy(page, 'REGRESAR').click();
    await arrive(page, (url) => url.pathname === '/dashboard');
    await context.close();
  });

  it('shows an empty list, without a message, when the lists cannot be read', async () => {
    const { page, context } = await open();
    await fila(page, 'Válvula A1').waitFor();
    thaw = freeze(acequia, 'inventory');
    await page.reload();
    const list = page.getByRole('region', { name: 'Lista de switches' });
    await page.locator('[aria-label="Lista de switches"][aria-busy=true]').waitFor();
    // The number is not known yet.
    expect(await page.locator('[aria-live=polite]').filter({ hasText: /^0$/ }).count()).toBe(0);
    await list.getByText('Sin switches que mostrar.').waitFor(PATIENCE);
    expect(await page.getByText('Esta empresa aún no tiene switches.').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.close();
  });

  it('is used with the keyboard alone, and gives the focus back', async () => {
    const placa = await newPlaca();
    const { page, context } = await open();
    await fila(page, 'Válvula A1').waitFor();
    const keysTyped = page.keyboard;
    await buttonBy(page, 'Nuevo switch / panel').focus();
    await keysTyped.press('Enter');
    const appDialog = page.getByRole('dialog', { name: 'Nuevo Panel de Switches' });
    await appDialog.waitFor();
    const focused = (label: string) =>
      eventually(async () =>
        expect(
          await appDialog
            .getByLabel(label)
            .last()
            .evaluate((element) => element === document.activeElement),
        ).toBe(true),
      );
    await focused('ID Dispositivo (ESP32)');
    await keysTyped.type(String(placa));
    await keysTyped.press('Tab');
    await keysTyped.type('Teclado');
    await keysTyped.press('Tab');
    await keysTyped.press('Tab');
    await focused('¿Cuántos switches individuales?');
    await keysTyped.type('1');
    // Site, sensor pin, its button, the sensor's toggle, then the switch itself.
    for (let i = 0; i < 5; i++) await keysTyped.press('Tab');
    await focused('Nombre Switch');
    await keysTyped.type('Sin ratón');
    await keysTyped.press('Tab');
    await keysTyped.type('motor');
    await keysTyped.press('Tab');
    await keysTyped.press('Tab');
    await keysTyped.press('Enter');
    const libre = interlockGroup(appDialog, 'Pines de la placa').getByRole('button', { name: 'GPIO 23', exact: true });
    await libre.focus();
    await keysTyped.press('Enter');
    await buttonBy(appDialog, 'Guardar').focus();
    await keysTyped.press('Enter');
    await appDialog.waitFor({ state: 'detached' });
    expect(await saved(placa)).toEqual([
      expect.objectContaining({ nombre: 'Sin ratón', tipo: 'motor', zona: 'Teclado', hardware_pin: 23 }),
    ]);
    await eventually(async () =>
      expect(
        await buttonBy(page, 'Nuevo switch / panel').evaluate((element) => element === document.activeElement),
      ).toBe(true),
    );
    await context.close();
  });

  it('shows an admin_empresa their own company alone', async () => {
    const { page, context } = await open(foreignOne, [farm.admin.email, PASSWORD]);
    await fila(page, 'Válvula A1').waitFor();
    const selector = page.getByLabel('Selecciona una empresa');
    expect(await selector.locator('option').allInnerTexts()).toEqual([farm.empresa.nombre]);
    expect(await selector.inputValue()).toBe(String(farm.empresa.id));
    expect(await fila(page, foreignOne.empresa.nombre).count()).toBe(0);
    const appDialog = await openNew(page);
    await appDialog.getByLabel('ID Dispositivo (ESP32)').fill(String(foreignOne.board.id));
    await count(appDialog, '0', '1');
    await interlockGroup(appDialog, 'Switch Individual #1').getByLabel('Sitio / Ubicación').fill('Ajeno');
    await relay(interlockGroup(appDialog, 'Switch Individual #1'), 'Intrusa', 'motor', 23, true);
    await buttonBy(appDialog, 'Guardar').click();
    await appDialog.getByRole('alert').getByText(FAILURE).waitFor();
    expect(await saved(foreignOne.board.id)).toHaveLength(2);
    await context.close();
  });

  it.each([
    ['desktop, dark', { dark: true }],
    ['phone, light', { phone: true }],
    ['phone, dark', { phone: true, dark: true }],
  ])('has no serious accessibility finding (%s) and never scrolls sideways', async (_name, options) => {
    const { page, context } = await open(farm, undefined, options);
    await page.getByText('Válvula A1').first().waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const appDialog = await openNew(page);
    await count(appDialog, '1', '1');
    expect(await seriousAxeFindings(page)).toEqual([]);
    await context.close();
  });
});
