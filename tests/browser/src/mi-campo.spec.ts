import {
  eventually,
  Farm,
  publishTelemetry,
  SENSOR_PIN,
  sendTelemetry,
  sharedAcequia,
  type RunningAcequia,
} from '@acequia/testing';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, leave, seriousAxeFindings } from './browser.js';
import { openPanel } from './panel.js';
import { TestPlaca } from './test-placa.js';

/** What a person in the field does at the panel, counted in taps. */
let acequia: RunningAcequia;
let farm: Farm;
let board: TestPlaca;
let browser: Browser;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  farm = await Farm.create(acequia, await acequia.loginAdmin(), { pairs: 2 });
  board = await TestPlaca.connect(farm);
  board.reaction = board.obey;
});

afterAll(async () => {
  await board?.client.endAsync(true);
  await browser?.close();
  await acequia?.stop();
});

/** The only actions in these tests, each counted: a test that needs one more shows a screen that does. */
const taps = (page: Page) => {
  const done: string[] = [];
  return {
    done,
    tap: async (role: 'button' | 'link' | 'radio', name: string | RegExp): Promise<void> => {
      const target = role === 'radio' ? page.locator('label', { hasText: name }) : page.getByRole(role, { name });
      await target.first().click();
      done.push(String(name));
    },
  };
};
const title = (index: number): string => `${farm.switches[index]!.zona} - ${farm.switches[index]!.nombre}`;
const summary = (page: Page) => page.locator('[data-resumen]');
const expectSummary = (page: Page, text: RegExp) =>
  eventually(async () => expect(await summary(page).innerText()).toMatch(text));
const row = (page: Page, index: number) => page.locator(`li[data-switch="${farm.switches[index]!.id}"]`);

describe('the panel on a phone', () => {
  it('keeps a row at 64 px, with its sensor too', async () => {
    const pins = Object.fromEntries(farm.switches.map(({ hardware_pin }) => [hardware_pin, 0]));
    const sensors = { [SENSOR_PIN]: { t: 21.5, h: 60.2 } };
    await publishTelemetry(board.client, farm.board.id, { ts: Date.now(), pins, sensors });
    const { page, context } = await openPanel(browser, farm, acequia.http, { phone: true });
    await row(page, 0).getByText('21.5 °C · 60.2 %').waitFor();
    const rows = page.locator('li.fila');
    await eventually(async () => expect(await rows.count()).toBe(farm.switches.length));
    const heights = await rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(heights).toEqual(heights.map(() => 64));
    await context.close();
  });

  it("has its first switch's button above 300 px, below buttons and filters of one line each", async () => {
    const { page, context } = await openPanel(browser, farm, acequia.http, { phone: true });
    const { y } = (await row(page, 0).getByRole('button').first().boundingBox())!;
    expect(y).toBeLessThan(300);
    await context.close();
  });

  it('keeps what is open, and what was typed there, when the phone is turned', async () => {
    const { page, context, problems } = await openPanel(browser, farm, acequia.http, { phone: true });
    const turn = async () => {
      const { width, height } = page.viewportSize()!;
      await page.setViewportSize({ width: height, height: width });
      // The one shows a table, the other rows.
      const other = width < height ? page.locator('th').first() : page.locator('li.fila').first();
      await other.waitFor({ state: 'attached' });
    };
    await page.getByRole('button', { name: 'Detener todo' }).click();
    const question = page.getByRole('dialog', { name: '¿Detener todo?' });
    await question.waitFor();
    for (let turns = 0; turns < 2; turns += 1) {
      await turn();
      await question.waitFor();
    }
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await turn();
    await page.getByRole('button', { name: `Más opciones de ${title(0)}` }).click();
    const drawer = page.getByRole('dialog', { name: title(0) });
    await drawer.getByLabel('Motivo').fill('Cambio de empaque');
    await turn();
    expect(await drawer.getByLabel('Motivo').inputValue()).toBe('Cambio de empaque');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('opens a valve for twenty minutes in three taps, and says when it closes', async () => {
    const { page, context, problems } = await openPanel(browser, farm, acequia.http, { phone: true });
    const { tap, done } = taps(page);
    await expectSummary(page, /^Nada encendido|^Todo apagado/);
    await tap('button', `Encender ${title(0)}`);
    await tap('radio', /^20 min/);
    await tap('button', /^Encender 20 min/);
    expect(done).toHaveLength(3);
    await eventually(() => expect(board.orders.at(-1)).toMatchObject({ pin: 4, on: true, max_s: 1_200 }));
    await expectSummary(page, /^1 válvula abierta, se cierra a las \d\d:\d\d$/);
    await row(page, 0)
      .getByText(/^quedan? .*min$/)
      .waitFor();
    await page.getByRole('button', { name: `Apagar ${title(0)}` }).waitFor();
    // Ten more minutes send the same command with a longer time.
    await page.getByRole('button', { name: `10 minutos más de ${title(0)}` }).click();
    await eventually(() => expect(board.orders.at(-1)?.max_s).toBeGreaterThan(1_200));
    expect(await seriousAxeFindings(page)).toEqual([]);
    // Apagar is one tap.
    await page.getByRole('button', { name: `Apagar ${title(0)}` }).click();
    await eventually(() => expect(board.orders.at(-1)).toMatchObject({ pin: 4, on: false }));
    await row(page, 0).getByText('APAGADO').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows whole what ended the time on of a switch', async () => {
    const { page, context } = await openPanel(browser, farm, acequia.http, { phone: true });
    // Only its width matters here: what ends a time on is told in system and unit specs.
    await page.route('**/api/switches/usuario*', async (route) => {
      const response = await route.fetch();
      const all = (await response.json()) as { id: number }[];
      const fin = {
        causa: 'programa',
        ts: Date.now() - 60_000,
        limite_s: null,
        nombre: 'Goteo de la noche en el lote',
      };
      const json = all.map((sw) => (sw.id === farm.switches[0]!.id ? { ...sw, estado: 0, comando: null, fin } : sw));
      await route.fulfill({ response, json });
    });
    await page.reload();
    const news = row(page, 0).getByText(/^La apagó el programa Goteo de la noche en el lote a las \d\d:\d\d$/);
    await news.waitFor();
    const cut = await news.evaluate((line) => {
      const [box, text] = [line.closest('.fila-que')!, line].map((one) => one.getBoundingClientRect());
      return line.scrollWidth > line.clientWidth || text!.right > box!.right || text!.bottom > box!.bottom;
    });
    expect(cut).toBe(false);
    await leave(context);
  });

  it('takes an Encender back with one tap: Deshacer is an Apagar', async () => {
    const { page, context } = await openPanel(browser, farm, acequia.http, { phone: true, dark: true });
    // The undo lasts five seconds, which a slow machine could miss.
    await page.evaluate(() => {
      const real = window.setTimeout.bind(window);
      window.setTimeout = ((task: () => void, ms?: number) =>
        real(task, ms === 5_000 ? 60_000 : ms)) as typeof window.setTimeout;
    });
    const { tap } = taps(page);
    await tap('button', `Encender ${title(0)}`);
    expect(await seriousAxeFindings(page)).toEqual([]);
    await tap('radio', /^10 min/);
    await tap('button', /^Encender 10 min/);
    await eventually(() => expect(board.orders.at(-1)).toMatchObject({ on: true, max_s: 600 }));
    await tap('button', 'Deshacer');
    await eventually(() => expect(board.orders.at(-1)).toMatchObject({ pin: 4, on: false }));
    await context.close();
  });

  it('offers Deshacer for a moment only, also while the board goes on reporting', async () => {
    const { page, context } = await openPanel(browser, farm, acequia.http, { phone: true });
    const { tap } = taps(page);
    await tap('button', `Encender ${title(0)}`);
    await tap('radio', /^10 min/);
    await tap('button', /^Encender 10 min/);
    const undo = page.getByRole('button', { name: 'Deshacer' });
    await undo.waitFor();
    const news = setInterval(() => {
      sendTelemetry(board.client, farm.board.id, {
        sensors: { [SENSOR_PIN]: { t: 21 + Math.random(), h: 50 } },
      });
    }, 500);
    await undo.waitFor({ state: 'detached' }).finally(() => clearInterval(news));
    await tap('button', `Apagar ${title(0)}`);
    await context.close();
  });

  it("says whether it closed and what last night's minimum was in two taps", async () => {
    const ago = (hours: number): number => Date.now() - hours * 3_600_000;
    await publishTelemetry(
      board.client,
      farm.board.id,
      Array.from({ length: 24 }, (_, i) => ({
        ts: ago(24 - i),
        sensors: { [SENSOR_PIN]: { t: 10 + (i % 7), h: 60 } },
      })),
    );
    const { page, context, problems } = await openPanel(browser, farm, acequia.http, { phone: true });
    const { tap, done } = taps(page);
    await row(page, 0).waitFor();
    await tap('link', new RegExp(title(0)));
    expect(done.length).toBeLessThanOrEqual(2);
    const night = page.locator('[data-anoche]');
    await night
      .getByText(/a las \d\d:\d\d/)
      .first()
      .waitFor();
    expect(await night.innerText()).toMatch(/Mínima\s+\d+(\.\d)? °C\s+a las \d\d:\d\d/);
    // The runs of the tests above.
    const who = page.locator('[data-quien]');
    await who
      .getByText(/^usuario \d+$/)
      .first()
      .waitFor();
    expect(await who.locator('[data-suma]').innerText()).toMatch(/^\d+ encendidos? · .*\d (min|s)/);
    await page.locator('canvas').waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has rows of 64 px, narrows them down, and reaches chart and history with one tap', async () => {
    const { page, context } = await openPanel(browser, farm, acequia.http, { phone: true });
    await row(page, 3).waitFor();
    const rows = page.locator('li[data-switch]');
    expect(await rows.count()).toBe(4);
    await page.getByRole('button', { name: 'Sector 2', exact: true }).click();
    await eventually(async () => expect(await rows.count()).toBe(2));
    // The address holds the view, so it can be shared, and Back returns to it.
    expect(new URL(page.url()).searchParams.get('zona')).toBe('Sector 2');
    await page.getByRole('button', { name: /^Todo/ }).click();
    await eventually(async () => expect(await rows.count()).toBe(4));
    await page.getByRole('button', { name: 'Historial', exact: true }).click();
    const history = page.getByRole('heading', { name: 'Historial General de Encendido/Apagado' });
    await eventually(async () => {
      const { y } = (await history.boundingBox())!;
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(844);
    });
    await context.close();
  });
});
