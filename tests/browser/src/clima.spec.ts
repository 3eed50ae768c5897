import type { Switch } from '@acequia/contracts';
import { Farm, PASSWORD, publishTelemetry, SENSOR_PIN, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { Browser, Locator } from 'playwright-core';
import { appDialog, fila, logIn, responder } from './administration/console-walk.js';
import { enter, launchBrowser, seriousAxeFindings, visit } from './browser.js';

/** Climate rules: created, refused where lives depend on them, deleted; and the values derived from a sensor. */
let acequia: RunningAcequia;
let farm: Farm;
let browser: Browser;
let extractor: Switch;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  const root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  const [, second] = farm.switches as [Switch, Switch];
  const { switches } = await root.call('switches.guardar_lote', {
    body: { switches: [{ ...second, tipo: 'turbina' }] },
  });
  extractor = switches[0]!;
  const board = await farm.connectBoard();
  await publishTelemetry(board, farm.board.id, { sensors: { [SENSOR_PIN]: { t: 25, h: 50 } } });
  await board.endAsync();
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

const admin = (): [string, string] => [farm.admin.email, PASSWORD];
const save = (sheet: Locator) => sheet.getByRole('button', { name: 'Guardar', exact: true }).click();

describe('Clima', () => {
  it('asks what an extractor does while its sensor is silent, keeps the rule, and deletes it after a question', async () => {
    const { page, context, problems } = await logIn(browser, acequia, '/switches', admin());
    await page.getByRole('link', { name: 'Clima' }).click();
    await page.getByText('Esta empresa aún no tiene reglas de clima.').waitFor();
    await page.getByRole('button', { name: 'Nueva regla' }).press('Enter');
    const sheet = appDialog(page, 'Nueva Regla');
    const name = `${extractor.zona} - ${extractor.nombre}`;
    await sheet.getByLabel('Nombre').fill('Calor');
    await sheet.getByLabel('Sensor o punto').selectOption({ label: name });
    await sheet.getByLabel('Switch').selectOption({ label: name });
    await sheet.getByLabel('Enciende en (°C)').fill('28');
    await sheet.getByLabel('Apaga en (°C)').fill('30');
    await save(sheet);
    await sheet.getByText('Este dato es obligatorio').waitFor();
    await sheet.getByText('Debe ser menor que el valor que enciende').waitFor();
    await sheet.getByLabel('Apaga en (°C)').fill('25');
    await sheet.getByLabel('Si el sensor calla').selectOption('Ciclo: prende y apaga');
    expect(await seriousAxeFindings(page)).toEqual([]);
    await save(sheet);
    await sheet.waitFor({ state: 'detached' });
    await fila(page, 'Calor').getByText(/28 °C/).waitFor();
    const [regla] = await farm.admin.api.call('clima.listar', { query: {} });
    expect(regla).toMatchObject({ etapas: [{ switch_id: extractor.id, enciende: 28, apaga: 25, si_calla: 'ciclo' }] });
    await page.getByRole('button', { name: 'Editar Calor' }).click();
    await appDialog(page, 'Editar Regla').getByRole('button', { name: 'Eliminar' }).click();
    await responder(page, '¿Eliminar esta regla PERMANENTEMENTE?', 'Eliminar');
    await page.getByText('Esta empresa aún no tiene reglas de clima.').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('tells on a phone what a sensor comes to, without a serious finding or scrolling sideways', async () => {
    const { page, context } = await visit(browser, { phone: true, dark: true });
    await enter(page, acequia.http, ...admin(), '/clima?vista=valores');
    await page.getByRole('columnheader', { name: 'DPV (kPa)' }).waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await context.close();
  });
});
