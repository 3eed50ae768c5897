import { eventually, sharedAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, seriousAxeFindings } from '../browser.js';
import { at, appDialog, logIn, fila, responder } from './console-walk.js';

let acequia: RunningAcequia;
let browser: Browser;
let root: ApiClient;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  root = await acequia.loginAdmin();
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

const crear = (nombre: string) =>
  root.call('empresas.crear', {
    body: { nombre, fecha_vencimiento: '2099-12-31', comunicador_vencimiento: '2030-05-06' },
  });
const get = (id: number) => root.call('empresas.obtener', { params: { id } });
const open = () => logIn(browser, acequia, '/empresas');
const edit = async (page: Page, nombre: string) => {
  await page.getByRole('button', { name: `Editar ${nombre}`, exact: true }).click();
  const abierto = appDialog(page, 'Editar Empresa');
  await abierto.waitFor();
  return abierto;
};

describe('Empresas', () => {
  it('is created, edited, suspended, reactivated and deleted, each after its own question', async () => {
    const { page, context, problems } = await open();
    await page.getByRole('button', { name: 'Nueva empresa' }).click();
    const nueva = appDialog(page, 'Nueva Empresa');
    await nueva.waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    await nueva.getByLabel('Nombre').fill('Rancho El Ciclo');
    await nueva.getByLabel('Fecha vencimiento').fill('2031-02-03');
    await nueva.getByLabel('Costo de plan $').fill('199.50');
    await nueva.getByRole('button', { name: 'Guardar' }).click();
    await nueva.waitFor({ state: 'detached' });
    await fila(page, 'Rancho El Ciclo').getByText('2031-02-03').waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    const { id } = (await root.call('empresas.listar', {})).find(({ nombre }) => nombre === 'Rancho El Ciclo')!;
    expect(await get(id)).toMatchObject({ costo_plan: 199.5, limite_usuarios: null, activa: 1 });

    let isOpen = await edit(page, 'Rancho El Ciclo');
    await isOpen.getByLabel('Nombre').fill('Rancho El Círculo');
    await isOpen.getByLabel('Límite de usuarios').fill('7');
    await isOpen.getByRole('button', { name: 'Guardar' }).click();
    await isOpen.waitFor({ state: 'detached' });
    await fila(page, 'Rancho El Círculo').waitFor();
    expect(await get(id)).toMatchObject({ costo_plan: 199.5, limite_usuarios: 7 });

    isOpen = await edit(page, 'Rancho El Círculo');
    await isOpen.getByRole('button', { name: 'Suspender' }).click();
    await responder(page, '¿Suspender esta empresa?', 'Cancelar', ['«Rancho El Círculo»: sus usuarios ya no podrán']);
    expect((await get(id)).activa).toBe(1);
    await isOpen.getByRole('button', { name: 'Suspender' }).click();
    await responder(page, '¿Suspender esta empresa?', 'Suspender');
    await fila(page, 'Rancho El Círculo').getByText('No', { exact: true }).waitFor();
    expect((await get(id)).activa).toBe(0);

    isOpen = await edit(page, 'Rancho El Círculo');
    await isOpen.getByRole('button', { name: 'Reactivar' }).click();
    await responder(page, '¿Reactivar esta empresa?', 'Reactivar');
    await fila(page, 'Rancho El Círculo').getByText('Sí', { exact: true }).waitFor();

    isOpen = await edit(page, 'Rancho El Círculo');
    await isOpen.getByLabel('Teléfono Celular').fill('667 111 1111');
    await isOpen.getByRole('button', { name: 'Eliminar' }).click();
    const goesWithIt = 'Se eliminan «Rancho El Círculo», sus usuarios, placas, switches y dispositivos';
    const isLost = 'Los cambios que no guardaste en este formulario se perderán.';
    await responder(page, '¿Eliminar esta empresa PERMANENTEMENTE?', 'Eliminar', [goesWithIt, isLost]);
    // Rows behind an open dialog are hidden from assistive technology.
    await isOpen.waitFor({ state: 'detached' });
    await fila(page, 'Rancho El Círculo').waitFor({ state: 'detached' });
    expect((await root.raw('empresas.obtener', { params: { id } })).status).toBe(404);
    await page.getByRole('button', { name: 'Regresar', exact: true }).click();
    await at(page, '/dashboard');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is edited with the keyboard alone, and the focus goes back to the pencil', async () => {
    const { nombre } = await crear('Solo Teclado');
    const { page, context } = await open();
    const pencil = page.getByRole('button', { name: `Editar ${nombre}` });
    await pencil.focus();
    await page.keyboard.press('Enter');
    const isOpen = appDialog(page, 'Editar Empresa');
    await isOpen.waitFor();
    await eventually(async () => expect(await inside(page)).toBe(true));
    // Tab wraps around inside the dialog.
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press('Tab');
      expect(await inside(page)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await isOpen.waitFor({ state: 'detached' });
    const onThePencil = () =>
      eventually(async () =>
        expect(await pencil.evaluate((buttonBy) => buttonBy === document.activeElement)).toBe(true),
      );
    await onThePencil();

    await page.keyboard.press('Enter');
    await isOpen.waitFor();
    await eventually(async () =>
      expect(await isOpen.getByLabel('Nombre').evaluate((campo) => campo === document.activeElement)).toBe(true),
    );
    await page.keyboard.press('Tab');
    await page.keyboard.type('667 123 4567');
    await page.keyboard.press('Enter');
    await isOpen.waitFor({ state: 'detached' });
    await fila(page, nombre).getByText('667 123 4567').waitFor();
    await onThePencil();
    await context.close();
  });
});

const inside = (page: Page): Promise<boolean> =>
  page.evaluate(() => Boolean(document.activeElement?.closest('[role=dialog]')));
