import { eventually, Farm, PASSWORD, sharedAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';
import type { Browser } from 'playwright-core';
import { launchBrowser, seriousAxeFindings } from '../browser.js';
import { at, logIn, fila, responder } from './console-walk.js';
import { clave, edit, openNew, choices } from './people.js';

let acequia: RunningAcequia;
let browser: Browser;
let root: ApiClient;
let farm: Farm;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root, { pairs: 2 });
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

const all = () => root.call('usuarios.listar', {});
const get = async (id: number) => (await all()).find((usuario) => usuario.id === id);
const stored = async (email: string) => (await all()).find((usuario) => usuario.email === email);
const comoGlobal = () => logIn(browser, acequia, '/usuarios');

describe('Usuarios', () => {
  it('is created, assigned switches, edited, suspended, reactivated and deleted, each after its own question', async () => {
    const [valve] = farm.switches;
    const nombre = 'Rosa del Ciclo';
    const { page, context, problems } = await comoGlobal();
    let abierto = await openNew(page);
    expect(await seriousAxeFindings(page)).toEqual([]);
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
    expect(await seriousAxeFindings(page)).toEqual([]);
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
    await abierto.getByRole('button', { name: 'Reactivar' }).click();
    await responder(page, '¿Reactivar este usuario?', 'Reactivar');
    await fila(page, nombre).getByText('Sí', { exact: true }).waitFor();

    abierto = await edit(page, nombre);
    await abierto.getByRole('button', { name: 'Eliminar' }).click();
    await responder(page, '¿Eliminar este usuario PERMANENTEMENTE?', 'Eliminar');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await fila(page, nombre).waitFor({ state: 'detached' });
    await eventually(async () => expect(await get(id)).toBeUndefined());
    await page.getByRole('button', { name: 'Regresar', exact: true }).click();
    await at(page, '/dashboard');
    expect(problems).toEqual([]);
    await context.close();
  });
});
