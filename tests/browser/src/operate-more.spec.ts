import type { Switch } from '@acequia/contracts';
import { eventually, Farm, PASSWORD, sharedAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { appDialog, logIn, fila, responder } from './administration/console-walk.js';
import { launchBrowser, seriousAxeFindings } from './browser.js';
import { confirmTurnOn, openPanel } from './panel.js';
import { TestPlaca } from './test-placa.js';

/** Besides Encender and Apagar, an end user chooses the time on and locks a switch out. */
let acequia: RunningAcequia;
let root: ApiClient;
let farm: Farm;
let board: TestPlaca;
let browser: Browser;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  board = await TestPlaca.connect(farm);
  board.reaction = board.obey;
});

afterAll(async () => {
  await board?.client.endAsync(true);
  await browser?.close();
  await acequia?.stop();
});

const title = ({ zona, nombre }: Switch): string => `${zona} - ${nombre}`;
const mas = async (page: Page, sw: Switch): Promise<Locator> => {
  await page.getByRole('button', { name: `Más opciones de ${title(sw)}` }).click();
  const sheet = appDialog(page, title(sw));
  await sheet.waitFor();
  return sheet;
};
const close = async (sheet: Locator): Promise<void> => {
  await sheet.getByText('Cerrar', { exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
};

describe("a switch's further options on the panel", () => {
  it('ask for how long it is to be on, never for longer than it may', async () => {
    const [sw] = farm.switches as [Switch];
    const { page, context } = await openPanel(browser, farm, acequia.http);
    const sheet = await mas(page, sw);
    const encender = sheet.getByRole('button', { name: `Encender ${title(sw)}` });
    await encender.click();
    const hoja = page.getByRole('dialog', { name: `Encender ${title(sw)}` });
    await hoja.waitFor();
    const options = await hoja.getByRole('radiogroup').locator('label').allInnerTexts();
    expect(options.map((one) => one.replace(/\s+/g, ' ').replace(/ \d\d:\d\d$/, ''))).toEqual([
      '10 min',
      '20 min',
      '30 min',
      'Otra',
      'Hasta el límite (4 h)',
    ]);
    await hoja.getByText('Otra', { exact: true }).click();
    const confirm = hoja.getByRole('button', { name: /^Encender/ });
    const minutos = hoja.getByLabel('Minutos');
    expect(await confirm.isDisabled()).toBe(true);
    for (const mal of ['0', '241']) {
      await minutos.fill(mal);
      await hoja.getByText('Escribe de 1 minuto a 4 h').waitFor();
      expect(await confirm.isDisabled()).toBe(true);
    }
    expect(await seriousAxeFindings(page)).toEqual([]);
    await minutos.fill('2.5');
    await confirm.click();
    await eventually(() => expect(board.orders.at(-1)).toMatchObject({ on: true, max_s: 150 }));
    await hoja.waitFor({ state: 'detached' });
    // Escape closes the sheet alone.
    await eventually(async () => expect(await encender.isEnabled()).toBe(true));
    await encender.click();
    await hoja.waitFor();
    await page.keyboard.press('Escape');
    await hoja.waitFor({ state: 'detached' });
    await sheet.waitFor();
    await context.close();
  });

  it('lock it out for everybody, and are released by their author or an administrator', async () => {
    const [sw] = farm.switches as [Switch];
    const consola = await logIn(browser, acequia, `/switches?empresa=${farm.empresa.id}`);
    const mark = fila(consola.page, sw.nombre).locator('[data-bloqueo]');
    await fila(consola.page, sw.nombre).first().waitFor();
    expect(await mark.count()).toBe(0);
    const { page, context } = await openPanel(browser, farm, acequia.http, { phone: true, dark: true });
    // A phone's row has the one button that fits; the rest is on the switch's page.
    await page.getByRole('link', { name: title(sw) }).click();
    const sheet = await mas(page, sw);
    await sheet.getByLabel('Motivo').fill('Cambio de empaque');
    await sheet.getByRole('button', { name: 'Bloquear' }).click();
    await sheet.getByText('Bloqueado por mantenimiento').waitFor();
    expect(await sheet.getByRole('button', { name: /^Encender/ }).count()).toBe(0);
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

    // The administrator's list shows it by a live message, and after a reload too.
    await mark.getByText(/^Bloqueado por usuario \d+: Cambio de empaque$/).waitFor();
    await consola.page.reload();
    // Who and why, whole: the row's second line is as long as the row.
    const texto = mark.getByText(/: Cambio de empaque$/);
    await texto.waitFor();
    expect(await texto.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
    const cell = mark.locator('xpath=ancestor::td');
    expect((await texto.boundingBox())!.width).toBeGreaterThan((await cell.boundingBox())!.width);
    expect(await seriousAxeFindings(consola.page)).toEqual([]);

    await sheet.getByRole('button', { name: 'Liberar' }).click();
    await responder(page, '¿Liberar este switch?', 'Liberar');
    await sheet.getByRole('button', { name: /^Encender/ }).waitFor();
    await mark.waitFor({ state: 'detached' });

    await root.call('switches.bloquear', { params: { id: sw.id }, body: { motivo: 'Gente en el pozo' } });
    await sheet.getByText(/^Lo libera .+ o un administrador\./).waitFor();
    expect(await sheet.getByRole('button', { name: 'Liberar' }).count()).toBe(0);
    await mark.getByText(/Gente en el pozo/).waitFor();
    await root.call('switches.desbloquear', { params: { id: sw.id } });
    await sheet.getByRole('button', { name: /^Encender/ }).waitFor();
    await close(sheet);
    await context.close();
    await consola.context.close();
  });

  it('that cannot be fetched leave the panel as it is, and come when asked for again', async () => {
    const [sw] = farm.switches as [Switch];
    const { page, context } = await openPanel(browser, farm, acequia.http);
    await page.route('**/assets/usuario-switch-dialog-*', (route) => route.abort());
    await page.getByRole('button', { name: `Más opciones de ${title(sw)}` }).click();
    await page.getByText('No se pudieron abrir las opciones del switch.').waitFor();
    expect(await page.getByRole('button', { name: `Encender ${title(sw)}` }).isEnabled()).toBe(true);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.unroute('**/assets/usuario-switch-dialog-*');
    await close(await mas(page, sw));
    expect(await page.getByText('No se pudieron abrir').count()).toBe(0);
    await context.close();
  });

  it('are the administrator’s too, from Resumen', async () => {
    const [, sw] = farm.switches as [Switch, Switch];
    const { page, context } = await logIn(browser, acequia, '/dashboard-empresa', [farm.admin.email, PASSWORD]);
    await page.getByRole('button', { name: `Operar ${title(sw)}` }).press('Enter');
    const sheet = appDialog(page, title(sw));
    const antes = board.orders.length;
    await sheet.getByRole('button', { name: `Encender ${title(sw)}` }).click();
    await confirmTurnOn(page, '20 min');
    await eventually(() => expect(board.orders.length).toBe(antes + 1));
    expect(board.orders.at(-1)).toMatchObject({ on: true, max_s: 1_200 });
    await context.close();
  });
});
