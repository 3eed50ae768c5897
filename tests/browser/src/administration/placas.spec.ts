import {
  ADMIN,
  connectBoard,
  eventually,
  Farm,
  publishTelemetry,
  sharedAcequia,
  type ApiClient,
  type RunningAcequia,
} from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { arrive, enter, flawsInEveryLook, launchBrowser, seriousAxeFindings, visit } from '../browser.js';
import { buttonBy, fila } from './switches.js';

/** The Placas screen. */
let acequia: RunningAcequia;
let farm: Farm;
let foreignOne: Farm;
let root: ApiClient;
let browser: Browser;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  foreignOne = await Farm.create(acequia, root);
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

const open = async () => {
  const one = await visit(browser);
  await enter(one.page, acequia.http, ADMIN.email, ADMIN.password, '/placas');
  await one.page.getByRole('heading', { name: 'Placas', exact: true }).waitFor();
  return one;
};
const ver = async (page: Page, numero: number) => {
  await buttonBy(page, `Ver la placa ${numero}`).click();
  const appDialog = page.getByRole('dialog', { name: `Placa ${numero}`, exact: true });
  await appDialog.waitFor();
  return appDialog;
};
/** Opens the dialog of a board's credentials and reads them. */
const credencial = async (page: Page) => {
  const appDialog = page.getByRole('dialog', { name: /^Credenciales de la placa/ });
  await appDialog.waitFor();
  const leer = (title: string) =>
    appDialog.locator('dt', { hasText: title }).locator('xpath=following-sibling::dd[1]').innerText();
  await eventually(async () => expect(await leer('Dirección MQTT')).toMatch(/^mqtt:/));
  return {
    appDialog,
    mqtt: await leer('Dirección MQTT'),
    username: await leer('Usuario'),
    password: await leer('Contraseña'),
  };
};
const responder = async (page: Page, question: string, respuesta: string) => {
  const prompt = page.getByRole('alertdialog', { name: question, exact: true });
  await buttonBy(prompt, respuesta).click();
  await prompt.waitFor({ state: 'detached' });
};
const placa = async (numero: number) => (await root.call('placas.listar', {})).find(({ id }) => id === numero);
const nueva = async () => (await root.call('placas.registrar', { body: { empresa_id: farm.empresa.id } }))[0]!;

describe('Placas', () => {
  it('is reached from Switches and from the dashboard', async () => {
    const { page, context, problems } = await open();
    await buttonBy(page, 'Registrar placa').click();
    const appDialog = page.getByRole('dialog', { name: 'Registrar Placa' });
    await appDialog.waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    await buttonBy(appDialog, 'Cancelar').click();
    await buttonBy(page, 'Regresar').click();
    await arrive(page, (url) => url.pathname === '/dashboard');
    await page.getByRole('link', { name: /^Placas/ }).click();
    await arrive(page, (url) => url.pathname === '/placas');
    await page.goto(`${acequia.http}/switches`);
    await page.getByRole('link', { name: 'Placas', exact: true }).click();
    await arrive(page, (url) => url.pathname === '/placas');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('registers a board whose credentials, shown once, open the broker at the address shown', async () => {
    const { page, context } = await open();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await buttonBy(page, 'Registrar placa').click();
    const registrar = page.getByRole('dialog', { name: 'Registrar Placa' });
    await registrar.getByLabel('Empresa').selectOption(String(foreignOne.empresa.id));
    await registrar.getByLabel('Número de placa (opcional)').fill('7007');
    await registrar.getByLabel('Nombre (opcional)').fill('Pozo profundo');
    await buttonBy(registrar, 'Guardar').click();
    const { appDialog, mqtt, username, password } = await credencial(page);
    await appDialog.getByRole('img', { name: 'Código QR con las credenciales' }).locator('path').waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    await buttonBy(appDialog, 'Copiar Contraseña').click();
    await eventually(async () => expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password));
    const registered = (await placa(7007))!;
    expect(registered).toMatchObject({ empresa_id: foreignOne.empresa.id, nombre: 'Pozo profundo' });
    await eventually(async () => {
      const client = await connectBoard(mqtt, { id: 7007, username, password });
      await client.endAsync(true);
    });
    // The credentials are shown once, so neither Escape nor a click outside closes the dialog.
    await page.keyboard.press('Escape');
    expect(await appDialog.count()).toBe(1);
    await buttonBy(appDialog, 'Ya las guardé').click();
    await appDialog.waitFor({ state: 'detached' });
    await fila(page, 'Pozo profundo').waitFor();
    expect(await page.getByText(password).count()).toBe(0);
    await context.close();
  });

  it('shows what to type into a Tasmota, and no QR that it could not read', async () => {
    const { page, context } = await open();
    await buttonBy(page, 'Registrar placa').click();
    const registrar = page.getByRole('dialog', { name: 'Registrar Placa' });
    await registrar.getByLabel('Empresa').selectOption(String(foreignOne.empresa.id));
    await registrar.getByLabel('Firmware').selectOption('Tasmota');
    await registrar.getByLabel('Número de placa (opcional)').fill('7100');
    await buttonBy(registrar, 'Guardar').click();
    const appDialog = page.getByRole('dialog', { name: 'Credenciales de la placa 7100' });
    await appDialog.getByText('tasmota/%topic%/%prefix%/').waitFor();
    const titles = await appDialog.locator('dt').allInnerTexts();
    expect(titles).toEqual(['Servidor (host)', 'Puerto', 'Client ID', 'Usuario', 'Contraseña', 'Topic', 'FullTopic']);
    const values = await appDialog.locator('dd').allInnerTexts();
    expect(values.filter((_, i) => titles[i] !== 'Contraseña')).toEqual([
      ...['127.0.0.1', new URL(acequia.mqtt).port, 'placa-7100', '7100', '7100', 'tasmota/%topic%/%prefix%/'],
    ]);
    expect(await appDialog.getByRole('img', { name: 'Código QR con las credenciales' }).count()).toBe(0);
    expect(await seriousAxeFindings(page)).toEqual([]);
    await buttonBy(appDialog, 'Ya las guardé').click();
    await fila(page, '7100').getByText('Tasmota').waitFor();
    await context.close();
  });

  it('shows a board coming and going, and what it says of itself, without a reload', async () => {
    const board = await nueva();
    const { page, context } = await open();
    const theirs = fila(page, String(board.id));
    await theirs.getByText('OFFLINE').waitFor();
    const client = await connectBoard(acequia.mqtt, board);
    await theirs.getByText('ONLINE').waitFor();
    await theirs.getByText(/^hace \d+s$/).waitFor();
    const status = { online: true, fw: '1.4.0', model: 'esp32', rssi: -61, boot: 'b3f1' };
    await client.publishAsync(`acequia/v1/${board.id}/status`, JSON.stringify(status), { qos: 1, retain: true });
    await theirs.getByText('-61 dBm').waitFor();
    await theirs.getByText('1.4.0').waitFor();
    client.stream.destroy();
    await theirs.getByText('OFFLINE').waitFor();
    await client.endAsync(true);
    await context.close();
  });

  it('shows what a board sent in vain, with its reason', async () => {
    const board = await nueva();
    const client = await connectBoard(acequia.mqtt, board);
    await publishTelemetry(client, board.id, '{basura');
    await publishTelemetry(client, board.id, { pins: { 99: 1 } });
    await client.endAsync(true);
    const { page, context } = await open();
    const appDialog = await ver(page, board.id);
    await appDialog.getByText('Pin inexistente').waitFor();
    const mensajes = appDialog.getByRole('region', { name: 'Mensajes descartados' }).getByRole('listitem');
    expect((await mensajes.allInnerTexts()).map((texto) => texto.split('\n')[0])).toEqual([
      'Pin inexistente',
      'No es JSON válido',
    ]);
    expect(await mensajes.last().locator('pre').innerText()).toBe('{basura');
    expect(await seriousAxeFindings(page)).toEqual([]);
    await context.close();
  });

  it('issues, revokes and deletes only after its questions; a board with switches stays', async () => {
    const board = await nueva();
    const { page, context } = await open();
    const appDialog = await ver(page, board.id);
    await buttonBy(appDialog, 'Revocar').click();
    await responder(page, '¿Revocar las credenciales de esta placa?', 'Cancelar');
    await buttonBy(appDialog, 'Nuevas credenciales').click();
    const whileIt = 'Las actuales sirven hasta que la placa use las nuevas, un día como mucho.';
    await responder(page, `¿Emitir credenciales nuevas para esta placa? ${whileIt}`, 'Cancelar');
    expect((await placa(board.id))?.revocada).toBe(0);
    await buttonBy(appDialog, 'Revocar').click();
    await responder(page, '¿Revocar las credenciales de esta placa?', 'Revocar');
    await appDialog.getByText('Revocadas').waitFor();
    await eventually(() => expect(connectBoard(acequia.mqtt, board)).rejects.toThrow());

    await buttonBy(appDialog, 'Nuevas credenciales').click();
    await responder(page, '¿Emitir credenciales nuevas para esta placa?', 'Nuevas credenciales');
    const emitted = await credencial(page);
    await eventually(async () => {
      const { username, password } = emitted;
      await (await connectBoard(emitted.mqtt, { ...board, username, password })).endAsync(true);
    });
    await buttonBy(emitted.appDialog, 'Ya las guardé').click();

    await buttonBy(appDialog, 'Eliminar').click();
    await responder(page, '¿Eliminar esta placa PERMANENTEMENTE?', 'Eliminar');
    await appDialog.waitFor({ state: 'detached' });
    await eventually(async () => expect(await placa(board.id)).toBeUndefined());

    const used = await ver(page, farm.board.id);
    await buttonBy(used, 'Eliminar').click();
    await responder(page, '¿Eliminar esta placa PERMANENTEMENTE?', 'Eliminar');
    await used.getByRole('alert').getByText('La placa todavía tiene switches.').waitFor();
    expect(await placa(farm.board.id)).toBeDefined();
    await context.close();
  });

  it('is used with the keyboard alone, and gives the focus back', async () => {
    const { page, context } = await open();
    const opener = buttonBy(page, `Ver la placa ${foreignOne.board.id}`);
    await opener.focus();
    await page.keyboard.press('Enter');
    const appDialog = page.getByRole('dialog', { name: `Placa ${foreignOne.board.id}`, exact: true });
    await appDialog.waitFor();
    await page.keyboard.press('Escape');
    await appDialog.waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true),
    );
    await context.close();
  });

  it('has no serious accessibility finding and never scrolls sideways, large or small, by day or in the dark', async () => {
    const { page, context } = await open();
    await buttonBy(page, `Ver la placa ${farm.board.id}`).waitFor();
    expect(await flawsInEveryLook(page)).toEqual([]);
    await ver(page, farm.board.id);
    expect(await flawsInEveryLook(page)).toEqual([]);
    await context.close();
  });
});
