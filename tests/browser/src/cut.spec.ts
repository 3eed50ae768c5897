import {
  eventually,
  Farm,
  publishTelemetry,
  SENSOR_PIN,
  sharedAcequia,
  TcpProxy,
  type RunningAcequia,
} from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, leave } from './browser.js';
import { BANNER, openPanel, soloEnVivo, usable } from './panel.js';

/** The browser reaches the console through a link that the test cuts; boards connect directly and keep sending. */
let acequia: RunningAcequia;
let browser: Browser;
let db: Pool;
/** One for each test that cuts its link: they run side by side. */
let cut: Field;
let dead: Field;

/** A farm with its board, and its people's link to the console. */
interface Field {
  farm: Farm;
  board: MqttClient;
  link: Awaited<ReturnType<typeof TcpProxy.start>>;
}

const field = async (): Promise<Field> => {
  const farm = await Farm.create(acequia, await acequia.loginAdmin(), { pairs: 3 });
  return { farm, board: await farm.connectBoard(), link: await TcpProxy.start(acequia.http) };
};

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  [cut, dead] = [await field(), await field()];
  db = new Pool({ connectionString: acequia.databaseUrl });
});

afterAll(async () => {
  for (const { board, link } of [cut, dead].filter(Boolean)) {
    await board.endAsync(true);
    if (link.listening) await link.close();
  }
  await db?.end();
  await browser?.close();
  await acequia?.stop();
});

const ALL = ['selector', 'csvSensores', 'filter', 'csvEstados'];
const open = ({ farm, link }: Field) => openPanel(browser, farm, new URL(link.url).origin);
const say = ({ farm, board }: Field, pins: Record<number, 0 | 1>, t: number, h: number) =>
  publishTelemetry(board, farm.board.id, { pins, sensors: { [SENSOR_PIN]: { t, h } } });

type Row = Record<'id' | 'estado' | 'temperatura' | 'humedad', string>;

/** What the screen shows of each switch. The first of a pair shows temperature and humidity. */
const onScreen = (page: Page): Promise<Row[]> =>
  page.locator('[data-switch]').evaluateAll((cells) =>
    cells.map((cell) => {
      const row = cell.closest('tr')!;
      const first = row.querySelector('[data-switch]') === cell;
      const value = (name: string) =>
        first ? (row.querySelector(`[data-medida=${name}] > :first-child`)?.textContent ?? '') : '';
      return {
        id: (cell as HTMLElement).dataset['switch']!,
        estado: cell.querySelector('[data-estado]')?.textContent ?? '',
        temperatura: value('temperatura'),
        humedad: value('humedad'),
      };
    }),
  );

/** The same values from the stored rows, read directly from Postgres. */
async function inDatabase({ farm }: Field): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [index, { id, placa_id, hardware_pin, sensor_pin }] of farm.switches.entries()) {
    const estado = await db.query<{ on: boolean }>(
      `SELECT (encendidos >> $2::int) & 1 = 1 AS on FROM telemetry_history.estados
        WHERE placa_id = $1 AND ((encendidos | apagados) >> $2::int) & 1 = 1 ORDER BY ts DESC LIMIT 1`,
      [placa_id, hardware_pin],
    );
    const lectura = await db.query<{ temperatura: number; humedad: number }>(
      'SELECT temperatura, humedad FROM telemetry_history.lecturas WHERE placa_id = $1 AND pin = $2 ORDER BY ts DESC LIMIT 1',
      [placa_id, sensor_pin],
    );
    const first = index % 2 === 0;
    const measure = (value: number | undefined, suffix: string): string =>
      first ? (value === undefined ? '-' : `${Math.round(value / 10) / 10}${suffix}`) : '';
    const on = estado.rows[0]?.on;
    rows.push({
      id: String(id),
      estado: on === undefined ? 'SIN DATO' : on ? 'ENCENDIDO' : 'APAGADO',
      temperatura: measure(lectura.rows[0]?.temperatura, ' °C'),
      humedad: measure(lectura.rows[0]?.humedad, ' %'),
    });
  }
  return rows;
}

const expectScreenIsDatabase = (page: Page, of: Field) =>
  eventually(async () => expect(await onScreen(page)).toEqual(await inDatabase(of)));
const expectRow = (of: Field, index: number, estado: string) =>
  eventually(async () => expect((await inDatabase(of))[index]?.estado).toBe(estado));
const old = (page: Page) => page.locator('[data-switch] [data-viejo]').count();
const banner = (page: Page) => page.getByText(BANNER);

it.concurrent('after a cut of 30 s the screen is what the database says, without a reload', async () => {
  await say(cut, { 4: 1, 5: 0, 16: 1, 13: 0 }, 21.5, 50);
  await expectRow(cut, 0, 'ENCENDIDO');
  const { page, context, problems } = await open(cut);
  await expectScreenIsDatabase(page, cut);
  await page.locator('canvas').waitFor();
  await eventually(async () => expect(await usable(page)).toEqual(ALL));
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await cut.link.close();
  const cutAt = Date.now();
  await banner(page).waitFor();
  // Buttons are disabled, and the last values stay but are marked as old.
  await eventually(async () => expect(await usable(page)).toEqual([]));
  expect(await page.getByRole('button', { name: 'ACTUALIZAR AHORA' }).isEnabled()).toBe(true);
  await eventually(async () => expect(await old(page)).toBe(6));
  const before = await onScreen(page);
  expect(before[0]?.estado).toBe('ENCENDIDO');

  // All values change during the cut; the last pair sends its first sample.
  await say(cut, { 4: 0, 5: 1, 16: 0, 13: 1, 14: 1, 18: 0 }, 28.25, 71.5);
  await say(cut, { 5: 0 }, 29.5, 40);
  await eventually(async () => expect((await inDatabase(cut))[0]?.temperatura).toBe('29.5 °C'));
  await sleep(Math.max(0, cutAt + 30_000 - Date.now()));
  expect(await onScreen(page)).toEqual(before);
  expect(await banner(page).isVisible()).toBe(true);

  await cut.link.open();
  await expectScreenIsDatabase(page, cut);
  await banner(page).waitFor({ state: 'detached' });
  await eventually(async () => expect(await usable(page)).toEqual(ALL));
  await eventually(async () => expect(await old(page)).toBe(0));
  // Live messages arrive again, beyond the first read.
  await soloEnVivo(page);
  await say(cut, { 4: 1 }, 30, 41);
  await expectRow(cut, 0, 'ENCENDIDO');
  await expectScreenIsDatabase(page, cut);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(problems).toEqual([]);
  await leave(context);
});

it.concurrent('a link that went dead without a word is noticed, and the truth comes back with it', async () => {
  const { page, context } = await open(dead);
  await say(dead, { 4: 1, 5: 1, 16: 1, 13: 1, 14: 1, 18: 1 }, 20, 50);
  await expectRow(dead, 0, 'ENCENDIDO');
  await expectScreenIsDatabase(page, dead);
  // What is not loaded yet when the link dies is not there to be disabled.
  await eventually(async () => expect(await usable(page)).toEqual(ALL));
  dead.link.silence();
  await say(dead, { 4: 0, 5: 0, 16: 0, 13: 0, 14: 0, 18: 0 }, 25, 60);
  await expectRow(dead, 0, 'APAGADO');
  await banner(page).waitFor();
  await eventually(async () => expect(await usable(page)).toEqual([]));
  dead.link.hear();
  await expectScreenIsDatabase(page, dead);
  await banner(page).waitFor({ state: 'detached' });
  await context.close();
});

it.concurrent('the password cannot be changed while the connection is down, and what was typed stays', async () => {
  const { page, context } = await openPanel(browser, cut.farm, acequia.http);
  await page.getByRole('link', { name: 'Mi cuenta' }).click();
  await page.getByLabel('Contraseña actual').fill('la de siempre');
  // Now the browser itself reports that it is offline.
  await context.setOffline(true);
  await banner(page).waitFor();
  const save = page.getByRole('button', { name: 'Guardar contraseña' });
  expect(await save.isDisabled()).toBe(true);
  await context.setOffline(false);
  await banner(page).waitFor({ state: 'detached' });
  expect(await save.isEnabled()).toBe(true);
  expect(await page.getByLabel('Contraseña actual').inputValue()).toBe('la de siempre');
  await context.close();
});
