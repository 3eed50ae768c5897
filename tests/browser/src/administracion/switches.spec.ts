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
import { boton, contar, editar, etiquetas, FALLO, fila, grupo, nuevo, PATIENCE, rele } from './switches.js';

/** The Switches screen (SWI-1, SWI-2) as an administrator sees it: texts, companies, keyboard, accessibility. */
let acequia: RunningAcequia;
let farm: Farm;
let ajena: Farm;
let root: ApiClient;
let browser: Browser;
let database: pg.Client;
let thaw = (): void => undefined;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  ajena = await Farm.create(acequia, root);
  database = new pg.Client(acequia.databaseUrl);
  await database.connect();
});

afterEach(() => thaw());

afterAll(async () => {
  await database?.end();
  await browser?.close();
  await acequia?.stop();
});

const abrir = async (
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
const guardados = async (placa: number) =>
  (
    await database.query(
      `SELECT s.id, s.nombre, s.tipo, s.zona, s.empresa_id, s.par_numero, s.switch_site_id, s.hardware_pin,
              s.tiene_sensor, s.sensor_pin, s.activo
         FROM inventory.switches s JOIN inventory.placas p USING (placa_id) WHERE p.numero = $1 ORDER BY s.id`,
      [placa],
    )
  ).rows as Record<string, unknown>[];
/** A board of the farm that no other test uses. */
const placaNueva = async (empresa_id = farm.empresa.id): Promise<number> =>
  (await root.call('placas.registrar', { body: { empresa_id } }))[0]!.id;
const CABECERA = [
  'Empresa',
  'ID Dispositivo (ESP32)',
  'Sitio / Ubicación (opcional)',
  '¿Cuántos pares de switches en el panel?',
  '¿Cuántos switches individuales?',
];
const LUGAR = ['Sitio / Ubicación', 'Pin sensor Temp/Hum (opcional)', '¿Incluye Sensor Temp/Hum?'];

describe('Switches', () => {
  it('reads as the specification writes it', async () => {
    const { page, context, problems } = await abrir();
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
    expect(await selector.locator('option').allInnerTexts()).toEqual([farm.empresa.nombre, ajena.empresa.nombre]);
    expect(await seriousAxeFindings(page)).toEqual([]);

    const dialogo = await nuevo(page);
    expect(await etiquetas(dialogo)).toEqual(CABECERA);
    expect(await dialogo.getByLabel('Empresa').inputValue()).toBe(farm.empresa.nombre);
    expect(await dialogo.getByLabel('Empresa').isDisabled()).toBe(true);
    await contar(dialogo, '2', '1');
    for (const par of ['Par #1', 'Par #2']) {
      expect(await etiquetas(grupo(dialogo, par))).toEqual([
        ...LUGAR,
        ...Array(2).fill(['Nombre', 'Tipo', 'Pin ESP32', 'Tiempo máximo encendido']).flat(),
      ]);
      expect(await grupo(grupo(dialogo, par), 'Switch A').count()).toBe(1);
      expect(await grupo(grupo(dialogo, par), 'Switch B').count()).toBe(1);
    }
    const individual = grupo(dialogo, 'Switch Individual #1');
    expect(await etiquetas(individual)).toEqual([
      ...[...LUGAR, 'Nombre Switch', 'Tipo Switch', 'Pin ESP32', 'Tiempo máximo encendido'],
    ]);
    expect(await individual.getByLabel('Tipo Switch').locator('option').allInnerTexts()).toEqual([
      ...['Elegir…', 'selenoide', 'difusor', 'turbina', 'motor', 'cooler', 'otro'],
    ]);
    for (const nombre of ['Guardar', 'Cancelar', 'REGRESAR']) expect(await boton(dialogo, nombre).count()).toBe(1);
    expect((await dialogo.boundingBox())?.width).toBeLessThanOrEqual(900);
    await boton(grupo(dialogo, 'Par #1'), 'Ver los pines libres').first().click();
    await grupo(dialogo, 'Pines de la placa').waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('preselects the first company, and remembers the chosen one in the address', async () => {
    const { page, context } = await abrir();
    await page.goto(`${acequia.http}/switches`);
    const selector = page.getByLabel('Selecciona una empresa');
    await eventually(async () => expect(await selector.inputValue()).toBe(String(farm.empresa.id)));
    await selector.selectOption(String(ajena.empresa.id));
    await fila(page, ajena.empresa.nombre).first().waitFor();
    await page.reload();
    await fila(page, ajena.empresa.nombre).first().waitFor();
    expect(await selector.inputValue()).toBe(String(ajena.empresa.id));
    await context.close();
  });

  it('takes the longest time on in minutes or hours, and none only where the tipo may go without', async () => {
    const placa = await placaNueva();
    const { page, context } = await abrir();
    let dialogo = await nuevo(page);
    await dialogo.getByLabel('ID Dispositivo (ESP32)').fill(String(placa));
    await dialogo.getByLabel('Sitio / Ubicación (opcional)').fill('Pozo');
    await contar(dialogo, '0', '1');
    await rele(grupo(dialogo, 'Switch Individual #1'), 'Bomba', 'motor', 23, true);
    let maximo = dialogo.getByLabel('Tiempo máximo encendido');
    expect(await maximo.getAttribute('placeholder')).toBe('4');
    await maximo.fill('0');
    await boton(dialogo, 'Guardar').click();
    await dialogo.getByText('Este tipo siempre lleva un límite').waitFor();
    await maximo.fill('90');
    await dialogo.getByLabel('Unidad').selectOption('min');
    await boton(dialogo, 'Guardar').click();
    await dialogo.waitFor({ state: 'detached' });
    await fila(page, 'Bomba').getByText('1 h 30 min').waitFor();

    dialogo = await editar(page, 'Bomba');
    maximo = dialogo.getByLabel('Tiempo máximo encendido');
    expect(await maximo.inputValue()).toBe('90');
    expect(await dialogo.getByLabel('Unidad').inputValue()).toBe('min');
    const [bomba] = await root
      .call('switches.listar', { query: { empresa_id: String(farm.empresa.id) } })
      .then((todos) => todos.filter(({ nombre }) => nombre === 'Bomba'));
    expect(bomba!.max_encendido_s).toBe(5_400);
    await root.call('switches.guardar_lote', { body: { switches: [{ ...bomba!, max_encendido_s: 1_800 }] } });
    await dialogo.getByLabel('Tipo Switch').selectOption('cooler');
    await maximo.fill('0');
    await boton(dialogo, 'Guardar').click();
    const conflicto = grupo(dialogo, 'Cambios de otra persona');
    for (const texto of ['30 min', 'Sin límite']) await conflicto.getByText(texto, { exact: true }).waitFor();
    await boton(conflicto, 'Guardar lo mío').click();
    await dialogo.waitFor({ state: 'detached' });
    await fila(page, 'Bomba').getByText('Sin límite').waitFor();
    await context.close();
  });

  it('goes back to the dashboard by REGRESAR', async () => {
    const { page, context } = await abrir();
    await boton(page, 'REGRESAR').click();
    await arrive(page, (url) => url.pathname === '/dashboard');
    await context.close();
  });

  it('shows an empty list, without a message, when the lists cannot be read', async () => {
    const { page, context } = await abrir();
    await fila(page, 'Válvula A1').waitFor();
    thaw = freeze(acequia, 'inventory');
    await page.reload();
    const lista = page.getByRole('region', { name: 'Lista de switches' });
    await page.locator('[aria-label="Lista de switches"][aria-busy=true]').waitFor();
    // Nobody knows yet how many there are.
    expect(await page.locator('[aria-live=polite]').filter({ hasText: /^0$/ }).count()).toBe(0);
    await lista.getByText('Sin switches que mostrar.').waitFor(PATIENCE);
    expect(await page.getByText('Esta empresa aún no tiene switches.').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.close();
  });

  it('is used with the keyboard alone, and gives the focus back', async () => {
    const placa = await placaNueva();
    const { page, context } = await abrir();
    await fila(page, 'Válvula A1').waitFor();
    const teclas = page.keyboard;
    await boton(page, 'Nuevo switch / panel').focus();
    await teclas.press('Enter');
    const dialogo = page.getByRole('dialog', { name: 'Nuevo Panel de Switches' });
    await dialogo.waitFor();
    const enfocado = (etiqueta: string) =>
      eventually(async () =>
        expect(
          await dialogo
            .getByLabel(etiqueta)
            .last()
            .evaluate((element) => element === document.activeElement),
        ).toBe(true),
      );
    await enfocado('ID Dispositivo (ESP32)');
    await teclas.type(String(placa));
    await teclas.press('Tab');
    await teclas.type('Teclado');
    await teclas.press('Tab');
    await teclas.press('Tab');
    await enfocado('¿Cuántos switches individuales?');
    await teclas.type('1');
    // Site, sensor pin, its button, the sensor's toggle, then the switch itself.
    for (let i = 0; i < 5; i++) await teclas.press('Tab');
    await enfocado('Nombre Switch');
    await teclas.type('Sin ratón');
    await teclas.press('Tab');
    await teclas.type('motor');
    await teclas.press('Tab');
    await teclas.press('Tab');
    await teclas.press('Enter');
    const libre = grupo(dialogo, 'Pines de la placa').getByRole('button', { name: 'GPIO 23', exact: true });
    await libre.focus();
    await teclas.press('Enter');
    await boton(dialogo, 'Guardar').focus();
    await teclas.press('Enter');
    await dialogo.waitFor({ state: 'detached' });
    expect(await guardados(placa)).toEqual([
      expect.objectContaining({ nombre: 'Sin ratón', tipo: 'motor', zona: 'Teclado', hardware_pin: 23 }),
    ]);
    await eventually(async () =>
      expect(await boton(page, 'Nuevo switch / panel').evaluate((element) => element === document.activeElement)).toBe(
        true,
      ),
    );
    await context.close();
  });

  it('shows an admin_empresa their own company alone', async () => {
    const { page, context } = await abrir(ajena, [farm.admin.email, PASSWORD]);
    await fila(page, 'Válvula A1').waitFor();
    const selector = page.getByLabel('Selecciona una empresa');
    expect(await selector.locator('option').allInnerTexts()).toEqual([farm.empresa.nombre]);
    expect(await selector.inputValue()).toBe(String(farm.empresa.id));
    expect(await fila(page, ajena.empresa.nombre).count()).toBe(0);
    const dialogo = await nuevo(page);
    await dialogo.getByLabel('ID Dispositivo (ESP32)').fill(String(ajena.board.id));
    await contar(dialogo, '0', '1');
    await grupo(dialogo, 'Switch Individual #1').getByLabel('Sitio / Ubicación').fill('Ajeno');
    await rele(grupo(dialogo, 'Switch Individual #1'), 'Intrusa', 'motor', 23, true);
    await boton(dialogo, 'Guardar').click();
    await dialogo.getByRole('alert').getByText(FALLO).waitFor();
    expect(await guardados(ajena.board.id)).toHaveLength(2);
    await context.close();
  });

  it.each([
    ['desktop, dark', { dark: true }],
    ['phone, light', { phone: true }],
    ['phone, dark', { phone: true, dark: true }],
  ])('has no serious accessibility finding (%s) and never scrolls sideways', async (_name, options) => {
    const { page, context } = await abrir(farm, undefined, options);
    await page.getByText('Válvula A1').first().waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const dialogo = await nuevo(page);
    await contar(dialogo, '1', '1');
    expect(await seriousAxeFindings(page)).toEqual([]);
    await context.close();
  });
});
