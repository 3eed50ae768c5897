import { ADMIN, eventually, Farm, sharedAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { arrive, launchBrowser, login, visit } from '../browser.js';
import { freeze } from '../panel.js';
import { responder } from './console-walk.js';
import { buttonBy, count, edit, FAILURE, fila, interlockGroup, openNew, PATIENCE, relay } from './switches.js';

/** The panel dialog of Switches (SWI-3 to SWI-7): what a person types, and what the database then holds. */
let acequia: RunningAcequia;
let farm: Farm;
let root: ApiClient;
let browser: Browser;
let database: pg.Client;
let thaw = (): void => undefined;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  database = new pg.Client(acequia.databaseUrl);
  await database.connect();
});

afterEach(() => thaw());

afterAll(async () => {
  await database?.end();
  await browser?.close();
  await acequia?.stop();
});

const open = async () => {
  const one = await visit(browser);
  await login(one.page, acequia.http, ADMIN.email, ADMIN.password);
  await arrive(one.page, (url) => url.pathname.startsWith('/dashboard'));
  await one.page.goto(`${acequia.http}/switches?empresa=${farm.empresa.id}`);
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
const newSwitch = async (nombre: string) => {
  const dispositivo_id = await newPlaca();
  const { switches } = await root.call('switches.guardar_lote', {
    body: {
      switches: [
        {
          nombre,
          tipo: 'motor',
          zona: 'Canal',
          empresa_id: farm.empresa.id,
          dispositivo_id,
          par_numero: 2,
          switch_site_id: 7,
          hardware_pin: 23,
          tiene_sensor: 1,
          sensor_pin: 22,
          activo: 1,
        },
      ],
    },
  });
  return switches[0]!;
};

describe('Switches', () => {
  it('creates a panel of two pairs and one individual in one call, as the database then holds it', async () => {
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
    const uno = interlockGroup(appDialog, 'Par #1');
    await uno.getByLabel('Pin sensor Temp/Hum (opcional)').fill('32');
    await uno.getByText('¿Incluye Sensor Temp/Hum?').click();
    await relay(interlockGroup(uno, 'Switch A'), 'Riego', 'selenoide', 18);
    await relay(interlockGroup(uno, 'Switch B'), 'Niebla', 'difusor', 19);
    const dos = interlockGroup(appDialog, 'Par #2');
    await dos.getByLabel('Sitio / Ubicación').fill('Invernadero');
    await relay(interlockGroup(dos, 'Switch A'), 'Aire', 'turbina', 21);
    await relay(interlockGroup(dos, 'Switch B'), 'Cortina', 'motor', 22);
    await relay(interlockGroup(appDialog, 'Switch Individual #1'), 'Frío', 'cooler', 12, true);
    await buttonBy(appDialog, 'Guardar').click();
    await appDialog.waitFor({ state: 'detached' });
    await fila(page, 'Cortina').waitFor();
    // A strapping pin is saved with a warning.
    await page.getByText('El pin 12 decide el arranque de la placa.').waitFor();
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
        hardware_pin: 12,
      },
    ]);
    await context.close();
  });

  it('keeps what was typed in the blocks that stay, and in those that come back', async () => {
    const { page, context } = await open();
    const appDialog = await openNew(page);
    const pares = appDialog.getByLabel('¿Cuántos pares de switches en el panel?');
    await pares.fill('2');
    await relay(interlockGroup(interlockGroup(appDialog, 'Par #1'), 'Switch A'), 'Primero', 'motor', 18);
    await relay(interlockGroup(interlockGroup(appDialog, 'Par #2'), 'Switch B'), 'Cuarto', 'motor', 19);
    // An empty count is not a number and counts as 0.
    await pares.fill('');
    expect(await interlockGroup(appDialog, 'Par #1').count()).toBe(0);
    await pares.fill('3');
    expect(
      await interlockGroup(interlockGroup(appDialog, 'Par #1'), 'Switch A').getByLabel('Nombre').inputValue(),
    ).toBe('Primero');
    expect(
      await interlockGroup(interlockGroup(appDialog, 'Par #2'), 'Switch B').getByLabel('Nombre').inputValue(),
    ).toBe('Cuarto');
    expect(await interlockGroup(appDialog, 'Par #3').count()).toBe(1);
    await buttonBy(appDialog, 'Cancelar').click();
    await responder(page, '¿Descartar los cambios sin guardar?', 'Cancelar');
    await buttonBy(appDialog, 'REGRESAR').click();
    await responder(page, '¿Descartar los cambios sin guardar?', 'Descartar');
    await arrive(page, (url) => url.pathname === '/dashboard');
    await context.close();
  });

  it('demands board, sites, names, types and pins before anything is sent', async () => {
    const { page, context } = await open();
    const appDialog = await openNew(page);
    await count(appDialog, '1', '1');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await buttonBy(appDialog, 'Guardar').click();
    // The board, two sites, and three fields of each of three switches.
    await eventually(async () => expect(await appDialog.getByText('Este dato es obligatorio').count()).toBe(12));
    expect(sent).toEqual([]);
    await context.close();
  });

  it('offers the pins that the board has and that are free', async () => {
    const { page, context } = await open();
    const appDialog = await openNew(page);
    await appDialog.getByLabel('ID Dispositivo (ESP32)').fill(String(farm.board.id));
    await count(appDialog, '0', '1');
    const block = interlockGroup(appDialog, 'Switch Individual #1');
    await buttonBy(block, 'Ver los pines libres').last().click();
    const map = interlockGroup(appDialog, 'Pines de la placa');
    // Pin 4 belongs to «Válvula A1», pin 20 does not exist, and pin 34 is input only.
    expect(await map.getByRole('button', { name: /^GPIO 4:/ }).isDisabled()).toBe(true);
    expect(await map.getByRole('button', { name: /^GPIO 20/ }).count()).toBe(0);
    expect(await map.getByRole('button', { name: /^GPIO 34:.*solo de entrada/ }).isEnabled()).toBe(true);
    await buttonBy(map, 'GPIO 23').click();
    expect(await block.getByLabel('Pin ESP32').inputValue()).toBe('23');
    await context.close();
  });

  it('edits one switch, which keeps its id, its par and its site', async () => {
    const uno = await newSwitch('Compuerta vieja');
    const { page, context } = await open();
    const appDialog = await edit(page, 'Compuerta vieja');
    expect(await appDialog.getByLabel('ID Dispositivo (ESP32)').inputValue()).toBe(String(uno.dispositivo_id));
    const block = interlockGroup(appDialog, 'Switch Individual #1');
    expect(await block.getByLabel('Sitio / Ubicación').inputValue()).toBe('Canal');
    expect(await block.getByLabel('Pin sensor Temp/Hum (opcional)').inputValue()).toBe('22');
    expect(await block.getByLabel('¿Incluye Sensor Temp/Hum?').isChecked()).toBe(true);
    expect(await block.getByLabel('Pin ESP32').inputValue()).toBe('23');
    await block.getByLabel('Nombre Switch').fill('Compuerta nueva');
    await block.getByText('¿Incluye Sensor Temp/Hum?').click();
    await buttonBy(appDialog, 'Guardar').click();
    await appDialog.waitFor({ state: 'detached' });
    await fila(page, 'Compuerta nueva').waitFor();
    expect(await saved(uno.dispositivo_id)).toEqual([
      expect.objectContaining({
        id: uno.id,
        nombre: 'Compuerta nueva',
        par_numero: 2,
        switch_site_id: 7,
        tiene_sensor: 0,
        sensor_pin: null,
      }),
    ]);
    await context.close();
  });

  it('shows the newer values when somebody else saved first, and lets the person choose', async () => {
    const uno = await newSwitch('Bomba disputada');
    const { page, context } = await open();
    const appDialog = await edit(page, 'Bomba disputada');
    await appDialog.getByLabel('Nombre Switch').fill('Bomba mía');
    await root.call('switches.guardar_lote', { body: { switches: [{ ...uno, nombre: 'Bomba de otra persona' }] } });
    await buttonBy(appDialog, 'Guardar').click();
    await appDialog.getByRole('alert').getByText(FAILURE).waitFor();
    const conflict = interlockGroup(appDialog, 'Cambios de otra persona');
    await conflict.getByText('Bomba de otra persona').waitFor();
    await buttonBy(conflict, 'Guardar lo mío').click();
    await appDialog.waitFor({ state: 'detached' });
    expect((await saved(uno.dispositivo_id)).map(({ nombre }) => nombre)).toEqual(['Bomba mía']);
    await context.close();
  });

  it('says which pin is taken, beside it, and loses nothing', async () => {
    const { page, context } = await open();
    const appDialog = await openNew(page);
    await appDialog.getByLabel('ID Dispositivo (ESP32)').fill(String(farm.board.id));
    await appDialog.getByLabel('Sitio / Ubicación (opcional)').fill('Bodega');
    await count(appDialog, '1', '0');
    await relay(interlockGroup(appDialog, 'Switch A'), 'Intrusa', 'motor', 4);
    await relay(interlockGroup(appDialog, 'Switch B'), 'Inocente', 'otro', 13);
    await buttonBy(appDialog, 'Guardar').click();
    const texto = `El pin 4 de la placa ${farm.board.id} ya es del switch «Válvula A1».`;
    await appDialog.getByRole('alert').getByText(FAILURE).waitFor();
    await interlockGroup(appDialog, 'Switch A').getByText(texto).waitFor();
    expect(await interlockGroup(appDialog, 'Switch A').getByLabel('Nombre').inputValue()).toBe('Intrusa');
    expect(await interlockGroup(appDialog, 'Switch B').getByLabel('Tipo').inputValue()).toBe('otro');
    expect(await saved(farm.board.id)).toHaveLength(2);
    await interlockGroup(appDialog, 'Switch A').getByLabel('Pin ESP32').fill('14');
    await buttonBy(appDialog, 'Guardar').click();
    await appDialog.waitFor({ state: 'detached' });
    await eventually(async () => expect(await saved(farm.board.id)).toHaveLength(4));
    await context.close();
  });

  it('says that it could not be saved while inventory does not answer, and stays open with everything typed', async () => {
    const placa = await newPlaca();
    const { page, context } = await open();
    const appDialog = await openNew(page);
    await appDialog.getByLabel('ID Dispositivo (ESP32)').fill(String(placa));
    await appDialog.getByLabel('Sitio / Ubicación (opcional)').fill('Norte');
    await count(appDialog, '0', '1');
    await relay(interlockGroup(appDialog, 'Switch Individual #1'), 'Paciente', 'motor', 18, true);
    thaw = freeze(acequia, 'inventory');
    await buttonBy(appDialog, 'Guardar').click();
    await appDialog.getByRole('alert').getByText(FAILURE).waitFor(PATIENCE);
    expect(await appDialog.getByLabel('Nombre Switch').inputValue()).toBe('Paciente');
    thaw();
    // An expired call is dropped and never executed late, so only the second try has an effect.
    await eventually(async () => expect((await root.raw('switches.listar', {})).status).toBe(200));
    await buttonBy(appDialog, 'Guardar').click();
    await appDialog.waitFor({ state: 'detached' });
    expect((await saved(placa)).map(({ nombre }) => nombre)).toEqual(['Paciente']);
    await context.close();
  });

  it('asks before a number that no board has registers a new board', async () => {
    const { page, context } = await open();
    const appDialog = await openNew(page);
    await appDialog.getByLabel('ID Dispositivo (ESP32)').fill('900001');
    await appDialog.getByLabel('Sitio / Ubicación (opcional)').fill('Lindero');
    await count(appDialog, '0', '1');
    await relay(interlockGroup(appDialog, 'Switch Individual #1'), 'Lejana', 'selenoide', 18, true);
    await buttonBy(appDialog, 'Guardar').click();
    const question = page.getByRole('alertdialog', { name: '¿Registrar la placa 900001?', exact: true });
    await buttonBy(question, 'Cancelar').click();
    await question.waitFor({ state: 'detached' });
    expect((await root.call('placas.listar', {})).some(({ id }) => id === 900_001)).toBe(false);
    expect(await appDialog.getByLabel('Nombre Switch').inputValue()).toBe('Lejana');
    await buttonBy(appDialog, 'Guardar').click();
    await question.getByText(`como nueva para «${farm.empresa.nombre}»`).waitFor();
    await buttonBy(question, 'Registrar y guardar').click();
    await appDialog.waitFor({ state: 'detached' });
    expect((await saved(900_001)).map(({ nombre }) => nombre)).toEqual(['Lejana']);
    await context.close();
  });

  it('deletes a switch only after its question', async () => {
    const uno = await newSwitch('Condenada');
    const { page, context } = await open();
    const appDialog = await edit(page, 'Condenada');
    const question = page.getByRole('alertdialog', { name: '¿Eliminar este switch PERMANENTEMENTE?', exact: true });
    await buttonBy(appDialog, 'Eliminar').click();
    await buttonBy(question, 'Cancelar').click();
    await question.waitFor({ state: 'detached' });
    await eventually(async () => expect(await saved(uno.dispositivo_id)).toHaveLength(1));
    await buttonBy(appDialog, 'Eliminar').click();
    await buttonBy(question, 'Eliminar').click();
    await appDialog.waitFor({ state: 'detached' });
    await fila(page, 'Condenada').waitFor({ state: 'detached' });
    await eventually(async () => expect(await saved(uno.dispositivo_id)).toEqual([]));
    await context.close();
  });
});
