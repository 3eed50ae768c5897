import { eventually, Farm, PASSWORD, sharedAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';
import type { Browser } from 'playwright-core';
import { launchBrowser, seriousAxeFindings } from '../browser.js';
import { at, entrar, fila } from './consola.js';
import { clave, editar, nuevo, opciones, quitar } from './personas.js';

let acequia: RunningAcequia;
let browser: Browser;
let root: ApiClient;
let farm: Farm;
let otra: Farm;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root, { pairs: 2 });
  otra = await Farm.create(acequia, root);
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

const porNombre = async (nombre: string) =>
  (await root.call('usuarios.listar', {})).find((usuario) => usuario.nombre === nombre);
const comoEmpresa = () => entrar(browser, acequia, '/usuarios', [farm.admin.email, PASSWORD]);

describe('Usuarios of an admin_empresa', () => {
  it('lists their own company only, and asks for it', async () => {
    const { page, context } = await comoEmpresa();
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/usuarios') && asked.push(request.url()));
    await page.reload();
    await fila(page, farm.usuario.email).waitFor();
    expect(asked.map((url) => new URL(url).search)).toContain(`?empresa_id=${farm.empresa.id}`);
    expect(await page.getByText(otra.usuario.email).count()).toBe(0);
    await page.getByRole('button', { name: 'Regresar' }).click();
    await at(page, '/dashboard-empresa');
    await context.close();
  });

  it('forces that company and keeps admin_global out of reach', async () => {
    const { page, context } = await comoEmpresa();
    const abierto = await nuevo(page);
    const empresa = abierto.getByLabel('Empresa');
    expect(await empresa.inputValue()).toBe(farm.empresa.nombre);
    expect([await empresa.isDisabled(), await empresa.getAttribute('readonly')]).toEqual([true, '']);
    expect(await abierto.getByLabel('Rol').locator('option').allInnerTexts()).toEqual([
      'usuario',
      'admin_empresa',
      'admin_global',
    ]);
    expect(await abierto.getByLabel('Rol').locator('option:disabled').allInnerTexts()).toEqual(['admin_global']);
    expect(await seriousAxeFindings(page)).toEqual([]);

    await abierto.getByRole('button', { name: 'Guardar' }).click();
    await abierto.getByRole('alert').getByText('Nombre, correo y empresa requeridos').waitFor();
    await abierto.getByLabel('Nombre').fill('Gente de la Casa');
    await abierto.getByLabel('Correo').fill('casa@acequia.test');
    await clave(abierto).fill(PASSWORD);
    await abierto.getByRole('button', { name: 'Abrir Switches asignados' }).click();
    await eventually(async () => expect(await opciones(page).count()).toBe(farm.switches.length));
    await opciones(page).first().click();
    await page.keyboard.press('Escape');
    await abierto.getByRole('button', { name: 'Guardar' }).click();
    await abierto.waitFor({ state: 'detached' });
    await fila(page, 'Gente de la Casa').waitFor();
    expect(await porNombre('Gente de la Casa')).toMatchObject({
      empresa_id: farm.empresa.id,
      switches_asignados: [{ id: farm.switches[0]!.id }],
    });

    // Editing keeps what was assigned.
    const abierta = await editar(page, 'Gente de la Casa');
    await eventually(async () => expect(await quitar(abierta).count()).toBe(1));
    await abierta.getByLabel('Nombre').fill('Gente de Casa');
    await abierta.getByRole('button', { name: 'Guardar' }).click();
    await abierta.waitFor({ state: 'detached' });
    expect((await porNombre('Gente de Casa'))!.switches_asignados).toHaveLength(1);
    await context.close();
  });
});
