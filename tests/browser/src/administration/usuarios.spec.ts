import { eventually, Farm, PASSWORD, sharedAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';
import type { Browser } from 'playwright-core';
import { launchBrowser, seriousAxeFindings } from '../browser.js';
import { at, buttons, columnas, logIn, labels, fila, responder } from './console-walk.js';
import { clave, edit, openNew, choices } from './people.js';

let acequia: RunningAcequia;
let browser: Browser;
let root: ApiClient;
let farm: Farm;
let another: Farm;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root, { pairs: 2 });
  another = await Farm.create(acequia, root);
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

const all = () => root.call('usuarios.listar', {});
const get = async (id: number) => (await all()).find((usuario) => usuario.id === id);
const stored = async (email: string) => (await all()).find((usuario) => usuario.email === email);
const comoGlobal = () => logIn(browser, acequia, '/usuarios');
const CAMPOS = [
  'Nombre',
  'Correo',
  'Contraseña',
  'Rol',
  'Empresa',
  'Activo',
  'Dispositivos asignados',
  'Switches asignados',
];

describe('Usuarios', () => {
  it('reads as the specification writes it', async () => {
    const { nombre } = (await stored(farm.usuario.email))!;
    const { page, context, problems } = await comoGlobal();
    await page.getByRole('heading', { name: 'Usuarios', exact: true }).waitFor();
    await fila(page, nombre).waitFor();
    // A route without a title shows only the product's name (ACC-1).
    await eventually(async () => expect(await page.title()).toBe('Acequia'));
    expect(await columnas(page)).toEqual(['ID', 'Nombre', 'Correo', 'Activo', 'Rol', 'Empresa', 'Acciones']);
    expect(await fila(page, nombre).getByRole('cell').allInnerTexts()).toEqual(
      expect.arrayContaining([nombre, 'Sí', 'usuario', farm.empresa.nombre]),
    );
    // An admin_global belongs to no company.
    expect(await fila(page, 'admin_global').getByRole('cell').allInnerTexts()).toContain('—');
    expect(await seriousAxeFindings(page)).toEqual([]);

    const empty = await openNew(page);
    expect((await labels(empty)).toSorted()).toEqual(CAMPOS.toSorted());
    expect(await buttons(empty)).toEqual(['Cancelar', 'Guardar']);
    expect(await empty.getByLabel('Rol').inputValue()).toBe('usuario');
    expect(await empty.getByLabel('Rol').locator('option:enabled').allInnerTexts()).toEqual([
      'usuario',
      'admin_empresa',
      'admin_global',
    ]);
    expect(await empty.getByLabel('Empresa').locator('option').allInnerTexts()).toEqual(
      expect.arrayContaining([farm.empresa.nombre, another.empresa.nombre]),
    );
    expect((await empty.boundingBox())!.width).toBeLessThanOrEqual(600);
    expect(await seriousAxeFindings(page)).toEqual([]);
    await empty.getByRole('button', { name: 'Cancelar' }).click();

    const abierto = await edit(page, nombre);
    expect((await labels(abierto)).toSorted()).toEqual(CAMPOS.toSorted());
    expect(await buttons(abierto)).toEqual(['Suspender', 'Eliminar', 'Cancelar', 'Guardar']);
    await abierto.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Regresar', exact: true }).click();
    await at(page, '/dashboard');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is created, assigned switches, edited, suspended, reactivated and deleted, each after its own question', async () => {
    const [valve] = farm.switches;
    const nombre = 'Rosa del Ciclo';
    const { page, context } = await comoGlobal();
    let abierto = await openNew(page);
    await abierto.getByLabel('Nombre').fill(nombre);
    await abierto.getByLabel('Correo').fill('rosa@acequia.test');
    await clave(abierto).fill(PASSWORD);
    await abierto.getByLabel('Empresa').selectOption({ label: farm.empresa.nombre });
    await abierto.getByRole('button', { name: 'Abrir Switches asignados' }).click();
    await choices(page)
      .filter({ hasText: `${valve!.zona} - ${valve!.nombre}` })
      .click();
    await page.keyboard.press('Escape');
    await abierto.getByRole('button', { name: 'Guardar' }).click();
    await abierto.waitFor({ state: 'detached' });
    await fila(page, nombre).waitFor();
    const { id } = (await stored('rosa@acequia.test'))!;
    expect((await get(id))!.switches_asignados).toEqual([{ id: valve!.id }]);

    abierto = await edit(page, nombre);
    await abierto.getByLabel('Rol').selectOption('admin_empresa');
    await abierto.getByRole('button', { name: 'Guardar' }).click();
    await abierto.waitFor({ state: 'detached' });
    // The empty field kept the password.
    await acequia.login('rosa@acequia.test', PASSWORD);

    abierto = await edit(page, nombre);
    await abierto.getByRole('button', { name: 'Suspender' }).click();
    await responder(page, '¿Suspender este usuario?', 'Cancelar');
    expect((await get(id))!.activo).toBe(1);
    await abierto.getByRole('button', { name: 'Suspender' }).click();
    await responder(page, '¿Suspender este usuario?', 'Suspender');
    await fila(page, nombre).getByText('No', { exact: true }).waitFor();

    abierto = await edit(page, nombre);
    expect(await buttons(abierto)).toEqual(['Reactivar', 'Eliminar', 'Cancelar', 'Guardar']);
    await abierto.getByRole('button', { name: 'Reactivar' }).click();
    await responder(page, '¿Reactivar este usuario?', 'Reactivar');
    await fila(page, nombre).getByText('Sí', { exact: true }).waitFor();

    abierto = await edit(page, nombre);
    await abierto.getByRole('button', { name: 'Eliminar' }).click();
    await responder(page, '¿Eliminar este usuario PERMANENTEMENTE?', 'Eliminar');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await fila(page, nombre).waitFor({ state: 'detached' });
    await eventually(async () => expect(await get(id)).toBeUndefined());
    await context.close();
  });
});
