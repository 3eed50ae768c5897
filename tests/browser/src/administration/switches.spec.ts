import { ADMIN, eventually, Farm, sharedAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { enter, flawsInEveryLook, launchBrowser, visit } from '../browser.js';
import { responder } from './console-walk.js';
import { buttonBy, count, edit, fila, group, openNew, relay } from './switches.js';

/** The Switches screen as an administrator sees it: texts, the way through, keyboard, accessibility. */
let acequia: RunningAcequia;
let farm: Farm;
let root: ApiClient;
let browser: Browser;
let database: pg.Client;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  database = new pg.Client(acequia.databaseUrl);
  await database.connect();
});

afterAll(async () => {
  await database?.end();
  await browser?.close();
  await acequia?.stop();
});

const open = async () => {
  const one = await visit(browser);
  await enter(one.page, acequia.http, ADMIN.email, ADMIN.password, `/switches?empresa=${farm.empresa.id}`);
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
const newPlaca = async (): Promise<number> =>
  (await root.call('placas.registrar', { body: { empresa_id: farm.empresa.id } }))[0]!.id;

describe('Switches', () => {
  it('creates a panel of two pairs and one individual in one call, edits and deletes one, as the database then holds it', async () => {
    const placa = await newPlaca();
    const { page, context } = await open();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    const appDialog = await openNew(page);
    await appDialog.getByLabel('ID Dispositivo (ESP32)').fill(String(placa));
    await appDialog.getByLabel('Sitio / Ubicación (opcional)').fill('Huerta');
    await count(appDialog, '2', '1');
    const uno = group(appDialog, 'Par #1');
    await uno.getByLabel('Pin sensor Temp/Hum (opcional)').fill('32');
    await uno.getByText('¿Incluye Sensor Temp/Hum?').click();
    await relay(group(uno, 'Switch A'), 'Riego', 'selenoide', 18);
    await relay(group(uno, 'Switch B'), 'Niebla', 'difusor', 19);
    const dos = group(appDialog, 'Par #2');
    await dos.getByLabel('Sitio / Ubicación').fill('Invernadero');
    await relay(group(dos, 'Switch A'), 'Aire', 'turbina', 21);
    await relay(group(dos, 'Switch B'), 'Cortina', 'motor', 22);
    await relay(group(appDialog, 'Switch Individual #1'), 'Frío', 'cooler', 15, true);
    await buttonBy(appDialog, 'Guardar').click();
    await appDialog.waitFor({ state: 'detached' });
    await fila(page, 'Cortina').waitFor();
    // A strapping pin is saved with a warning.
    await page.getByText('El pin 15 decide el arranque de la placa.').waitFor();
    expect(sent).toEqual(['POST /api/switches/bulk']);
    const common = { id: expect.any(Number), empresa_id: farm.empresa.id, activo: 1 };
    const con = { zona: 'Huerta', par_numero: 2, switch_site_id: 1, tiene_sensor: 1, sensor_pin: 32 };
    const sin = { tiene_sensor: 0, sensor_pin: null };
    expect(await saved(placa)).toEqual([
      { ...common, ...con, nombre: 'Riego', tipo: 'selenoide', hardware_pin: 18 },
      { ...common, ...con, nombre: 'Niebla', tipo: 'difusor', hardware_pin: 19 },
      {
        ...common,
        ...sin,
        zona: 'Invernadero',
        par_numero: 2,
        switch_site_id: 2,
        nombre: 'Aire',
        tipo: 'turbina',
        hardware_pin: 21,
      },
      {
        ...common,
        ...sin,
        zona: 'Invernadero',
        par_numero: 2,
        switch_site_id: 2,
        nombre: 'Cortina',
        tipo: 'motor',
        hardware_pin: 22,
      },
      {
        ...common,
        ...sin,
        zona: 'Huerta',
        par_numero: 1,
        switch_site_id: 3,
        nombre: 'Frío',
        tipo: 'cooler',
        hardware_pin: 15,
      },
    ]);

    const edited = await edit(page, 'Frío');
    await edited.getByLabel('Nombre Switch').fill('Cuarto frío');
    await buttonBy(edited, 'Guardar').click();
    await edited.waitFor({ state: 'detached' });
    await fila(page, 'Cuarto frío').waitFor();
    expect((await saved(placa)).map(({ nombre }) => nombre)).toContain('Cuarto frío');
    await buttonBy(await edit(page, 'Cuarto frío'), 'Eliminar').click();
    await responder(page, '¿Eliminar este switch PERMANENTEMENTE?', 'Eliminar');
    // Rows behind an open dialog are hidden from assistive technology.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await fila(page, 'Cuarto frío').waitFor({ state: 'detached' });
    expect(await saved(placa)).toHaveLength(4);
    await context.close();
  });

  it('is used with the keyboard alone, and gives the focus back', async () => {
    const placa = await newPlaca();
    const { page, context } = await open();
    await fila(page, 'Válvula A1').waitFor();
    const keysTyped = page.keyboard;
    const opener = buttonBy(page, 'Nuevo switch / panel');
    // It is disabled until the companies came, which may be after the switches; a focus waits for nothing.
    await opener.click({ trial: true });
    await opener.focus();
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
    const libre = group(appDialog, 'Pines de la placa').getByRole('button', { name: 'GPIO 23', exact: true });
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

  it('has no serious accessibility finding and never scrolls sideways, large or small, by day or in the dark', async () => {
    const { page, context, problems } = await open();
    await page.getByText('Válvula A1').first().waitFor();
    expect(await flawsInEveryLook(page)).toEqual([]);
    expect(await heightOnPhone(page, 35)).toBeLessThan(3_000);
    const appDialog = await openNew(page);
    await count(appDialog, '1', '1');
    await buttonBy(group(appDialog, 'Par #1'), 'Ver los pines libres').first().click();
    await group(appDialog, 'Pines de la placa').waitFor();
    expect(await flawsInEveryLook(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});

/** How far down a list of so many rows like the first reaches on a phone, px. */
async function heightOnPhone(page: Page, rows: number): Promise<number> {
  const desk = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  const card = (await page.locator('main li[data-index]').first().boundingBox())!;
  await page.setViewportSize(desk);
  return card.y + rows * card.height;
}
