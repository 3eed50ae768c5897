import { ADMIN, eventually, Farm, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { logIn } from './administration/console-walk.js';
import { launchBrowser } from './browser.js';

/** What screens keep in their address: filters, search, company. */
let acequia: RunningAcequia;
let browser: Browser;
let farms: Farm[];

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  const admin = await acequia.loginAdmin();
  farms = [await Farm.create(acequia, admin), await Farm.create(acequia, admin)];
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
});

const open = (path: string) => logIn(browser, acequia, path, [ADMIN.email, ADMIN.password]);
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** Changes the controls with these labels in one task, so that no render happens in between. */
const changeAtOnce = (page: Page, cambios: Record<string, string>) =>
  page.evaluate((values) => {
    for (const [label, valor] of Object.entries(values)) {
      const control = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')].find(
        (each) => each.labels?.[0]?.textContent === label || each.getAttribute('aria-label') === label,
      )!;
      // React replaces the element's own `value` property; the prototype's setter makes the change count as typed.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')!.set!.call(control, valor);
      control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
    }
  }, cambios);

it.each([
  ['/auditoria', () => ({ Qué: 'usuario', Desde: '2026-01-01' }), () => ({ entidad: 'usuario', desde: '2026-01-01' })],
  [
    '/comandos',
    () => ({ Estado: 'vencido', 'Buscar en comandos': 'bomba' }),
    () => ({ estado: 'vencido', q: 'bomba' }),
  ],
  [
    '/switches',
    () => ({ 'Selecciona una empresa': String(farms[1]!.empresa.id), 'Buscar en switches': 'bomba' }),
    () => ({ empresa: String(farms[1]!.empresa.id), q: 'bomba' }),
  ],
])('of filters changed at one stroke on %s none is lost', async (path, cambios, expected) => {
  const { page, context, problems } = await open(path);
  const [first] = Object.values<string>(cambios());
  await page.locator(`option[value="${first}"]`).first().waitFor({ state: 'attached' });
  await changeAtOnce(page, cambios());
  await eventually(() => expect(search(page)).toEqual(expected()));
  // After a reload the controls show the values of the address.
  await page.reload();
  for (const [label, valor] of Object.entries(cambios()))
    await eventually(async () => expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(valor));
  expect(problems).toEqual([]);
  await context.close();
});

it('lets a search be typed as fast as fingers go, in the middle of a word too, and a date key by key', async () => {
  const { page, context, problems } = await open(`/switches?empresa=${farms[0]!.empresa.id}`);
  const box = page.getByLabel('Buscar en switches');
  await box.pressSequentially('Vála A1');
  for (let veces = 0; veces < 4; veces++) await box.press('ArrowLeft');
  await box.pressSequentially('vul');
  expect(await box.inputValue()).toBe('Válvula A1');
  await page.getByRole('row').filter({ hasText: 'Válvula A1' }).waitFor();

  await page.goto(`${acequia.http}/auditoria`);
  const desde = page.getByLabel('Desde', { exact: true });
  await desde.focus();
  // Day and month are equal, because the browser's language decides their order.
  await page.keyboard.type('01012026');
  await eventually(() => expect(search(page)).toEqual({ desde: '2026-01-01' }));
  expect(await desde.inputValue()).toBe('2026-01-01');
  expect(problems).toEqual([]);
  await context.close();
});
