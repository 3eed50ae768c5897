import { ADMIN, eventually, Farm, PASSWORD, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { chooseEmpresa, enter, launchBrowser, openMenu, seriousAxeFindings, stored, visit } from '../browser.js';
import { at } from './console-walk.js';

let acequia: RunningAcequia;
let farm: Farm;
let browser: Browser;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  farm = await Farm.create(acequia, await acequia.loginAdmin());
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

/** One screen of theirs and one of somebody else; every address is in the test of the routes. */
const ROLES = [
  {
    rol: 'admin_global',
    who: () => [ADMIN.email, ADMIN.password] as const,
    inicio: '/dashboard',
    own: '/empresas',
    foreign: '/dashboard-empresa',
  },
  {
    rol: 'admin_empresa',
    who: () => [farm.admin.email, PASSWORD] as const,
    inicio: '/dashboard-empresa',
    own: '/avisos/reglas',
    foreign: '/empresas',
  },
  {
    rol: 'usuario',
    who: () => [farm.usuario.email, PASSWORD] as const,
    inicio: '/panel/switch',
    own: '/panel/dispositivos',
    foreign: '/switches',
  },
] as const;

const enterAt = async ([email, password]: readonly [string, string], path: string) => {
  const one = await visit(browser);
  await enter(one.page, acequia.http, email, password, path);
  await at(one.page, path);
  return one;
};

describe.each(ROLES)('$rol', ({ who, inicio, own, foreign }) => {
  it('enters a screen of theirs, is sent home from any other address, and leaves with Salir', async () => {
    const { page, context, problems } = await enterAt(who(), own);
    // Until the router has run, every address looks like an allowed one.
    await page.locator('#root > *').first().waitFor();
    await at(page, own);
    for (const path of [foreign, '/no/existe']) {
      await page.goto(`${acequia.http}${path}`);
      await at(page, inicio);
    }
    expect(problems).toEqual([]);
    await page.evaluate(() => localStorage.setItem('otra', 'cosa'));
    await page.getByRole('button', { name: 'Salir' }).click();
    await at(page, '/login');
    // An administrator's Salir clears everything, an end user's the token and the user.
    const another = inicio === '/panel/switch' ? 'cosa' : null;
    expect(await stored(page, 'token', 'user', 'otra')).toEqual([null, null, another]);
    await context.close();
  });
});

describe('without a session', () => {
  it('asks to log in', async () => {
    const { page, context } = await visit(browser);
    for (const route of ['/dashboard', '/panel/switch']) {
      await page.goto(`${acequia.http}${route}`);
      await at(page, '/login');
    }
    await context.close();
  });
});

describe('the dashboard', () => {
  it('says below its cards what is wrong now, and is accessible', async () => {
    const { page, context } = await enterAt([ADMIN.email, ADMIN.password], '/dashboard');
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'Ahora mismo' }).waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    await main.getByRole('link', { name: 'Empresas' }).click();
    await at(page, '/empresas');
    await context.close();
  });
});

it('has at a desk one menu beside the screen, which folds to its icons and stays so', async () => {
  const { page, context } = await visit(browser);
  await enter(page, acequia.http, ADMIN.email, ADMIN.password, '/usuarios');
  const width = async (): Promise<number> => (await page.getByRole('banner').boundingBox())!.width;
  expect(Math.round(await width())).toBe(220);
  await page.getByRole('button', { name: 'Plegar el menú' }).click();
  expect(Math.round(await width())).toBe(56);
  await page.reload();
  await page.getByRole('button', { name: 'Desplegar el menú' }).waitFor();
  expect(Math.round(await width())).toBe(56);
  // An entry keeps its name; what is seldom needed is one press away.
  await page.getByTitle('Administrar').click();
  await page.getByRole('link', { name: 'Auditoría' }).click();
  await at(page, '/auditoria');
  expect(await seriousAxeFindings(page)).toEqual([]);
  await context.close();
});

it('has on a phone tabs below, and the whole menu behind the last of them', async () => {
  const { page, context } = await visit(browser, { phone: true });
  await enter(page, acequia.http, ADMIN.email, ADMIN.password, '/situacion');
  const tabs = page.getByRole('navigation', { name: 'Accesos directos' });
  await tabs.getByRole('link', { name: 'Switches' }).click();
  await at(page, '/switches');
  const menu = page.getByRole('navigation', { name: 'Más pantallas' });
  await openMenu(page);
  await menu.getByRole('link', { name: 'Placas' }).waitFor();
  expect(await seriousAxeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await openMenu(page);
  await menu.getByRole('link', { name: 'Placas' }).click();
  await at(page, '/placas');
  await menu.waitFor({ state: 'hidden' });
  await context.close();
});

describe('the trail of changes', () => {
  const entries = (page: Page) => page.getByRole('list', { name: /^Cambios/ }).locator(':scope > li');

  it('tells who changed what, newest first, page by page, and narrows down', async () => {
    const root = await acequia.loginAdmin();
    const { id } = farm.usuario;
    for (let times = 0; times < 30; times++) {
      await root.call('usuarios.suspender', { params: { id } });
      await root.call('usuarios.reactivar', { params: { id } });
    }
    const { page, context, problems } = await enterAt([ADMIN.email, ADMIN.password], '/auditoria');
    // The newest entry is this person's own login.
    await entries(page).nth(1).getByText('Reactivó al usuario').waitFor();
    expect(await entries(page).nth(1).innerText()).toMatch(/Activo:\s*No → Sí/);
    expect(await entries(page).nth(2).innerText()).toContain('Suspendió al usuario');
    await eventually(async () => expect(await page.title()).toBe('Auditoría | Acequia'));
    expect(await entries(page).count()).toBe(50);
    await page.getByRole('button', { name: 'Cargar más' }).click();
    await eventually(async () => expect(await entries(page).count()).toBeGreaterThan(60));
    expect(await seriousAxeFindings(page)).toEqual([]);

    await Promise.all([
      page.waitForResponse((response) => response.url().includes(`empresa_id=${farm.empresa.id}`)),
      chooseEmpresa(page, farm.empresa.nombre),
    ]);
    await page.getByLabel('Qué').selectOption('Empresas');
    await eventually(async () => expect(await entries(page).count()).toBe(1));
    await page.getByRole('button', { name: /^Ver los \d+ datos$/ }).click();
    await page.getByText('2099-12-31').waitFor();
    await page.reload();
    await eventually(async () => expect(await entries(page).count()).toBe(1));
    await page.getByRole('button', { name: 'Quitar filtros' }).click();
    await eventually(async () => expect(await entries(page).count()).toBeGreaterThan(1));
    // The company is the frame's: it stays.
    expect(page.url()).toContain(`empresa=${farm.empresa.id}`);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows an admin_empresa what happened in their company, reached from Resumen', async () => {
    const { page, context } = await enterAt([farm.admin.email, PASSWORD], '/dashboard-empresa');
    await page.getByText('Administrar', { exact: true }).click();
    await page.getByRole('link', { name: 'Auditoría' }).click();
    await at(page, '/auditoria');
    await entries(page).first().waitFor();
    expect(await page.getByRole('button', { name: /^Empresa: / }).count()).toBe(0);
    await page.getByRole('button', { name: 'Regresar' }).click();
    await at(page, '/dashboard-empresa');
    await context.close();
  });
});
