import { ADMIN, eventually, Farm, PASSWORD, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { confirmTurnOn } from './panel.js';
import { arrive, launchBrowser, login, visit } from './browser.js';
import { TestPlaca } from './test-placa.js';

/** The console over plain HTTP at a name other than localhost, where browsers withhold some APIs. */
const HOST = 'acequia.lan';
let acequia: RunningAcequia;
let farm: Farm;
let board: TestPlaca;
let browser: Browser;
let http: string;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([
    sharedAcequia(),
    launchBrowser([`--host-resolver-rules=MAP ${HOST} 127.0.0.1`]),
  ]);
  farm = await Farm.create(acequia, await acequia.loginAdmin());
  board = await TestPlaca.connect(farm);
  board.reaction = board.obey;
  http = `http://${HOST}:${new URL(acequia.http).port}`;
});

afterAll(async () => {
  await board?.client.endAsync(true);
  await browser?.close();
  await acequia?.stop();
});

/** Goes to a screen and waits until it has read what it shows. */
async function walk(page: Page, path: string): Promise<void> {
  await page.goto(`${http}${path}`);
  await arrive(page, (url) => url.pathname === path);
  await page.getByRole('main').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('heading', { name: 'Algo salió mal en esta pantalla' }).count()).toBe(0);
}

const operated = (page: Page) => page.locator(`[data-mando="${farm.switches[0]!.id}"]`);

describe('over plain HTTP', () => {
  it('a usuario walks every screen, and turns a switch on and off', async () => {
    const { page, context, problems } = await visit(browser);
    await login(page, http, farm.usuario.email, PASSWORD);
    await arrive(page, (url) => url.pathname === '/panel/switch');
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    for (const [verb, on] of [
      ['Encender', true],
      ['Apagar', false],
    ] as const) {
      const before = board.orders.length;
      await operated(page).getByRole('button', { name: verb }).click();
      if (on) await confirmTurnOn(page);
      await operated(page).getByText('Confirmado por la placa').waitFor();
      expect(board.orders.length).toBe(before + 1);
      expect(board.orders.at(-1)).toMatchObject({ on });
    }
    for (const path of ['/panel/dispositivos', '/panel/comandos', '/panel/programas', '/panel/cuenta', '/panel/switch'])
      await walk(page, path);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar CSV Estados' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`estados_empresa_${farm.empresa.id}.csv`);
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each([
    ['admin_empresa', () => [farm.admin.email, PASSWORD] as const, '/dashboard-empresa'],
    ['admin_global', () => [ADMIN.email, ADMIN.password] as const, '/dashboard'],
  ])('an %s walks every screen', async (rol, person, home) => {
    const { page, context, problems } = await visit(browser);
    await login(page, http, ...person());
    await arrive(page, (url) => url.pathname === home);
    const shared = [
      'usuarios',
      'dispositivos',
      'switches',
      'placas',
      'enclavamientos',
      'programas',
      'comandos',
      'auditoria',
      'cuenta',
    ];
    for (const path of rol === 'admin_global' ? [...shared, 'empresas'] : shared) await walk(page, `/${path}`);
    await page.goto(`${http}/comandos`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('comandos.csv');
    await eventually(() => expect(problems).toEqual([]));
    await context.close();
  });
});
