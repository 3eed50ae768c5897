import type { AgendaMessage } from '@acequia/board-protocol';
import type { Switch } from '@acequia/contracts';
import { eventually, Farm, PASSWORD, publishTelemetry, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import type { Browser, Locator, Page } from 'playwright-core';
import { appDialog, fila, logIn, PATIENCE } from './administration/console-walk.js';
import { enter, launchBrowser, seriousAxeFindings, visit } from './browser.js';

/** Programs: created, previewed, run by a board, shown in the day view, moved, accounted for. */
let acequia: RunningAcequia;
let farm: Farm;
let board: MqttClient;
let browser: Browser;
let valve: Switch;
let second: Switch;
let agenda: AgendaMessage | undefined;

const topic = (channel: string): string => `acequia/v1/${farm.board.id}/${channel}`;
const send = (channel: string, message: object, retain = false) =>
  board.publishAsync(topic(channel), JSON.stringify(message), { qos: 1, retain });
const pins = (on: 0 | 1) =>
  publishTelemetry(board, farm.board.id, { ts: Date.now(), pins: { [valve.hardware_pin]: on } });
const status = () => {
  const taken = agenda && { revs: { agenda: agenda.rev }, epochs: { agenda: agenda.epoch } };
  return send('status', { online: true, can: ['agenda'], ...taken }, true);
};

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  farm = await Farm.create(acequia, await acequia.loginAdmin());
  [valve, second] = farm.switches as [Switch, Switch];
  board = await farm.connectBoard();
  board.on('message', (_topic, payload) => {
    agenda = JSON.parse(payload.toString()) as AgendaMessage;
    void status();
  });
  await board.subscribeAsync(topic('agenda'), { qos: 1 });
  await status();
  await pins(0);
});

afterAll(async () => {
  await board?.endAsync(true);
  await browser?.close();
  await acequia?.stop();
});

const admin = (): [string, string] => [farm.admin.email, PASSWORD];
const nameOf = ({ zona, nombre }: Switch): string => `${zona} - ${nombre}`;
const save = (sheet: Locator) => sheet.getByRole('button', { name: 'Guardar', exact: true }).click();
const only = async () => {
  const all = await farm.admin.api.call('programas.listar', { query: {} });
  if (all.length !== 1) throw new Error(`${all.length} programs`);
  return all[0]!;
};

/** Creates a program that runs every day at five. */
const write = async (page: Page): Promise<Locator> => {
  await page.getByText('Esta empresa aún no tiene programas.').waitFor();
  await page.getByRole('button', { name: 'Nuevo programa' }).press('Enter');
  const sheet = appDialog(page, 'Nuevo Programa');
  await sheet.getByLabel('Nombre').fill('Riego de prueba');
  await sheet.getByLabel('Qué días').selectOption('Cada tantos días');
  await sheet.getByLabel('Cada cuántos días').fill('1');
  await sheet.getByLabel('Switch o dispositivo').selectOption({ label: nameOf(valve) });
  await sheet.getByLabel('Minutos encendido').fill('10');
  return sheet;
};

describe('Programas', () => {
  it('are written from nothing, previewed, run and accounted for', async () => {
    const { page, context, problems } = await logIn(browser, acequia, '/programas', admin());
    const sheet = await write(page);
    const preview = sheet.getByRole('region', { name: 'Los próximos 14 días' });
    await preview
      .getByText(/^14 turnos, 2 h 20 min en total/)
      .first()
      .waitFor();
    await preview.getByText('Sin conflictos.').waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    await save(sheet);
    await sheet.waitFor({ state: 'detached' });
    await fila(page, 'Riego de prueba').getByText('Todos los días').waitFor();

    await page.getByRole('button', { name: 'Opciones de Riego de prueba' }).click();
    await appDialog(page, 'Riego de prueba').getByRole('button', { name: 'Regar ahora' }).click();
    const question = appDialog(page, '¿Regar ahora «Riego de prueba»?');
    await question.getByText(/^10 min · \d\d:\d\d–\d\d:\d\d$/).waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Regar ahora' }).click();
    await page.getByText('El programa empieza ahora').waitFor();
    await page.keyboard.press('Escape');
    const run = await eventually(() => {
      const [first] = agenda?.runs ?? [];
      if (!first || first.at > Date.now() / 1_000) throw new Error('the run has not begun');
      return first;
    });
    await pins(1);
    await page.getByRole('link', { name: 'El día' }).click();
    const turno = page.locator(`li[data-turno="${run.id}"]`);
    await turno.getByText('En curso').waitFor(PATIENCE);
    await pins(0);
    await send('runs', [{ id: run.id, started: run.at, secs: run.secs, end: 'done' }]);
    await turno.getByText('Cumplido').waitFor(PATIENCE);
    await turno.getByText(/Real: \d\d:\d\d · 10 min/).waitFor();
    await page.locator(`[data-real="${run.id}"]`).waitFor({ state: 'attached' });
    expect(await seriousAxeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Cuenta del mes' }).click();
    const row = page.getByRole('row').filter({ hasText: valve.nombre });
    await row.getByRole('cell', { name: '0:10', exact: true }).last().waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are moved and stretched on their day by keyboard and by hand, and saved once that is confirmed', async () => {
    const { page, context, problems } = await logIn(browser, acequia, '/programas?vista=dia', admin());
    await page.getByRole('button', { name: 'Día siguiente' }).click();
    const bar = page.getByRole('button', { name: /Riego de prueba: 05:/ });
    await bar.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key);
    await page.getByRole('status').getByText('05:10 a 05:21, 11 min').waitFor();
    const change = page.getByRole('group', { name: 'Cambio sin guardar' });
    await change.getByText('Empieza: 05:00 → 05:10').waitFor();
    await change.getByText(`${nameOf(valve)}: 10 → 11 min`).waitFor();
    await page.keyboard.press('Escape');
    await change.waitFor({ state: 'detached' });
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    expect(await seriousAxeFindings(page)).toEqual([]);
    await change.getByRole('button', { name: 'Guardar este día' }).press('Enter');
    await change.waitFor({ state: 'detached' });
    const moved = page.getByRole('listitem').filter({ hasText: 'solo este día: su programa dice 05:00' });
    await moved.getByText(/05:10 · 10 min/).waitFor();
    expect((await only()).inicios).toEqual(['05:00']);
    await moved.getByRole('button', { name: /^Como el programa/ }).click();
    await moved.waitFor({ state: 'detached' });

    await bar.focus();
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await change.getByLabel('Todos los días del programa').check();
    await change.getByText('en todos sus días').waitFor();
    await change.getByRole('button', { name: 'Guardar en el programa' }).click();
    await change.waitFor({ state: 'detached' });
    expect(await only()).toMatchObject({ inicios: ['05:10'], pasos: [{ duracion_s: 600 }] });

    await page.getByRole('button', { name: /Riego de prueba: 05:10 a 05:20/ }).hover();
    await page.mouse.down();
    await page.mouse.move(0, 0);
    await change.getByText(/^Empieza: 05:10 → 0[0-4]:/).waitFor();
    await page.mouse.up();
    await change.getByRole('button', { name: 'Deshacer' }).click();
    await change.waitFor({ state: 'detached' });
    expect((await only()).inicios).toEqual(['05:10']);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('have no serious accessibility finding on a phone, in the dark, and never scroll sideways', async () => {
    const { page, context } = await visit(browser, { phone: true, dark: true });
    await enter(page, acequia.http, ...admin(), '/programas?vista=dia');
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    await page.getByRole('heading', { name: 'Turnos del día' }).waitFor();
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(await fits()).toBe(true);
    await page.goto(`${acequia.http}/programas`);
    await page.getByRole('button', { name: 'Editar Riego de prueba' }).click();
    const sheet = appDialog(page, 'Editar Programa');
    for (const part of ['Temporada y meses', 'Pausas, remojo y bomba', 'Omitir o acortar según un sensor'])
      await sheet.getByText(part).click();
    await sheet.getByRole('button', { name: 'Otro paso' }).click();
    await sheet
      .getByLabel('Switch o dispositivo')
      .last()
      .selectOption({ label: nameOf(second) });
    await sheet.getByRole('button', { name: 'Subir paso 2' }).click();
    expect(await seriousAxeFindings(page)).toEqual([]);
    expect(await fits()).toBe(true);
    await context.close();
  });
});
