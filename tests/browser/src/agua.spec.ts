import { BoardRunner, DeliveryState, Hydraulics } from '@acequia/simulators';
import { eventually, Farm, PASSWORD, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { appDialog, fila, logIn, PATIENCE } from './administration/console-walk.js';
import { launchBrowser, seriousAxeFindings } from './browser.js';
import { confirmTurnOn, openPanel } from './panel.js';

const METER_PIN = 27;
const LOOK_MS = 250;
/** The valve takes 9 m³/h: 2.5 litres a second, and the meter pulses each litre. */
const M3_H = 9;

/** A farm whose board, the firmware's twin, waters by a meter: registered, watered by volume, broken, accounted for. */
let acequia: RunningAcequia;
let farm: Farm;
let runner: BoardRunner;
let browser: Browser;
let water: Hydraulics;
let working: NodeJS.Timeout;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([sharedAcequia(), launchBrowser()]);
  farm = await Farm.create(acequia, await acequia.loginAdmin());
  await farm.admin.api.call('switches.guardar_lote', {
    body: { switches: farm.switches.map((sw) => ({ ...sw, caudal_m3h: M3_H })) },
  });
  const { id: numero, placa_id, username, password } = farm.board;
  const relays = farm.switches.map(({ hardware_pin: pin, tipo }) => ({ pin, tipo }));
  const valves = relays.map(({ pin }) => ({ pin, lph: M3_H * 1_000, moves_s: 1, fills_s: 2 }));
  const main = { valves, most_lph: 100_000, pulse_l: 1, strays: 0, sways_s: 60, missed: 0 };
  water = new Hydraulics(main, () => 1);
  let pulses = 0;
  runner = new BoardRunner(
    { numero, placa_id, username, password, place: 'campo', relays, sensors: [] },
    {
      url: acequia.mqtt,
      historial_ms: 0,
      state: new DeliveryState(join(acequia.dataFolder, `agua-${numero}.state`)),
      log: () => undefined,
      turnos: false,
      points: { pulses: () => pulses, volts: () => null },
    },
  );
  runner.start();
  working = setInterval(() => {
    pulses += water.pass(Date.now(), (pin) => runner.isOn(pin));
    runner.tick();
  }, LOOK_MS);
});

afterAll(async () => {
  clearInterval(working);
  await runner?.stop();
  await browser?.close();
  await acequia?.stop();
});

const nameOf = (): string => `${farm.switches[0]!.zona} - ${farm.switches[0]!.nombre}`;
const save = async (sheet: Locator): Promise<void> => {
  await sheet.getByRole('button', { name: 'Guardar', exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
};
const choose = async (page: Page, sheet: Locator, label: string, option: string): Promise<void> => {
  const field = sheet.getByRole('combobox', { name: label, exact: true });
  await field.fill(option);
  // A select has options too, and a closed list keeps its own.
  await page.locator('[role="option"]:visible', { hasText: option }).click();
  await field.press('Tab');
};

it('a meter, a program by volume, a burst that the board closes, and the account of it all', async () => {
  const admin: [string, string] = [farm.admin.email, PASSWORD];
  const { page, context, problems } = await logIn(browser, acequia, '/puntos', admin);

  await page.getByRole('button', { name: 'Nuevo punto' }).click();
  const meter = appDialog(page, 'Nuevo Punto');
  await meter.getByLabel('Nombre').fill('Medidor del pozo');
  await meter.getByLabel('Placa').selectOption(String(farm.board.placa_id));
  await meter.getByLabel('Magnitud').selectOption('volumen');
  await meter.getByLabel('Pin').fill(String(METER_PIN));
  await meter.getByLabel('Factor').fill('0.001');
  await meter.getByLabel('Cada (s)').fill('10');
  await choose(page, meter, 'Switches que mide', nameOf());
  expect(await seriousAxeFindings(page)).toEqual([]);
  await save(meter);
  await fila(page, 'Medidor del pozo').getByText(`Pulsos en el pin ${METER_PIN}`).waitFor();

  await page.goto(`${acequia.http}/programas`);
  await page.getByRole('button', { name: 'Nuevo programa' }).click();
  const program = appDialog(page, 'Nuevo Programa');
  await program.getByLabel('Nombre').fill('Goteo por volumen');
  await program.getByLabel('Qué días').selectOption('Cada tantos días');
  await program.getByLabel('Cada cuántos días').fill('1');
  const step = program.getByRole('group', { name: 'paso 1' });
  await step.getByLabel('Switch o dispositivo').selectOption({ label: nameOf() });
  await step.getByLabel('Termina').selectOption('Por volumen');
  await step.getByLabel('Minutos, máx.').fill('3');
  await step.getByLabel('m³').fill('0.05');
  expect(await seriousAxeFindings(page)).toEqual([]);
  await save(program);
  await page.getByRole('button', { name: 'Opciones de Goteo por volumen' }).click();
  await appDialog(page, 'Goteo por volumen').getByRole('button', { name: 'Regar ahora' }).click();
  await appDialog(page, '¿Regar ahora «Goteo por volumen»?').getByRole('button', { name: 'Regar ahora' }).click();
  await page.keyboard.press('Escape');
  const before = water.total;
  await eventually(() => expect(runner.isOn(farm.switches[0]!.hardware_pin)).toBe(true));
  // It runs on this day of its company, whatever day it is when the page is looked at.
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: farm.empresa.zona_horaria }).format();
  await page.goto(`${acequia.http}/programas?vista=dia&dia=${day}`);
  const turn = page.locator('li[data-turno]').filter({ hasText: '0.05 m³' });
  await turn.getByText(/ 0\.05 m³ medidos/).waitFor(PATIENCE);
  await turn.getByText('Cumplido').waitFor();
  // Its board ends it: within a pulse, and what flows between two looks and while the valve closes.
  expect(water.total - before).toBeGreaterThanOrEqual(49);
  expect(water.total - before).toBeLessThan(56);

  await page.goto(`${acequia.http}/protecciones`);
  await page.getByRole('button', { name: 'Nueva protección' }).click();
  const burst = appDialog(page, 'Nueva Protección');
  await burst.getByLabel(/^Nombre/).fill('Rotura');
  await burst.getByLabel(/^Punto/).selectOption({ label: 'Medidor del pozo' });
  await choose(page, burst, 'Apaga y mantiene apagados', nameOf());
  await choose(page, burst, 'Válvulas que pasan por el medidor', nameOf());
  await burst.getByLabel('Espera al llenado (s)').fill('4');
  await burst.getByLabel(/^Suelta/).selectOption('Cuando alguien la suelta');
  expect(await seriousAxeFindings(page)).toEqual([]);
  await save(burst);
  await fila(page, 'Rotura').getByText('La lleva su placa').waitFor(PATIENCE);

  const farmer = await openPanel(browser, farm, acequia.http, { phone: true });
  await farmer.page.goto(`${acequia.http}/panel/programas?dia=${day}`);
  await farmer.page.getByText(/ 0\.05 m³ medidos/).waitFor();
  await farmer.page.goto(`${acequia.http}/panel/switch`);
  const valve = farmer.page.locator(`li[data-switch="${farm.switches[0]!.id}"]`);
  await farmer.page
    .getByRole('button', { name: `Encender ${nameOf()}` })
    .first()
    .click();
  await confirmTurnOn(farmer.page);
  await eventually(() => expect(runner.isOn(farm.switches[0]!.hardware_pin)).toBe(true));
  water.burst(20_000);
  await eventually(() => expect(runner.isOn(farm.switches[0]!.hardware_pin)).toBe(false));
  water.burst(0);
  await valve
    .getByText(/^La protección «Rotura» la mantiene apagada desde .* \(rotura: \d+(\.\d+)? m³\/h con 9 esperados\)$/)
    .first()
    .waitFor(PATIENCE);
  expect(await seriousAxeFindings(farmer.page)).toEqual([]);
  await page.goto(`${acequia.http}/avisos`);
  await page
    .getByText(/Rotura/)
    .first()
    .waitFor(PATIENCE);

  await page.goto(`${acequia.http}/protecciones`);
  await fila(page, 'Rotura')
    .getByText(/^Mantiene apagado desde/)
    .waitFor(PATIENCE);
  await page.getByRole('button', { name: 'Editar Rotura' }).click();
  await appDialog(page, 'Editar Protección').getByRole('button', { name: 'Soltar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Soltar' }).click();
  await farmer.page
    .getByRole('button', { name: `Encender ${nameOf()}` })
    .first()
    .waitFor(PATIENCE);

  await page.goto(`${acequia.http}/programas?vista=cuenta`);
  const account = page.getByRole('row').filter({ hasText: farm.switches[0]!.nombre }).last();
  await account
    .getByRole('cell', { name: /^0\.05\d?$/ })
    .last()
    .waitFor(PATIENCE);
  await fila(page, 'Medidor del pozo').waitFor();
  expect(await seriousAxeFindings(page)).toEqual([]);
  expect([...problems, ...farmer.problems]).toEqual([]);
  await farmer.context.close();
  await context.close();
}, 300_000);
