import { ADMIN, eventually, Farm, sharedAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { arrive, launchBrowser, login, visit } from '../browser.js';
import { freeze } from '../panel.js';
import { responder } from './consola.js';
import { boton, contar, editar, FALLO, fila, grupo, nuevo, PATIENCE, rele } from './switches.js';

/** The panel dialog of Switches (SWI-3 to SWI-7): what is typed in it, and what the database then holds. */
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

const abrir = async () => {
  const one = await visit(browser);
  await login(one.page, acequia.http, ADMIN.email, ADMIN.password);
  await arrive(one.page, (url) => url.pathname.startsWith('/dashboard'));
  await one.page.goto(`${acequia.http}/switches?empresa=${farm.empresa.id}`);
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
const switchNuevo = async (nombre: string) => {
  const dispositivo_id = await placaNueva();
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
    const placa = await placaNueva();
    const { page, context } = await abrir();
    const enviados: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') enviados.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    const dialogo = await nuevo(page);
    await dialogo.getByLabel('ID Dispositivo (ESP32)').fill(String(placa));
    await dialogo.getByLabel('Sitio / Ubicación (opcional)').fill('Huerta');
    await contar(dialogo, '2', '1');
    const uno = grupo(dialogo, 'Par #1');
    await uno.getByLabel('Pin sensor Temp/Hum (opcional)').fill('32');
    await uno.getByText('¿Incluye Sensor Temp/Hum?').click();
    await rele(grupo(uno, 'Switch A'), 'Riego', 'selenoide', 18);
    await rele(grupo(uno, 'Switch B'), 'Niebla', 'difusor', 19);
    const dos = grupo(dialogo, 'Par #2');
    await dos.getByLabel('Sitio / Ubicación').fill('Invernadero');
    await rele(grupo(dos, 'Switch A'), 'Aire', 'turbina', 21);
    await rele(grupo(dos, 'Switch B'), 'Cortina', 'motor', 22);
    await rele(grupo(dialogo, 'Switch Individual #1'), 'Frío', 'cooler', 12, true);
    await boton(dialogo, 'Guardar').click();
    await dialogo.waitFor({ state: 'detached' });
    await fila(page, 'Cortina').waitFor();
    // A strapping pin is saved, but said.
    await page.getByText('El pin 12 decide el arranque de la placa.').waitFor();
    expect(enviados).toEqual(['POST /api/switches/bulk']);
    const comun = { id: expect.any(Number), empresa_id: farm.empresa.id, activo: 1 };
    const con = { zona: 'Huerta', par_numero: 2, switch_site_id: 1, tiene_sensor: 1, sensor_pin: 32 };
    const sin = { tiene_sensor: 0, sensor_pin: null };
    expect(await guardados(placa)).toEqual([
      { ...comun, ...con, nombre: 'Riego', tipo: 'selenoide', hardware_pin: 18 },
      { ...comun, ...con, nombre: 'Niebla', tipo: 'difusor', hardware_pin: 19 },
      {
        ...comun,
        ...sin,
        zona: 'Invernadero',
        par_numero: 2,
        switch_site_id: 2,
        nombre: 'Aire',
        tipo: 'turbina',
        hardware_pin: 21,
      },
      {
        ...comun,
        ...sin,
        zona: 'Invernadero',
        par_numero: 2,
        switch_site_id: 2,
        nombre: 'Cortina',
        tipo: 'motor',
        hardware_pin: 22,
      },
      {
        ...comun,
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
    const { page, context } = await abrir();
    const dialogo = await nuevo(page);
    const pares = dialogo.getByLabel('¿Cuántos pares de switches en el panel?');
    await pares.fill('2');
    await rele(grupo(grupo(dialogo, 'Par #1'), 'Switch A'), 'Primero', 'motor', 18);
    await rele(grupo(grupo(dialogo, 'Par #2'), 'Switch B'), 'Cuarto', 'motor', 19);
    // An emptied count is no number: 0.
    await pares.fill('');
    expect(await grupo(dialogo, 'Par #1').count()).toBe(0);
    await pares.fill('3');
    expect(await grupo(grupo(dialogo, 'Par #1'), 'Switch A').getByLabel('Nombre').inputValue()).toBe('Primero');
    expect(await grupo(grupo(dialogo, 'Par #2'), 'Switch B').getByLabel('Nombre').inputValue()).toBe('Cuarto');
    expect(await grupo(dialogo, 'Par #3').count()).toBe(1);
    await boton(dialogo, 'Cancelar').click();
    await responder(page, '¿Descartar los cambios sin guardar?', 'Cancelar');
    await boton(dialogo, 'REGRESAR').click();
    await responder(page, '¿Descartar los cambios sin guardar?', 'Descartar');
    await arrive(page, (url) => url.pathname === '/dashboard');
    await context.close();
  });

  it('demands board, sites, names, types and pins before anything is sent', async () => {
    const { page, context } = await abrir();
    const dialogo = await nuevo(page);
    await contar(dialogo, '1', '1');
    const enviados: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && enviados.push(request.url()));
    await boton(dialogo, 'Guardar').click();
    // The board, two sites, and three things of each of three switches.
    await eventually(async () => expect(await dialogo.getByText('Este dato es obligatorio').count()).toBe(12));
    expect(enviados).toEqual([]);
    await context.close();
  });

  it('offers the pins that the board has and that are free', async () => {
    const { page, context } = await abrir();
    const dialogo = await nuevo(page);
    await dialogo.getByLabel('ID Dispositivo (ESP32)').fill(String(farm.board.id));
    await contar(dialogo, '0', '1');
    const bloque = grupo(dialogo, 'Switch Individual #1');
    await boton(bloque, 'Ver los pines libres').last().click();
    const mapa = grupo(dialogo, 'Pines de la placa');
    // Pin 4 moves Válvula A1; pin 20 does not exist; pin 34 only reads.
    expect(await mapa.getByRole('button', { name: /^GPIO 4:/ }).isDisabled()).toBe(true);
    expect(await mapa.getByRole('button', { name: /^GPIO 20/ }).count()).toBe(0);
    expect(await mapa.getByRole('button', { name: /^GPIO 34:.*solo de entrada/ }).isEnabled()).toBe(true);
    await boton(mapa, 'GPIO 23').click();
    expect(await bloque.getByLabel('Pin ESP32').inputValue()).toBe('23');
    await context.close();
  });

  it('edits one switch, which keeps its id, its par and its site', async () => {
    const uno = await switchNuevo('Compuerta vieja');
    const { page, context } = await abrir();
    const dialogo = await editar(page, 'Compuerta vieja');
    expect(await dialogo.getByLabel('ID Dispositivo (ESP32)').inputValue()).toBe(String(uno.dispositivo_id));
    const bloque = grupo(dialogo, 'Switch Individual #1');
    expect(await bloque.getByLabel('Sitio / Ubicación').inputValue()).toBe('Canal');
    expect(await bloque.getByLabel('Pin sensor Temp/Hum (opcional)').inputValue()).toBe('22');
    expect(await bloque.getByLabel('¿Incluye Sensor Temp/Hum?').isChecked()).toBe(true);
    expect(await bloque.getByLabel('Pin ESP32').inputValue()).toBe('23');
    await bloque.getByLabel('Nombre Switch').fill('Compuerta nueva');
    await bloque.getByText('¿Incluye Sensor Temp/Hum?').click();
    await boton(dialogo, 'Guardar').click();
    await dialogo.waitFor({ state: 'detached' });
    await fila(page, 'Compuerta nueva').waitFor();
    expect(await guardados(uno.dispositivo_id)).toEqual([
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
    const uno = await switchNuevo('Bomba disputada');
    const { page, context } = await abrir();
    const dialogo = await editar(page, 'Bomba disputada');
    await dialogo.getByLabel('Nombre Switch').fill('Bomba mía');
    await root.call('switches.guardar_lote', { body: { switches: [{ ...uno, nombre: 'Bomba de otra persona' }] } });
    await boton(dialogo, 'Guardar').click();
    await dialogo.getByRole('alert').getByText(FALLO).waitFor();
    const conflicto = grupo(dialogo, 'Cambios de otra persona');
    await conflicto.getByText('Bomba de otra persona').waitFor();
    await boton(conflicto, 'Guardar lo mío').click();
    await dialogo.waitFor({ state: 'detached' });
    expect((await guardados(uno.dispositivo_id)).map(({ nombre }) => nombre)).toEqual(['Bomba mía']);
    await context.close();
  });

  it('says which pin is taken, beside it, and loses nothing', async () => {
    const { page, context } = await abrir();
    const dialogo = await nuevo(page);
    await dialogo.getByLabel('ID Dispositivo (ESP32)').fill(String(farm.board.id));
    await dialogo.getByLabel('Sitio / Ubicación (opcional)').fill('Bodega');
    await contar(dialogo, '1', '0');
    await rele(grupo(dialogo, 'Switch A'), 'Intrusa', 'motor', 4);
    await rele(grupo(dialogo, 'Switch B'), 'Inocente', 'otro', 13);
    await boton(dialogo, 'Guardar').click();
    const texto = `El pin 4 de la placa ${farm.board.id} ya es del switch «Válvula A1».`;
    await dialogo.getByRole('alert').getByText(FALLO).waitFor();
    await grupo(dialogo, 'Switch A').getByText(texto).waitFor();
    expect(await grupo(dialogo, 'Switch A').getByLabel('Nombre').inputValue()).toBe('Intrusa');
    expect(await grupo(dialogo, 'Switch B').getByLabel('Tipo').inputValue()).toBe('otro');
    expect(await guardados(farm.board.id)).toHaveLength(2);
    await grupo(dialogo, 'Switch A').getByLabel('Pin ESP32').fill('14');
    await boton(dialogo, 'Guardar').click();
    await dialogo.waitFor({ state: 'detached' });
    await eventually(async () => expect(await guardados(farm.board.id)).toHaveLength(4));
    await context.close();
  });

  it('says that it could not be saved while inventory does not answer, and stays open with everything typed', async () => {
    const placa = await placaNueva();
    const { page, context } = await abrir();
    const dialogo = await nuevo(page);
    await dialogo.getByLabel('ID Dispositivo (ESP32)').fill(String(placa));
    await dialogo.getByLabel('Sitio / Ubicación (opcional)').fill('Norte');
    await contar(dialogo, '0', '1');
    await rele(grupo(dialogo, 'Switch Individual #1'), 'Paciente', 'motor', 18, true);
    thaw = freeze(acequia, 'inventory');
    await boton(dialogo, 'Guardar').click();
    await dialogo.getByRole('alert').getByText(FALLO).waitFor(PATIENCE);
    expect(await dialogo.getByLabel('Nombre Switch').inputValue()).toBe('Paciente');
    thaw();
    // An expired call is dropped, never executed late: the second try is the only one that counts.
    await eventually(async () => expect((await root.raw('switches.listar', {})).status).toBe(200));
    await boton(dialogo, 'Guardar').click();
    await dialogo.waitFor({ state: 'detached' });
    expect((await guardados(placa)).map(({ nombre }) => nombre)).toEqual(['Paciente']);
    await context.close();
  });

  it('asks before a number that no board has registers a new board', async () => {
    const { page, context } = await abrir();
    const dialogo = await nuevo(page);
    await dialogo.getByLabel('ID Dispositivo (ESP32)').fill('900001');
    await dialogo.getByLabel('Sitio / Ubicación (opcional)').fill('Lindero');
    await contar(dialogo, '0', '1');
    await rele(grupo(dialogo, 'Switch Individual #1'), 'Lejana', 'selenoide', 18, true);
    await boton(dialogo, 'Guardar').click();
    const question = page.getByRole('alertdialog', { name: '¿Registrar la placa 900001?', exact: true });
    await boton(question, 'Cancelar').click();
    await question.waitFor({ state: 'detached' });
    expect((await root.call('placas.listar', {})).some(({ id }) => id === 900_001)).toBe(false);
    expect(await dialogo.getByLabel('Nombre Switch').inputValue()).toBe('Lejana');
    await boton(dialogo, 'Guardar').click();
    await question.getByText(`como nueva para «${farm.empresa.nombre}»`).waitFor();
    await boton(question, 'Registrar y guardar').click();
    await dialogo.waitFor({ state: 'detached' });
    expect((await guardados(900_001)).map(({ nombre }) => nombre)).toEqual(['Lejana']);
    await context.close();
  });

  it('deletes a switch only after its question', async () => {
    const uno = await switchNuevo('Condenada');
    const { page, context } = await abrir();
    const dialogo = await editar(page, 'Condenada');
    const pregunta = page.getByRole('alertdialog', { name: '¿Eliminar este switch PERMANENTEMENTE?', exact: true });
    await boton(dialogo, 'Eliminar').click();
    await boton(pregunta, 'Cancelar').click();
    await pregunta.waitFor({ state: 'detached' });
    await eventually(async () => expect(await guardados(uno.dispositivo_id)).toHaveLength(1));
    await boton(dialogo, 'Eliminar').click();
    await boton(pregunta, 'Eliminar').click();
    await dialogo.waitFor({ state: 'detached' });
    await fila(page, 'Condenada').waitFor({ state: 'detached' });
    await eventually(async () => expect(await guardados(uno.dispositivo_id)).toEqual([]));
    await context.close();
  });
});
