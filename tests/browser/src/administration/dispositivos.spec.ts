import { ADMIN, eventually, Farm, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { arrive, enter, launchBrowser, seriousAxeFindings, visit } from '../browser.js';

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

const asRoot = async (options: Parameters<typeof visit>[1] = {}) => {
  const one = await visit(browser, options);
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
  it('has the columns, the fields and the buttons of the spec', async () => {
    const { nombre } = await crear();
    const { page, context, problems } = await asRoot();
    await fila(page, nombre).waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      ...['ID', 'Nombre', 'Shelly ID', 'Tipo', 'Empresa', 'Vence', 'Activo', 'Suspendido', 'Acciones'],
    ]);
    await buttonBy(page, 'Nuevo dispositivo').click();
    await appDialog(page).getByRole('heading', { name: 'Nuevo Dispositivo' }).waitFor();
    for (const label of ['Nombre', 'Shelly ID', 'Auth Key', 'Tipo', 'Servidor', 'Empresa', 'Fecha vencimiento'])
      expect(await campo(page, label).count()).toBe(1);
    expect((await campo(page, 'Activo').count()) + (await campo(page, 'Suspendido').count())).toBe(0);
    expect(await campo(page, 'Tipo').locator('option').allTextContents()).toEqual([
      ...['Elige…', 'shelly_1', 'shelly_pro3m', 'otro'],
    ]);
    expect((await appDialog(page).boundingBox())?.width).toBeLessThanOrEqual(600);
    await buttonBy(page, 'Cancelar').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await buttonBy(page, `Editar ${nombre}`).click();
    await appDialog(page).getByRole('heading', { name: 'Editar Dispositivo' }).waitFor();
    for (const label of ['Activo', 'Suspendido']) expect(await campo(page, label).count()).toBe(1);
    for (const buttonName of ['Guardar', 'Cancelar', 'Suspender', 'Eliminar'])
      expect(await buttonBy(page, buttonName).count()).toBe(1);
    expect(await buttonBy(page, 'Reactivar').count()).toBe(0);
    // The key is never shown again.
    expect(await campo(page, 'Auth Key').inputValue()).toBe('');
    await buttonBy(page, 'Cancelar').click();
    await buttonBy(page, 'Regresar').click();
    await arrive(page, (url) => url.pathname === '/dashboard');
    expect(problems).toEqual([]);
    await context.close();
  });

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

  it('asks before it suspends, reactivates and deletes, and does nothing when the answer is no', async () => {
    const { id, nombre } = await crear();
    const { page, context } = await asRoot();
    const act = async (accion: string, question: string, respuesta: string) => {
      await buttonBy(page, `Editar ${nombre}`).click();
      await buttonBy(page, accion).click();
      const prompt = page.getByRole('alertdialog');
      await prompt.getByText(question).waitFor();
      await prompt.getByRole('button', { name: respuesta, exact: true }).click();
      await prompt.waitFor({ state: 'detached' });
    };
    const estado = async () => (await saved()).find((uno) => uno.id === id);
    await act('Suspender', '¿Suspender este dispositivo?', 'Cancelar');
    await buttonBy(page, 'Cancelar').click();
    expect(await estado()).toMatchObject({ activo: 1, suspendido: 0 });
    await act('Suspender', '¿Suspender este dispositivo?', 'Suspender');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => expect(await estado()).toMatchObject({ activo: 0, suspendido: 1 }));
    await act('Reactivar', '¿Reactivar este dispositivo?', 'Reactivar');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => expect(await estado()).toMatchObject({ activo: 1, suspendido: 0 }));
    await act('Eliminar', '¿Eliminar este dispositivo PERMANENTEMENTE?', 'Eliminar');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await fila(page, nombre).waitFor({ state: 'detached' });
    await eventually(async () => expect(await estado()).toBeUndefined());
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

  it('sorts, searches and remembers both in the address', async () => {
    const { nombre, shelly_id } = await crear();
    const { page, context } = await asRoot();
    await page.getByRole('searchbox').fill(shelly_id);
    await eventually(async () => expect(await page.getByRole('row').count()).toBe(2));
    await buttonBy(page, 'Nombre').click();
    expect(new URL(page.url()).search).toBe(`?q=${shelly_id}&orden=nombre`);
    await page.reload();
    await fila(page, nombre).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    const [download] = await Promise.all([page.waitForEvent('download'), buttonBy(page, 'CSV').click()]);
    expect(download.suggestedFilename()).toBe('dispositivos.csv');
    await context.close();
  });

  it.each([{}, { phone: true, dark: true }])('is accessible, dialog included (%j)', async (options) => {
    const { nombre } = await crear();
    const { page, context } = await asRoot(options);
    await buttonBy(page, `Editar ${nombre}`).waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    await buttonBy(page, `Editar ${nombre}`).click();
    await appDialog(page).waitFor();
    // The text is half-transparent while it fades in, so its contrast is not final.
    await page.waitForTimeout(500);
    expect(await seriousAxeFindings(page)).toEqual([]);
    await context.close();
  });
});
