import { eventually, Farm, PASSWORD, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, seriousAxeFindings } from '../browser.js';
import { at, logIn } from './console-walk.js';

let acequia: RunningAcequia;
let farm: Farm;
let other: Farm;
let browser: Browser;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  const root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  other = await Farm.create(acequia, root);
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

const options = (page: Page) => page.getByRole('option');
const search = async (page: Page, q: string) => {
  await page.getByRole('button', { name: 'Buscar Ctrl K' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar y abrir' }).waitFor();
  await page.keyboard.type(q);
};
const empresaIn = (page: Page) => new URL(page.url()).searchParams.get('empresa');

describe('Ctrl K', () => {
  it('finds a board by its number and opens it with the keyboard alone; its company stays on the next screens', async () => {
    const { page, context, problems } = await logIn(browser, acequia, '/usuarios');
    await search(page, String(farm.board.id));
    await options(page).first().getByText(`Placa ${farm.board.id}`).waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await options(page).first().getByText('Ver la placa').waitFor();
    await page.keyboard.press('Enter');
    await at(page, '/placas');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Usuarios', exact: true }).click();
    await at(page, '/usuarios');
    expect(empresaIn(page)).toBe(String(farm.empresa.id));
    await page.getByText(farm.usuario.email).waitFor();
    expect(await page.getByText(other.usuario.email).count()).toBe(0);

    await page.getByRole('button', { name: `Empresa: ${farm.empresa.nombre}` }).click();
    await page.getByRole('combobox', { name: 'Elegir empresa' }).fill(other.empresa.nombre);
    await eventually(async () => expect(await options(page).count()).toBe(1));
    await page.keyboard.press('Enter');
    await page.getByText(other.usuario.email).waitFor();
    expect(empresaIn(page)).toBe(String(other.empresa.id));
    expect(problems).toEqual([]);
    await context.close();
  });

  it('finds for an admin_empresa only what is of their company', async () => {
    const { page, context } = await logIn(browser, acequia, '/usuarios', [farm.admin.email, PASSWORD]);
    await search(page, 'placa');
    await options(page).first().getByText(`Placa ${farm.board.id}`).waitFor();
    expect(await options(page).getByText(`Placa ${other.board.id}`).count()).toBe(0);
    await context.close();
  });
});
