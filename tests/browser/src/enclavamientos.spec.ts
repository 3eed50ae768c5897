import { Farm, PASSWORD, publishTelemetry, sendTelemetry, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { Enclavamiento, Switch } from '@acequia/contracts';
import type { MqttClient } from 'mqtt';
import type { Browser, Locator, Page } from 'playwright-core';
import { at, columnas, appDialog, logIn, fila, PATIENCE, responder } from './administration/console-walk.js';
import { enter, launchBrowser, seriousAxeFindings, visit } from './browser.js';
import { confirmTurnOn, openPanel } from './panel.js';

/** Interlock groups: created in the console, enforced at the panel. */
let acequia: RunningAcequia;
let farm: Farm;
let board: MqttClient;
let browser: Browser;
let primero: Switch;
let segundo: Switch;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  farm = await Farm.create(acequia, await acequia.loginAdmin());
  [primero, segundo] = farm.switches as [Switch, Switch];
  board = await farm.connectBoard();
  const { id: numero } = farm.board;
  board.on('message', (topic, payload) => {
    if (!topic.endsWith('/command')) return;
    const { id, pin, on } = JSON.parse(payload.toString()) as { id: string; pin: number; on: boolean };
    const pins = { [pin]: on ? 1 : 0 };
    board.publish(`acequia/v1/${numero}/result`, JSON.stringify({ id, ok: true, pins }), { qos: 1 });
    sendTelemetry(board, numero, { pins });
  });
  await board.subscribeAsync(`acequia/v1/${numero}/command`, { qos: 1 });
  await publishTelemetry(board, numero, { pins: { [primero.hardware_pin]: 0, [segundo.hardware_pin]: 0 } });
});

afterAll(async () => {
  await board?.endAsync(true);
  await browser?.close();
  await acequia?.stop();
});

const admin = (): [string, string] => [farm.admin.email, PASSWORD];
const save = (sheet: Locator) => sheet.getByRole('button', { name: 'Guardar', exact: true }).click();
const choose = async (page: Page, sheet: Locator, campo: string, nombre: string) => {
  await sheet.getByRole('combobox', { name: campo }).fill(nombre);
  await page.getByRole('listbox').getByRole('option', { name: nombre }).click();
};
const groups = (): Promise<Enclavamiento[]> =>
  farm.admin.api.call('enclavamientos.listar', { query: { empresa_id: String(farm.empresa.id) } });

describe('Enclavamientos', () => {
  it('keeps two switches from being on together, and the panel says why the second one is refused', async () => {
    const { page, context, problems } = await logIn(browser, acequia, '/switches', admin());
    await page.getByText('Administrar', { exact: true }).click();
    await page.getByRole('link', { name: 'Enclavamientos' }).click();
    await at(page, '/enclavamientos');
    await page.getByText('Esta empresa aún no tiene enclavamientos.').waitFor();
    await page.getByRole('button', { name: 'Nuevo enclavamiento' }).press('Enter');
    const sheet = appDialog(page, 'Nuevo Enclavamiento');
    await save(sheet);
    await sheet.getByText('Este dato es obligatorio').waitFor();
    await sheet.getByText('Elige al menos un switch').waitFor();
    await sheet.getByLabel('Nombre').fill('Una a la vez');
    await choose(page, sheet, 'Switches', primero.nombre);
    await choose(page, sheet, 'Switches', segundo.nombre);
    await page.keyboard.press('Tab');
    expect(await seriousAxeFindings(page)).toEqual([]);
    await save(sheet);
    await sheet.waitFor({ state: 'detached' });
    expect(await columnas(page)).toEqual(['Nombre', 'Regla', 'Bomba', 'Switches', 'Retardos', 'Acciones']);
    const names = [primero, segundo].map(({ zona, nombre }) => `${zona} - ${nombre}`).join(', ');
    await fila(page, 'Una a la vez').getByText(names).waitFor();
    expect(problems).toEqual([]);
    await context.close();

    const campo = await openPanel(browser, farm, acequia.http);
    const control = ({ id }: Switch) => campo.page.locator(`[data-mando="${id}"]`);
    const encender = async (one: Switch): Promise<void> => {
      await control(one).getByRole('button', { name: 'Encender' }).click();
      await confirmTurnOn(campo.page);
    };
    await encender(primero);
    await control(primero).getByText('Confirmado por la placa').waitFor(PATIENCE);
    await encender(segundo);
    const motivo = `el switch «${primero.nombre}» está encendido y no pueden estar juntos`;
    await control(segundo).getByText(`Rechazado: No se puede encender: ${motivo}`).waitFor(PATIENCE);
    await campo.context.close();
  });

  it('becomes a pump that asks for its valve, whoever saved meanwhile, and is deleted after a question', async () => {
    const { page, context } = await logIn(browser, acequia, '/enclavamientos', admin());
    await page.getByRole('button', { name: 'Editar Una a la vez' }).click();
    const sheet = appDialog(page, 'Editar Enclavamiento');
    await sheet.getByLabel('Regla').selectOption('Bomba con válvula');
    await sheet.getByLabel('Bomba').selectOption({ label: `${primero.zona} - ${primero.nombre}` });
    await save(sheet);
    await sheet.getByText('La bomba no puede ser su propia válvula').waitFor();
    await sheet.getByRole('button', { name: `Quitar ${primero.zona} - ${primero.nombre}` }).click();
    await sheet.getByLabel('Retardo al encender (s)').fill('30');
    const [{ id, ...antes }] = (await groups()) as [Enclavamiento];
    await farm.admin.api.call('enclavamientos.actualizar', {
      params: { id: String(id) } as never,
      body: { ...antes, nombre: 'De otra persona' },
    });
    await save(sheet);
    const conflict = sheet.getByRole('group', { name: 'Cambios de otra persona' });
    for (const texto of ['De otra persona', 'Nunca a la vez'])
      await conflict.getByText(texto, { exact: true }).waitFor();
    await conflict.getByRole('button', { name: 'Guardar lo mío' }).click();
    await sheet.waitFor({ state: 'detached' });
    await fila(page, 'Una a la vez').getByText('30 s al encender, 0 s al apagar').waitFor();
    expect(await groups()).toEqual([
      expect.objectContaining({ tipo: 'requiere', bomba_id: primero.id, switches: [segundo.id] }),
    ]);

    await page.getByRole('button', { name: 'Editar Una a la vez' }).click();
    const question = '¿Eliminar este enclavamiento PERMANENTEMENTE?';
    await sheet.getByRole('button', { name: 'Eliminar' }).click();
    await responder(page, question, 'Cancelar');
    expect(await groups()).toHaveLength(1);
    await sheet.getByRole('button', { name: 'Eliminar' }).click();
    await responder(page, question, 'Eliminar');
    await page.getByText('Esta empresa aún no tiene enclavamientos.').waitFor();
    expect(await groups()).toEqual([]);
    await context.close();
  });

  it('has no serious accessibility finding on a phone, in the dark, and never scrolls sideways', async () => {
    const { page, context } = await visit(browser, { phone: true, dark: true });
    await enter(page, acequia.http, ...admin(), '/enclavamientos');
    await page.getByRole('button', { name: 'Nuevo enclavamiento' }).click();
    const sheet = appDialog(page, 'Nuevo Enclavamiento');
    await sheet.getByLabel('Regla').selectOption('Bomba con válvula');
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await context.close();
  });
});
