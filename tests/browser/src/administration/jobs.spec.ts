import {
  ADMIN,
  connectBoard,
  eventually,
  PASSWORD,
  publishTelemetry,
  SENSOR_PIN,
  untilSentPoints,
} from '@acequia/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { enter, launchBrowser, visit } from '../browser.js';
import { CloudFarm, type Equipment } from '../dispositivos/cloud-farm.js';

/** What an administrator does day by day, counted in clicks. */
let cloud: CloudFarm;
let browser: Browser;
let meter: Equipment;
let punto: number;
let clicks = 0;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

beforeAll(async () => {
  [cloud, browser] = await Promise.all([CloudFarm.start(), launchBrowser()]);
  const { farm, acequia } = cloud;
  const { api } = farm.admin;
  const empresa_id = farm.empresa.id;
  meter = await cloud.equipment('Centinela general', 'pro3em');
  await api.call('avisos.guardar_regla', {
    body: { empresa_id, tipo: 'placa_sin_conexion', activa: 1, espera_s: 1 },
  });
  ({ id: punto } = await api.call('puntos.crear', {
    body: { empresa_id, fuente: { tipo: 'api' }, magnitud: 'presion', nombre: 'Presión del cabezal' },
  }));
  const values = [2, 1].map((days) => ({ punto_id: punto, ts: Date.now() - days * DAY, valor: 2.5 }));
  await eventually(async () => {
    const { aceptadas } = await api.call('medidas.guardar', { body: { medidas: values } });
    expect(aceptadas).toBe(values.length);
  });
  const board = await eventually(() => connectBoard(acequia.mqtt, farm.board));
  const sensors = { [SENSOR_PIN]: { t: 21.5, h: 60.2 } };
  await publishTelemetry(board, farm.board.id, [
    { ts: Date.now() - DAY, pins: { 4: 1, 5: 0 }, sensors },
    { ts: Date.now() - DAY + HOUR / 2, pins: { 4: 0, 5: 0 }, sensors },
  ]);
  // Gone, it is what is wrong.
  await board.endAsync();
  await eventually(async () => {
    const open = await api.call('avisos.listar', { query: { estado: 'abierto' } });
    expect(open.map(({ tipo }) => tipo)).toContain('placa_sin_conexion');
    const days = await api.call('dispositivos.energia_dias', { params: { id: String(meter.id) } });
    expect(days.some(({ kwh }) => kwh !== null)).toBe(true);
  });
});

afterAll(async () => {
  await browser?.close();
  await cloud?.stop();
});

/** Opens the console where the job begins; what its clicks then are is counted. */
async function begin(path: string, email = cloud.farm.admin.email, password = PASSWORD): Promise<Page> {
  const { page } = await visit(browser);
  await enter(page, cloud.acequia.http, email, password, path);
  clicks = 0;
  return page;
}
const click = async (where: Locator): Promise<void> => {
  clicks++;
  await where.click();
};

it('shows who turned a valve on yesterday, and for how long, one click from its name', async () => {
  const page = await begin('/switches');
  await click(page.getByRole('link', { name: cloud.farm.switches[0]!.nombre, exact: true }));
  await page.locator('[data-quien]').getByText('30 min').first().waitFor();
  expect(clicks).toBe(1);
  await page.context().close();
});

it('shows the energy of each day one click from the name of a meter', async () => {
  const page = await begin('/dispositivos');
  await click(page.getByRole('link', { name: meter.nombre }));
  await page.getByText(/kWh/).first().waitFor();
  await page.locator('canvas').first().waitFor();
  expect(clicks).toBe(1);
  await page.context().close();
});

it('shows what is wrong now without a click, and silences it with two', async () => {
  const page = await begin('/');
  await page.locator('[data-aviso]').first().waitFor();
  expect(clicks).toBe(0);
  let requests = 0;
  page.on('request', () => requests++);
  await page.goto(`${cloud.acequia.http}/situacion`);
  await page.locator('[data-aviso]').first().waitFor();
  await page.getByText('Nada se riega ahora ni empieza en las próximas 3 horas.').waitFor();
  expect(requests).toBeLessThanOrEqual(20);
  await click(
    page
      .locator('[data-aviso]')
      .first()
      .getByRole('button', { name: /^Más: / }),
  );
  await click(page.getByRole('menuitem', { name: 'Silenciar 2 h' }));
  await eventually(async () => {
    const open = await cloud.farm.admin.api.call('avisos.listar', { query: { estado: 'abierto' } });
    expect(open.some(({ silenciado }) => silenciado === 1)).toBe(true);
  });
  expect(clicks).toBe(2);
  await page.context().close();
});

it('saves the readings of a month as CSV with three clicks', async () => {
  const page = await begin('/puntos');
  await click(page.getByRole('link', { name: 'Presión del cabezal' }));
  await click(page.getByRole('button', { name: '30 días' }));
  const download = page.waitForEvent('download');
  await click(page.getByRole('button', { name: 'Descargar CSV' }));
  expect((await download).suggestedFilename()).toBe(`punto_${punto}.csv`);
  expect(clicks).toBe(3);
  await page.context().close();
});

it('comes from a board in its box to the total of its meter and the chart of its soil with at most 14 clicks', async () => {
  const empresa = String(cloud.farm.empresa.id);
  const page = await begin('/placas', ADMIN.email, ADMIN.password);
  const choose = async (label: string, option: string): Promise<void> => {
    clicks++;
    await page.getByRole('dialog').getByLabel(label).selectOption(option);
  };
  const save = () => click(page.getByRole('dialog').getByRole('button', { name: 'Guardar', exact: true }));
  await click(page.getByRole('button', { name: 'Registrar placa' }));
  await choose('Empresa', empresa);
  await page.getByLabel('Nombre (opcional)').fill('Cabezal');
  await save();
  const shown = page.getByRole('dialog', { name: /^Credenciales de la placa/ });
  const says = (title: string): Promise<string> =>
    shown.locator('dt', { hasText: title }).locator('xpath=following-sibling::dd[1]').innerText();
  const [username, password] = [await says('Usuario'), await says('Contraseña')];
  await click(shown.getByRole('button', { name: 'Ya las guardé' }));

  // The entry of the menu, and the company.
  await page.goto(`${cloud.acequia.http}/puntos?empresa=${empresa}`);
  clicks += 2;
  for (const [nombre, pin, reads] of [
    ['Medidor del cabezal', '27', []],
    ['Suelo del lote', '34', [['Lectura', 'adc'] as const]],
  ] as const) {
    await click(page.getByRole('button', { name: 'Nuevo punto' }));
    await page.getByRole('dialog').getByLabel('Nombre').fill(nombre);
    const board = page.getByRole('dialog').getByLabel('Placa');
    await choose('Placa', (await board.getByRole('option', { name: 'Cabezal' }).getAttribute('value')) ?? '');
    for (const [label, option] of reads) await choose(label, option);
    await page.getByRole('dialog').getByLabel('Pin').fill(pin);
    await save();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  const id = Number(username);
  const board = await eventually(() => connectBoard(cloud.acequia.mqtt, { id, username, password }));
  await untilSentPoints(board, id, 2);
  await publishTelemetry(
    board,
    id,
    [20, 10, 0].map((ago) => ({
      ts: Date.now() - ago * 60_000,
      pins: {},
      values: { '1': 1_500 - ago, '2': 22 + ago / 10 },
    })),
  );
  await board.endAsync();
  await page.getByText('1,500 m³').waitFor();
  await click(page.getByRole('link', { name: 'Suelo del lote' }));
  await page.locator('canvas').first().waitFor();
  expect(clicks).toBeLessThanOrEqual(14);
  await page.context().close();
});
