import { ADMIN, eventually, Farm, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { enter, flawsInEveryLook, launchBrowser, visit } from '../browser.js';

/** Dispositivos (DIS-1 to DIS-3, DATA-5, MSG-4) as an administrator sees and uses it. */
let acequia: RunningAcequia;
let farm: Farm;
let browser: Browser;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  const root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

const asRoot = async () => {
  const one = await visit(browser);
  await enter(one.page, acequia.http, ADMIN.email, ADMIN.password, '/dispositivos');
  await one.page.getByRole('button', { name: 'Nuevo dispositivo' }).waitFor();
  return one;
};
const appDialog = (page: Page) => page.getByRole('dialog').first();
const campo = (page: Page, label: string) => appDialog(page).getByLabel(label);
const buttonBy = (page: Page, nombre: string) => page.getByRole('button', { name: nombre, exact: true });
const fila = (page: Page, texto: string) => page.getByRole('row').filter({ hasText: texto });
const saved = async () => (await acequia.loginAdmin()).call('dispositivos.listar', {});

let serie = 0;
const crear = async () => {
  const n = ++serie;
  const root = await acequia.loginAdmin();
  return root.call('dispositivos.crear', {
    body: {
      nombre: `Bomba ${n}`,
      shelly_id: `a0b1c2d3e${n.toString(16).padStart(3, '0')}`,
      auth_key: 'llave',
      tipo: 'shelly_1',
      server: 'https://shelly-12-eu.shelly.cloud',
      empresa_id: farm.empresa.id,
    },
  });
};

describe('Dispositivos', () => {
  it('creates one, edits it, and keeps the stored key when the field is left empty', async () => {
    const { page, context } = await asRoot();
    await buttonBy(page, 'Nuevo dispositivo').click();
    await campo(page, 'Nombre').fill('Centinela del pozo');
    await campo(page, 'Shelly ID').fill('34987a5bffff');
    await campo(page, 'Auth Key').fill('secreta');
    await campo(page, 'Tipo').selectOption('shelly_pro3m');
    await campo(page, 'Servidor').fill('https://shelly-7-eu.shelly.cloud');
    await campo(page, 'Empresa').selectOption({ label: farm.empresa.nombre });
    await campo(page, 'Fecha vencimiento').fill('2020-01-31');
    await buttonBy(page, 'Guardar').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await fila(page, 'Centinela del pozo').getByText('2020-01-31').waitFor();
    await fila(page, 'Centinela del pozo').getByText('Vencido').waitFor();
    await buttonBy(page, 'Editar Centinela del pozo').click();
    await campo(page, 'Nombre').fill('Centinela del pozo 2');
    await buttonBy(page, 'Guardar').click();
    await fila(page, 'Centinela del pozo 2').waitFor();
    const guardado = (await saved()).find(({ nombre }) => nombre === 'Centinela del pozo 2');
    expect(guardado).toMatchObject({ activo: 1, suspendido: 0, auth_key_definida: 1, tipo: 'shelly_pro3m' });
    await context.close();
  });

  it('asks before unsaved input is thrown away, and gives the focus back where it was', async () => {
    const { nombre } = await crear();
    const { page, context } = await asRoot();
    const edit = buttonBy(page, `Editar ${nombre}`);
    await edit.focus();
    await page.keyboard.press('Enter');
    await appDialog(page).waitFor();
    await campo(page, 'Nombre').fill('a medias');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByText('¿Descartar los cambios sin guardar?').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await campo(page, 'Nombre').inputValue()).toBe('a medias');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await edit.evaluate((element) => element === document.activeElement)).toBe(true),
    );
    await context.close();
  });

  it('is accessible, dialog included, large or small, by day or in the dark', async () => {
    const { nombre } = await crear();
    const { page, context, problems } = await asRoot();
    const edit = buttonBy(page, `Editar ${nombre}`);
    await edit.waitFor();
    expect(await flawsInEveryLook(page)).toEqual([]);
    await edit.click();
    await appDialog(page).waitFor();
    expect(await flawsInEveryLook(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
