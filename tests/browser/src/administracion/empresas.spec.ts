import { eventually, sharedAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, seriousAxeFindings } from '../browser.js';
import {
  at,
  botones,
  columnas,
  dialogo,
  entrar,
  escrituras,
  etiquetas,
  fila,
  PATIENCE,
  responder,
  sinServicio,
} from './consola.js';

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
const obtener = (id: number) => root.call('empresas.obtener', { params: { id } });
const abrir = () => entrar(browser, acequia, '/empresas');
const editar = async (page: Page, nombre: string) => {
  await page.getByRole('button', { name: `Editar ${nombre}`, exact: true }).click();
  const abierto = dialogo(page, 'Editar Empresa');
  await abierto.waitFor();
  return abierto;
};

const CAMPOS = [
  'Nombre',
  'Teléfono Celular',
  'Token Telegram',
  'Telegram Chat ID',
  'Costo de plan $',
  'Límite de usuarios',
  'Número comunicador',
  'IMEI comunicador',
  'Vencimiento plan comunicador',
  'Fecha vencimiento',
  'Zona horaria',
  'Activa',
];

describe('Empresas', () => {
  it('reads as the specification writes it', async () => {
    const { nombre } = await crear('Huerta de los Textos');
    const { page, context, problems } = await abrir();
    await page.getByRole('heading', { name: 'Empresas', exact: true }).waitFor();
    await fila(page, nombre).waitFor();
    await eventually(async () => expect(await page.title()).toBe('Empresas | Acequia'));
    expect(await columnas(page)).toEqual([
      'ID',
      'Nombre',
      'Teléfono',
      'Comun. Num.',
      'IMEI',
      'Plan Vence',
      'Vence',
      'Activa',
      'Acciones',
    ]);
    expect(await fila(page, nombre).getByRole('cell').allInnerTexts()).toEqual(
      expect.arrayContaining([nombre, '2030-05-06', '2099-12-31', 'Sí']),
    );
    expect(await page.getByRole('columnheader', { name: 'Acciones' }).getByRole('button').count()).toBe(0);
    expect(await seriousAxeFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Nueva empresa', exact: true }).click();
    const nueva = dialogo(page, 'Nueva Empresa');
    await nueva.waitFor();
    expect(await etiquetas(nueva)).toEqual(CAMPOS);
    expect(await botones(nueva)).toEqual(['Cancelar', 'Guardar']);
    expect((await nueva.boundingBox())!.width).toBeLessThanOrEqual(600);
    expect(await seriousAxeFindings(page)).toEqual([]);
    await nueva.getByRole('button', { name: 'Cancelar' }).click();

    const abierta = await editar(page, nombre);
    expect(await etiquetas(abierta)).toEqual(CAMPOS);
    expect(await botones(abierta)).toEqual(['Suspender', 'Eliminar', 'Cancelar', 'Guardar']);
    await abierta.getByRole('button', { name: 'Cancelar' }).click();

    await page.getByRole('button', { name: 'Regresar', exact: true }).click();
    await at(page, '/dashboard');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says which companies have expired', async () => {
    const { id } = await crear('Granja Vencida');
    const stored = await obtener(id);
    await root.call('empresas.actualizar', { params: { id }, body: { ...stored, fecha_vencimiento: '2020-01-31' } });
    const { page, context } = await abrir();
    await fila(page, 'Granja Vencida').getByText('2020-01-31 · Vencida').waitFor();
    expect(await page.getByText('2099-12-31 · Vencida').count()).toBe(0);
    await context.close();
  });

  it('demands Nombre and Fecha vencimiento before anything is sent', async () => {
    const { page, context } = await abrir();
    await page.getByRole('button', { name: 'Nueva empresa' }).click();
    const sent = escrituras(page);
    const nueva = dialogo(page, 'Nueva Empresa');
    await nueva.getByRole('button', { name: 'Guardar' }).click();
    await eventually(async () => expect(await nueva.getByText('Este dato es obligatorio').count()).toBe(2));
    expect(sent).toEqual([]);
    await context.close();
  });

  it('is created, edited, suspended, reactivated and deleted, each after its own question', async () => {
    const { page, context } = await abrir();
    await page.getByRole('button', { name: 'Nueva empresa' }).click();
    const nueva = dialogo(page, 'Nueva Empresa');
    await nueva.getByLabel('Nombre').fill('Rancho El Ciclo');
    await nueva.getByLabel('Fecha vencimiento').fill('2031-02-03');
    await nueva.getByLabel('Costo de plan $').fill('199.50');
    await nueva.getByRole('button', { name: 'Guardar' }).click();
    await nueva.waitFor({ state: 'detached' });
    await fila(page, 'Rancho El Ciclo').getByText('2031-02-03').waitFor();
    const { id } = (await root.call('empresas.listar', {})).find(({ nombre }) => nombre === 'Rancho El Ciclo')!;
    expect(await obtener(id)).toMatchObject({ costo_plan: 199.5, limite_usuarios: null, activa: 1 });

    let abierta = await editar(page, 'Rancho El Ciclo');
    await abierta.getByLabel('Nombre').fill('Rancho El Círculo');
    await abierta.getByLabel('Límite de usuarios').fill('7');
    await abierta.getByRole('button', { name: 'Guardar' }).click();
    await abierta.waitFor({ state: 'detached' });
    await fila(page, 'Rancho El Círculo').waitFor();
    expect(await obtener(id)).toMatchObject({ costo_plan: 199.5, limite_usuarios: 7 });

    abierta = await editar(page, 'Rancho El Círculo');
    await abierta.getByRole('button', { name: 'Suspender' }).click();
    await responder(page, '¿Suspender esta empresa?', 'Cancelar', ['«Rancho El Círculo»: sus usuarios ya no podrán']);
    expect((await obtener(id)).activa).toBe(1);
    await abierta.getByRole('button', { name: 'Suspender' }).click();
    await responder(page, '¿Suspender esta empresa?', 'Suspender');
    await fila(page, 'Rancho El Círculo').getByText('No', { exact: true }).waitFor();
    expect((await obtener(id)).activa).toBe(0);

    abierta = await editar(page, 'Rancho El Círculo');
    expect(await botones(abierta)).toEqual(['Reactivar', 'Eliminar', 'Cancelar', 'Guardar']);
    await abierta.getByRole('button', { name: 'Reactivar' }).click();
    await responder(page, '¿Reactivar esta empresa?', 'Reactivar');
    await fila(page, 'Rancho El Círculo').getByText('Sí', { exact: true }).waitFor();

    abierta = await editar(page, 'Rancho El Círculo');
    await abierta.getByLabel('Teléfono Celular').fill('667 111 1111');
    await abierta.getByRole('button', { name: 'Eliminar' }).click();
    const goesWithIt = 'Se eliminan «Rancho El Círculo», sus usuarios, placas, switches y dispositivos';
    const isLost = 'Los cambios que no guardaste en este formulario se perderán.';
    await responder(page, '¿Eliminar esta empresa PERMANENTEMENTE?', 'Eliminar', [goesWithIt, isLost]);
    // Behind an open dialog no row is to be found.
    await abierta.waitFor({ state: 'detached' });
    await fila(page, 'Rancho El Círculo').waitFor({ state: 'detached' });
    expect((await root.raw('empresas.obtener', { params: { id } })).status).toBe(404);
    await context.close();
  });

  it.each([
    ['Guardar', null, 'Error al guardar empresa'],
    ['Suspender', '¿Suspender esta empresa?', 'No se pudo suspender la empresa'],
    ['Reactivar', '¿Reactivar esta empresa?', 'No se pudo reactivar la empresa'],
    ['Eliminar', '¿Eliminar esta empresa PERMANENTEMENTE?', 'No se pudo eliminar la empresa'],
  ])('says so when %s fails, keeps the dialog and what was typed', async (boton, pregunta, alerta) => {
    const { id, nombre } = await crear(`Falla al ${boton}`);
    if (boton === 'Reactivar') await root.call('empresas.desactivar', { params: { id } });
    const { page, context } = await abrir();
    const abierta = await editar(page, nombre);
    await abierta.getByLabel('Teléfono Celular').fill('667 000 0000');
    await sinServicio(acequia, 'auth-tenancy', async () => {
      await abierta.getByRole('button', { name: boton, exact: true }).click();
      if (pregunta) await responder(page, pregunta, boton);
      await abierta.getByRole('alert').getByText(alerta, { exact: true }).waitFor(PATIENCE);
    });
    expect(await abierta.getByLabel('Teléfono Celular').inputValue()).toBe('667 000 0000');
    // Cancelar gives nothing up before it has asked.
    await abierta.getByRole('button', { name: 'Cancelar' }).click();
    await responder(page, '¿Descartar los cambios sin guardar?', 'Cancelar');
    expect(await abierta.isVisible()).toBe(true);
    await context.close();
  });

  it('shows an empty list without a message when it cannot be loaded', async () => {
    const { page, context } = await entrar(browser, acequia, '/dashboard');
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    await page.getByRole('link', { name: 'Empresas' }).first().waitFor();
    await sinServicio(acequia, 'auth-tenancy', async () => {
      await page.getByRole('link', { name: 'Empresas' }).first().click();
      await page.getByText('Sin empresas que mostrar.').waitFor(PATIENCE);
    });
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(logged.some((text) => text.includes('No se pudo cargar'))).toBe(true);
    await context.close();
  });

  it('refuses a stale edit, shows what is stored now, and lets the person choose', async () => {
    const { id, nombre } = await crear('Dos a la Vez');
    const [uno, otro] = await Promise.all([abrir(), abrir()]);
    const [deUno, deOtro] = await Promise.all([editar(uno.page, nombre), editar(otro.page, nombre)]);
    await deUno.getByLabel('Teléfono Celular').fill('111');
    await deUno.getByRole('button', { name: 'Guardar' }).click();
    await deUno.waitFor({ state: 'detached' });

    await deOtro.getByLabel('Teléfono Celular').fill('222');
    await deOtro.getByRole('button', { name: 'Guardar' }).click();
    await deOtro.getByRole('alert').getByText('Error al guardar empresa').waitFor();
    const conflicto = deOtro.getByRole('group', { name: 'Cambios de otra persona' });
    expect(await conflicto.getByRole('row').last().getByRole('cell').allInnerTexts()).toEqual([
      'Teléfono Celular',
      '111',
      '222',
    ]);
    expect((await obtener(id)).telefono_celular).toBe('111');
    await conflicto.getByRole('button', { name: 'Guardar lo mío' }).click();
    await deOtro.waitFor({ state: 'detached' });
    expect((await obtener(id)).telefono_celular).toBe('222');
    await Promise.all([uno.context.close(), otro.context.close()]);
  });

  it('is edited with the keyboard alone, and the focus goes back to the pencil', async () => {
    const { nombre } = await crear('Solo Teclado');
    const { page, context } = await abrir();
    const lapiz = page.getByRole('button', { name: `Editar ${nombre}` });
    await lapiz.focus();
    await page.keyboard.press('Enter');
    const abierta = dialogo(page, 'Editar Empresa');
    await abierta.waitFor();
    await eventually(async () => expect(await dentro(page)).toBe(true));
    // Once around: the focus never leaves the dialog.
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press('Tab');
      expect(await dentro(page)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await abierta.waitFor({ state: 'detached' });
    const enElLapiz = () =>
      eventually(async () => expect(await lapiz.evaluate((boton) => boton === document.activeElement)).toBe(true));
    await enElLapiz();

    await page.keyboard.press('Enter');
    await abierta.waitFor();
    await eventually(async () =>
      expect(await abierta.getByLabel('Nombre').evaluate((campo) => campo === document.activeElement)).toBe(true),
    );
    await page.keyboard.press('Tab');
    await page.keyboard.type('667 123 4567');
    await page.keyboard.press('Enter');
    await abierta.waitFor({ state: 'detached' });
    await fila(page, nombre).getByText('667 123 4567').waitFor();
    await enElLapiz();
    await context.close();
  });
});

const dentro = (page: Page): Promise<boolean> =>
  page.evaluate(() => Boolean(document.activeElement?.closest('[role=dialog]')));
