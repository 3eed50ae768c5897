import { ADMIN, eventually, sharedAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { enter, launchBrowser, seriousAxeFindings, visit } from '../browser.js';
import { buttonBy } from './switches.js';

/** Several rows at once, and everything in one file. */
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

const open = async (path: string) => {
  const one = await visit(browser);
  await enter(one.page, acequia.http, ADMIN.email, ADMIN.password, path);
  return one;
};

describe('several companies', () => {
  it('are renewed after one question; the one that cannot be is told with its reason', async () => {
    const mark = `Varias ${Date.now()}`;
    const body = (nombre: string) => ({ body: { nombre: `${mark} ${nombre}`, fecha_vencimiento: '2099-01-31' } });
    const [a, b] = [await root.call('empresas.crear', body('A')), await root.call('empresas.crear', body('B'))];
    const { page, context, problems } = await open(`/empresas?q=${encodeURIComponent(mark)}`);
    await page.getByRole('checkbox', { name: `Elegir ${a.nombre}` }).waitFor();
    await page.getByRole('checkbox', { name: 'Elegir todas las filas' }).check();
    const bar = page.getByRole('region', { name: 'Filas elegidas' });
    await bar.getByText('2 elegidas').waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    // Another person saves meanwhile: this row is stale.
    await root.call('empresas.actualizar', { params: { id: b.id }, body: { ...b, telefono_celular: '55' } });
    await buttonBy(bar, 'Renovar vencimiento').click();
    const question = page.getByRole('dialog', { name: '¿Renovar el vencimiento de 2 empresas?' });
    await question.getByLabel('Nueva fecha de vencimiento').fill('2099-12-31');
    await buttonBy(question, 'Renovar vencimiento').click();
    const result = page.getByRole('dialog', { name: 'Hecho en 1 de 2; no se pudo en:' });
    await result.getByText(b.nombre).waitFor();
    await result.getByText('Alguien más guardó cambios').waitFor();
    await buttonBy(result, 'Entendido').click();
    const stored = async (id: number) => (await root.call('empresas.obtener', { params: { id } })).fecha_vencimiento;
    await eventually(async () =>
      expect([await stored(a.id), await stored(b.id)]).toEqual(['2099-12-31', '2099-01-31']),
    );
    await bar.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('one file', () => {
  it('is exported, tells its errors by line, and is imported after a preview', async () => {
    const { page, context, problems } = await open('/importar');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      buttonBy(page, 'Exportar lo que hay').click(),
    ]);
    expect(download.suggestedFilename()).toBe('acequia.csv');
    const [header] = (await readFile(await download.path(), 'utf8')).split('\n');
    const nombre = `Rancho del archivo ${Date.now()}`;
    const file = (lines: string) => ({ name: 'alta.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) });
    expect(header).toContain('tipo,empresa,nombre');
    const input = page.getByLabel('Archivo CSV');
    await input.setInputFiles(file(`tipo,nombre,vence\nempresa,${nombre},mañana\n`));
    await page.getByRole('alert').getByText('No se ha guardado nada.').waitFor();
    await page.getByRole('row', { name: /^2 vence/ }).waitFor();
    await input.setInputFiles(
      file(`tipo,empresa,nombre,vence,dialecto\nempresa,,${nombre},2099-12-31,\nplaca,${nombre},Pozo,,acequia\n`),
    );
    await buttonBy(page, 'Importar 2 líneas').click();
    await page.getByText('Se importaron 2 líneas.').waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    const [secrets] = await Promise.all([
      page.waitForEvent('download'),
      buttonBy(page, 'Descargar credenciales').click(),
    ]);
    expect(await readFile(await secrets.path(), 'utf8')).toMatch(/^para,usuario,clave\r\nplaca \d+,\d+,\S+$/);
    const empresas = await root.call('empresas.listar', {});
    expect(empresas.some((one) => one.nombre === nombre)).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });
});
