import { Farm, PASSWORD, publishTelemetry, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { Enclavamiento, Switch } from '@acequia/contracts';
import type { MqttClient } from 'mqtt';
import type { Browser, Locator, Page } from 'playwright-core';
import { at, columnas, dialogo, entrar, fila, PATIENCE, responder } from './administracion/consola.js';
import { arrive, launchBrowser, login, seriousAxeFindings, visit } from './browser.js';
import { openPanel } from './panel.js';

/** Interlock groups: drawn up in the console, and felt at the panel. */
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
    void publishTelemetry(board, numero, { pins });
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
const guardar = (hoja: Locator) => hoja.getByRole('button', { name: 'Guardar', exact: true }).click();
const elegir = async (page: Page, hoja: Locator, campo: string, nombre: string) => {
  await hoja.getByRole('combobox', { name: campo }).fill(nombre);
  await page.getByRole('listbox').getByRole('option', { name: nombre }).click();
};
const grupos = (): Promise<Enclavamiento[]> =>
  farm.admin.api.call('enclavamientos.listar', { query: { empresa_id: String(farm.empresa.id) } });

describe('Enclavamientos', () => {
  it('keeps two switches from being on together, and the panel says why the second one is refused', async () => {
    const { page, context, problems } = await entrar(browser, acequia, '/switches', admin());
    await page.getByRole('link', { name: 'Enclavamientos' }).click();
    await at(page, '/enclavamientos');
    await page.getByText('Esta empresa aún no tiene enclavamientos.').waitFor();
    await page.getByRole('button', { name: 'Nuevo enclavamiento' }).press('Enter');
    const hoja = dialogo(page, 'Nuevo Enclavamiento');
    await guardar(hoja);
    await hoja.getByText('Este dato es obligatorio').waitFor();
    await hoja.getByText('Elige al menos un switch').waitFor();
    await hoja.getByLabel('Nombre').fill('Una a la vez');
    await elegir(page, hoja, 'Switches', primero.nombre);
    await elegir(page, hoja, 'Switches', segundo.nombre);
    await page.keyboard.press('Tab');
    expect(await seriousAxeFindings(page)).toEqual([]);
    await guardar(hoja);
    await hoja.waitFor({ state: 'detached' });
    expect(await columnas(page)).toEqual(['Nombre', 'Regla', 'Bomba', 'Switches', 'Retardos', 'Acciones']);
    const nombres = [primero, segundo].map(({ zona, nombre }) => `${zona} - ${nombre}`).join(', ');
    await fila(page, 'Una a la vez').getByText(nombres).waitFor();
    expect(problems).toEqual([]);
    await context.close();

    const campo = await openPanel(browser, farm, acequia.http);
    const mando = ({ id }: Switch) => campo.page.locator(`[data-mando="${id}"]`);
    const encender = (uno: Switch) => mando(uno).getByRole('button', { name: 'Encender' }).click();
    await encender(primero);
    await mando(primero).getByText('Confirmado por la placa').waitFor(PATIENCE);
    await encender(segundo);
    const motivo = `el switch «${primero.nombre}» está encendido y no pueden estar juntos`;
    await mando(segundo).getByText(`Rechazado: No se puede encender: ${motivo}`).waitFor(PATIENCE);
    await campo.context.close();
  });

  it('becomes a pump that asks for its valve, whoever saved meanwhile, and is deleted after a question', async () => {
    const { page, context } = await entrar(browser, acequia, '/enclavamientos', admin());
    await page.getByRole('button', { name: 'Editar Una a la vez' }).click();
    const hoja = dialogo(page, 'Editar Enclavamiento');
    await hoja.getByLabel('Regla').selectOption('Bomba con válvula');
    await hoja.getByLabel('Bomba').selectOption({ label: `${primero.zona} - ${primero.nombre}` });
    await guardar(hoja);
    await hoja.getByText('La bomba no puede ser su propia válvula').waitFor();
    await hoja.getByRole('button', { name: `Quitar ${primero.zona} - ${primero.nombre}` }).click();
    await hoja.getByLabel('Retardo al encender (s)').fill('30');
    const [{ id, ...antes }] = (await grupos()) as [Enclavamiento];
    await farm.admin.api.call('enclavamientos.actualizar', {
      params: { id: String(id) } as never,
      body: { ...antes, nombre: 'De otra persona' },
    });
    await guardar(hoja);
    const conflicto = hoja.getByRole('group', { name: 'Cambios de otra persona' });
    for (const texto of ['De otra persona', 'Nunca a la vez'])
      await conflicto.getByText(texto, { exact: true }).waitFor();
    await conflicto.getByRole('button', { name: 'Guardar lo mío' }).click();
    await hoja.waitFor({ state: 'detached' });
    await fila(page, 'Una a la vez').getByText('30 s al encender, 0 s al apagar').waitFor();
    expect(await grupos()).toEqual([
      expect.objectContaining({ tipo: 'requiere', bomba_id: primero.id, switches: [segundo.id] }),
    ]);

    await page.getByRole('button', { name: 'Editar Una a la vez' }).click();
    const pregunta = '¿Eliminar este enclavamiento PERMANENTEMENTE?';
    await hoja.getByRole('button', { name: 'Eliminar' }).click();
    await responder(page, pregunta, 'Cancelar');
    expect(await grupos()).toHaveLength(1);
    await hoja.getByRole('button', { name: 'Eliminar' }).click();
    await responder(page, pregunta, 'Eliminar');
    await page.getByText('Esta empresa aún no tiene enclavamientos.').waitFor();
    expect(await grupos()).toEqual([]);
    await context.close();
  });

  it('has no serious accessibility finding on a phone, in the dark, and never scrolls sideways', async () => {
    const { page, context } = await visit(browser, { phone: true, dark: true });
    await login(page, acequia.http, ...admin());
    await arrive(page, (url) => url.pathname === '/dashboard-empresa');
    await page.goto(`${acequia.http}/enclavamientos`);
    await page.getByRole('button', { name: 'Nuevo enclavamiento' }).click();
    const hoja = dialogo(page, 'Nuevo Enclavamiento');
    await hoja.getByLabel('Regla').selectOption('Bomba con válvula');
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await context.close();
  });
});
