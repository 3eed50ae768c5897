import { eventually, Farm, PASSWORD, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { arrive, enter, launchBrowser, seriousAxeFindings, stored, visit } from './browser.js';

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

const at = (page: Page, path: string) => arrive(page, (url) => url.pathname === path);

describe('the login', () => {
  it('has no serious accessibility finding and no script problem, and its forgotten password leads nowhere', async () => {
    const { page, context, problems } = await visit(browser);
    await page.goto(`${acequia.http}/login`);
    await page.getByRole('button', { name: 'Login' }).waitFor();
    const forgotten = page.getByText('¿Olvidaste tu contraseña?');
    await forgotten.click();
    await at(page, '/login');
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('a session', () => {
  it.each([
    ['Salir', (page: Page) => page.getByRole('button', { name: 'Salir' }).click()],
    ['/logout', (page: Page) => page.goto(`${acequia.http}/logout`)],
  ])('ends with %s, in the browser and on the server', async (_name, leave) => {
    const { page, context } = await visit(browser);
    await enter(page, acequia.http, farm.usuario.email, PASSWORD, '/panel/switch');
    const token = (await page.evaluate(() => localStorage.getItem('token')))!;
    const withoutToken: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/') && !request.headers()['authorization']) withoutToken.push(request.url());
    });
    await leave(page);
    await at(page, '/login');
    expect(await stored(page, 'token', 'user')).toEqual([null, null]);
    await eventually(async () => {
      const answer = await acequia.api(token).raw('switches.de_usuario', { query: { usuario_id: farm.usuario.id } });
      expect(answer.status).toBe(401);
    });
    expect(withoutToken).toEqual([]);
    await context.close();
  });

  it('that the server ended sends the browser to the login', async () => {
    const { page, context } = await visit(browser);
    await enter(page, acequia.http, farm.usuario.email, PASSWORD, '/panel/switch');
    await page.getByRole('button', { name: 'Salir' }).waitFor();
    const token = (await page.evaluate(() => localStorage.getItem('token')))!;
    await acequia.api(token).call('auth.salir');
    // Without any input, the next refresh or the socket's end suffices.
    await arrive(page, (url) => url.pathname === '/login');
    expect(await stored(page, 'token')).toEqual([null]);
    await context.close();
  });
});

describe('while the code of the console is on its way', () => {
  const mark = (page: Page) => page.locator('svg:visible + *:visible', { hasText: /^Acequia$/ });
  /** Before the fonts load, texts use system fonts, which are wider or higher. */
  const inItsFonts = (page: Page) =>
    page.evaluate(() =>
      Promise.all(['Fraunces', 'Inter'].map((font) => document.fonts.load(`600 1rem "${font} Variable"`))),
    );

  const heldBack = async (page: Page): Promise<() => void> => {
    let release = (): void => undefined;
    await page.route('**/assets/start-*.js', async (route) => {
      await new Promise<void>((resolve) => (release = resolve));
      await route.continue();
    });
    return () => release();
  };

  it('the login takes what is typed, and goes on with it', async () => {
    const { page, context, problems } = await visit(browser, { phone: true });
    const release = await heldBack(page);
    await page.goto(`${acequia.http}/login`, { waitUntil: 'domcontentloaded' });
    await inItsFonts(page);
    const form = page.locator('form:visible');
    const placed = await form.boundingBox();
    await page.keyboard.type(farm.usuario.email);
    await page.getByLabel('Password').fill('una clave');
    expect(await page.locator('#root > *').count()).toBe(0);
    release();
    await page.locator('#root form').waitFor();
    await page.keyboard.type(' de campo');
    expect(await page.getByLabel('Email').inputValue()).toBe(farm.usuario.email);
    expect(await page.getByLabel('Password').inputValue()).toBe('una clave de campo');
    expect(await form.boundingBox()).toEqual(placed);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('the login sends what was sent to it', async () => {
    const { page, context } = await visit(browser, { phone: true });
    const release = await heldBack(page);
    await page.goto(`${acequia.http}/login`, { waitUntil: 'domcontentloaded' });
    await page.getByLabel('Email').fill(farm.usuario.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Entrando...', disabled: true }).waitFor();
    expect(page.url()).toBe(`${acequia.http}/login`);
    release();
    await arrive(page, (url) => url.pathname === '/panel/switch');
    await context.close();
  });

  it('the login sends what was being sent when the code came', async () => {
    const { page, context } = await visit(browser);
    const release = await heldBack(page);
    await page.goto(`${acequia.http}/login`, { waitUntil: 'domcontentloaded' });
    await page.getByLabel('Email').fill(farm.usuario.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).hover();
    await page.mouse.down();
    release();
    await page.locator('#root form').waitFor();
    await page.mouse.up();
    await arrive(page, (url) => url.pathname === '/panel/switch');
    await context.close();
  });

  it.each(['/login', '/panel/switch'])('%s shows the name where it will stay', async (path) => {
    const { page, context, problems } = await visit(browser, { phone: true });
    if (path !== '/login') await enter(page, acequia.http, farm.usuario.email, PASSWORD);
    const release = await heldBack(page);
    // Not earlier: before the style sheet loads, the other shell is visible too.
    await page.goto(`${acequia.http}${path}`, { waitUntil: 'domcontentloaded' });
    await inItsFonts(page);
    const before = await mark(page).boundingBox();
    expect(await page.locator('#root > *').count()).toBe(0);
    expect(await page.getByRole('status').filter({ hasText: 'Cargando…' }).count()).toBe(1);
    release();
    await page.locator('#root > *').first().waitFor();
    expect(await mark(page).count()).toBe(1);
    // A frame's is as wide as its type, which comes after the code.
    const { x, y, height } = before!;
    expect(await mark(page).boundingBox()).toMatchObject(path === '/login' ? before! : { x, y, height });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says so when it does not come, and offers to load it again', async () => {
    const { page, context } = await visit(browser);
    await page.route('**/assets/start-*.js', (route) => route.abort());
    await page.goto(`${acequia.http}/login`);
    await page.getByRole('alert').filter({ hasText: 'No se pudo cargar la consola.' }).waitFor();
    await page.unroute('**/assets/start-*.js');
    await page.getByRole('link', { name: 'Volver a cargar' }).click();
    await page.getByRole('button', { name: 'Login' }).waitFor();
    expect(await page.getByText('No se pudo cargar').isVisible()).toBe(false);
    await context.close();
  });
});
