import { eventually, Farm, PASSWORD, sharedAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';
import type { Browser } from 'playwright-core';
import { launchBrowser, seriousAxeFindings } from '../browser.js';
import { at, logIn, fila } from './console-walk.js';
import { clave, edit, openNew, choices, remove } from './people.js';

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

const porNombre = async (nombre: string) =>
  (await root.call('usuarios.listar', {})).find((usuario) => usuario.nombre === nombre);
const comoEmpresa = () => logIn(browser, acequia, '/usuarios', [farm.admin.email, PASSWORD]);

describe('Usuarios of an admin_empresa', () => {
  it('lists their own company only, and asks for it', async () => {
    const { page, context } = await comoEmpresa();
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/usuarios') && asked.push(request.url()));
    await page.reload();
    await fila(page, farm.usuario.email).waitFor();
    expect(asked.map((url) => new URL(url).search)).toContain(`?empresa_id=${farm.empresa.id}`);
    expect(await page.getByText(another.usuario.email).count()).toBe(0);
    await page.getByRole('button', { name: 'Regresar' }).click();
    await at(page, '/dashboard-empresa');
    await context.close();
  });

  it('forces that company and keeps admin_global out of reach', async () => {
    const { page, context } = await comoEmpresa();
    const abierto = await openNew(page);
    expect(await abierto.getByLabel('Rol').locator('option:disabled').allInnerTexts()).toEqual(['admin_global']);
    expect(await seriousAxeFindings(page)).toEqual([]);

    await abierto.getByRole('button', { name: 'Guardar' }).click();
    await abierto.getByRole('alert').getByText('Nombre, correo y empresa requeridos').waitFor();
    await abierto.getByLabel('Nombre').fill('Gente de la Casa');
    await abierto.getByLabel('Correo').fill('casa@acequia.test');
    await clave(abierto).fill(PASSWORD);
    await abierto.getByRole('button', { name: 'Abrir Switches asignados' }).click();
    await eventually(async () => expect(await choices(page).count()).toBe(farm.switches.length));
    await choices(page).first().click();
    await page.keyboard.press('Escape');
    await abierto.getByRole('button', { name: 'Guardar' }).click();
    await abierto.waitFor({ state: 'detached' });
    await fila(page, 'Gente de la Casa').waitFor();
    expect(await porNombre('Gente de la Casa')).toMatchObject({
      empresa_id: farm.empresa.id,
      switches_asignados: [{ id: farm.switches[0]!.id }],
    });

    // Editing keeps the assignments.
    const openDialog = await edit(page, 'Gente de la Casa');
    await eventually(async () => expect(await remove(openDialog).count()).toBe(1));
    await openDialog.getByLabel('Nombre').fill('Gente de Casa');
    await openDialog.getByRole('button', { name: 'Guardar' }).click();
    await openDialog.waitFor({ state: 'detached' });
    expect((await porNombre('Gente de Casa'))!.switches_asignados).toHaveLength(1);
    await context.close();
  });
});
