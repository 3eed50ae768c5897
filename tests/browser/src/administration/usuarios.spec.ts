import { eventually, Farm, PASSWORD, sharedAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';
import type { Browser } from 'playwright-core';
import { launchBrowser, seriousAxeFindings } from '../browser.js';
import {
  at,
  buttons,
  columnas,
  logIn,
  writings,
  labels,
  fila,
  PATIENCE,
  responder,
  noService,
} from './console-walk.js';
import { clave, edit, openNew, choices, remove } from './people.js';

let acequia: RunningAcequia;
let browser: Browser;
let root: ApiClient;
let farm: Farm;
let another: Farm;
let created = 0;

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

const crear = (nombre: string, switches: number[] = []) =>
  root.call('usuarios.crear', {
    body: {
      nombre,
      email: `persona-${++created}@acequia.test`,
      password: PASSWORD,
      rol: 'usuario',
      empresa_id: farm.empresa.id,
      switches,
    },
  });
const get = async (id: number) => (await root.call('usuarios.listar', {})).find((usuario) => usuario.id === id);
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
    const { nombre } = await crear('Ana de los Textos');
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

  it('shows and hides the password, and tells the browser that it is a new one', async () => {
    const { page, context } = await comoGlobal();
    const abierto = await openNew(page);
    expect(await clave(abierto).getAttribute('autocomplete')).toBe('new-password');
    expect(await clave(abierto).getAttribute('type')).toBe('password');
    await abierto.getByRole('button', { name: 'Mostrar contraseña' }).click();
    expect(await clave(abierto).getAttribute('type')).toBe('text');
    await abierto.getByRole('button', { name: 'Ocultar contraseña' }).click();
    expect(await clave(abierto).getAttribute('type')).toBe('password');
    await context.close();
  });

  it.each(['nombre', 'correo', 'empresa'])('is not sent without %s, and says the one sentence', async (missing) => {
    const { page, context } = await comoGlobal();
    const abierto = await openNew(page);
    const sent = writings(page);
    await abierto.getByLabel('Nombre').fill(missing === 'nombre' ? '  ' : 'Alguien');
    await abierto.getByLabel('Correo').fill(missing === 'correo' ? '' : 'a@b.mx');
    await clave(abierto).fill(PASSWORD);
    if (missing !== 'empresa') await abierto.getByLabel('Empresa').selectOption({ label: farm.empresa.nombre });
    await abierto.getByRole('button', { name: 'Guardar' }).click();
    await eventually(async () =>
      expect(await abierto.getByRole('alert').allInnerTexts()).toEqual(['Nombre, correo y empresa requeridos']),
    );
    expect(sent).toEqual([]);
    await context.close();
  });

  it("saves the platform's own administrators, who belong to no company", async () => {
    const { page, context } = await comoGlobal();
    const abierto = await openNew(page);
    await abierto.getByLabel('Rol').selectOption('admin_global');
    await abierto.getByLabel('Nombre').fill('Guardia de la Plataforma');
    await abierto.getByLabel('Correo').fill('guardia@acequia.test');
    await clave(abierto).fill(PASSWORD);
    expect(await abierto.getByPlaceholder('Elige primero una empresa').count()).toBe(2);
    await abierto.getByRole('button', { name: 'Guardar' }).click();
    await abierto.waitFor({ state: 'detached' });
    const again = await edit(page, 'Guardia de la Plataforma');
    await again.getByLabel('Nombre').fill('Guardia Nocturna');
    await again.getByRole('button', { name: 'Guardar' }).click();
    await again.waitFor({ state: 'detached' });
    await fila(page, 'Guardia Nocturna').getByText('—').waitFor();
    await context.close();
  });

  it('needs a password to be created, and none to be edited', async () => {
    const { page, context } = await comoGlobal();
    const sent = writings(page);
    let abierto = await openNew(page);
    await abierto.getByLabel('Nombre').fill('Sin Clave');
    await abierto.getByLabel('Correo').fill('sin-clave@acequia.test');
    await abierto.getByLabel('Empresa').selectOption({ label: farm.empresa.nombre });
    await abierto.getByRole('button', { name: 'Guardar' }).click();
    await abierto.getByText('La contraseña es obligatoria').waitFor();
    expect(sent).toEqual([]);
    await clave(abierto).fill(PASSWORD);
    await abierto.getByRole('button', { name: 'Guardar' }).click();
    await abierto.waitFor({ state: 'detached' });

    await fila(page, 'Sin Clave').waitFor();
    abierto = await edit(page, 'Sin Clave');
    expect(await clave(abierto).inputValue()).toBe('');
    await abierto.getByLabel('Nombre').fill('Con la de Antes');
    await abierto.getByRole('button', { name: 'Guardar' }).click();
    await abierto.waitFor({ state: 'detached' });
    await acequia.login('sin-clave@acequia.test', PASSWORD);
    await context.close();
  });

  it('is assigned what its company has; another company empties both selections', async () => {
    const { page, context } = await comoGlobal();
    const [primero, segundo] = farm.switches;
    const { id, nombre } = await crear('Con Switches', [primero!.id, segundo!.id]);
    await page.reload();
    let abierto = await edit(page, nombre);
    await eventually(async () => expect(await remove(abierto).count()).toBe(2));
    await abierto.getByRole('button', { name: `Quitar ${segundo!.zona} - ${segundo!.nombre}` }).click();
    await abierto.getByRole('button', { name: 'Abrir Switches asignados' }).click();
    await eventually(async () => expect(await choices(page).count()).toBe(farm.switches.length));
    const third = farm.switches[2]!;
    await choices(page)
      .filter({ hasText: `${third.zona} - ${third.nombre}` })
      .click();
    await page.keyboard.press('Escape');
    await abierto.getByRole('button', { name: 'Guardar' }).click();
    await abierto.waitFor({ state: 'detached' });
    expect((await get(id))!.switches_asignados).toEqual([{ id: primero!.id }, { id: third.id }]);

    abierto = await edit(page, nombre);
    await eventually(async () => expect(await remove(abierto).count()).toBe(2));
    await abierto.getByLabel('Empresa').selectOption({ label: another.empresa.nombre });
    await eventually(async () => expect(await remove(abierto).count()).toBe(0));
    await abierto.getByRole('button', { name: 'Abrir Switches asignados' }).click();
    await eventually(async () => expect(await choices(page).count()).toBe(another.switches.length));
    await choices(page).first().click();
    await page.keyboard.press('Escape');
    await abierto.getByRole('button', { name: 'Vaciar Switches asignados' }).click();
    await eventually(async () => expect(await remove(abierto).count()).toBe(0));
    await abierto.getByRole('button', { name: 'Guardar' }).click();
    await abierto.waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await get(id)).toMatchObject({ empresa_id: another.empresa.id, switches_asignados: [] }),
    );
    await context.close();
  });

  it('is suspended, reactivated and deleted, each after its own question', async () => {
    const { id, nombre } = await crear('Rosa del Ciclo');
    const { page, context } = await comoGlobal();
    let abierto = await edit(page, nombre);
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
    await fila(page, nombre).waitFor({ state: 'detached' });
    await eventually(async () => expect(await get(id)).toBeUndefined());
    await context.close();
  });

  it('that cannot be saved says why, and loses nothing of what was typed', async () => {
    const { nombre } = await crear('Correo Repetido');
    const { page, context } = await comoGlobal();
    const abierto = await edit(page, nombre);
    await abierto.getByLabel('Correo').fill(farm.usuario.email);
    await abierto.getByRole('button', { name: 'Guardar' }).click();
    const alert = abierto.getByRole('alert');
    await alert.getByText('Error al guardar usuario', { exact: true }).waitFor();
    await alert.getByText('Ya existe un usuario con ese correo.').waitFor();
    expect(await abierto.getByLabel('Correo').inputValue()).toBe(farm.usuario.email);
    await context.close();
  });

  it.each([
    ['Guardar', null, 'Error al guardar usuario'],
    ['Suspender', '¿Suspender este usuario?', 'No se pudo suspender el usuario'],
    ['Reactivar', '¿Reactivar este usuario?', 'No se pudo reactivar el usuario'],
    ['Eliminar', '¿Eliminar este usuario PERMANENTEMENTE?', 'No se pudo eliminar el usuario'],
  ])('lets the person know when %s fails', async (buttonBy, question, alert) => {
    const { id, nombre } = await crear(`Falla al ${buttonBy}`);
    if (buttonBy === 'Reactivar') await root.call('usuarios.suspender', { params: { id } });
    const { page, context } = await comoGlobal();
    const abierto = await edit(page, nombre);
    await abierto.getByLabel('Nombre').fill('Lo que escribí');
    await noService(acequia, 'auth-tenancy', async () => {
      await abierto.getByRole('button', { name: buttonBy, exact: true }).click();
      if (question) await responder(page, question, buttonBy);
      await abierto.getByRole('alert').getByText(alert, { exact: true }).waitFor(PATIENCE);
    });
    expect(await abierto.getByLabel('Nombre').inputValue()).toBe('Lo que escribí');
    await context.close();
  });

  it('says that the list could not be loaded', async () => {
    const { page, context } = await logIn(browser, acequia, '/dashboard');
    await page.getByRole('link', { name: 'Usuarios' }).first().waitFor();
    await noService(acequia, 'auth-tenancy', async () => {
      await page.getByRole('link', { name: 'Usuarios' }).first().click();
      await page.getByText('No se pudo cargar la lista de usuarios.').waitFor(PATIENCE);
    });
    await context.close();
  });

  it('refuses a stale edit and shows what is stored now', async () => {
    const { id, nombre } = await crear('Dos a la Vez');
    const [uno, otro] = await Promise.all([comoGlobal(), comoGlobal()]);
    const [deUno, deOtro] = await Promise.all([edit(uno.page, nombre), edit(otro.page, nombre)]);
    await deUno.getByLabel('Rol').selectOption('admin_empresa');
    await deUno.getByRole('button', { name: 'Guardar' }).click();
    await deUno.waitFor({ state: 'detached' });
    await deOtro.getByLabel('Nombre').fill('Otro Nombre');
    await deOtro.getByRole('button', { name: 'Guardar' }).click();
    const conflict = deOtro.getByRole('group', { name: 'Cambios de otra persona' });
    await conflict.getByText('admin_empresa').waitFor();
    expect((await get(id))!.nombre).toBe(nombre);
    await conflict.getByRole('button', { name: 'Usar lo guardado' }).click();
    expect(await deOtro.getByLabel('Nombre').inputValue()).toBe(nombre);
    expect(await deOtro.getByLabel('Rol').inputValue()).toBe('admin_empresa');
    await deOtro.getByLabel('Nombre').fill('Otro Nombre');
    await deOtro.getByRole('button', { name: 'Guardar' }).click();
    await deOtro.waitFor({ state: 'detached' });
    await eventually(async () => expect(await get(id)).toMatchObject({ nombre: 'Otro Nombre', rol: 'admin_empresa' }));
    await Promise.all([uno.context.close(), otro.context.close()]);
  });
});
