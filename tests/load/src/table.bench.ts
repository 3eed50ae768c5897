import { PINES_ESP32, type SwitchSave } from '@acequia/contracts';
import { ADMIN, type ApiClient, startAcequia } from '@acequia/testing';
import type { Page } from 'playwright-core';
import { launchBrowser } from './browser.js';
import { atRest } from './cpu.js';
import { quantiles } from './quantiles.js';

const ROWS = 10_000;
/** Most switches of one bulk call. */
const PER_CALL = 200;
/** Relays per board, well within its pins. */
const PER_BOARD = 20;
const TIMES = 7;
const WHEEL_STEPS = 120;
const JUMPS = 20;
/** Work that holds the browser's main thread for longer than this drops frames: what Chromium calls a long task. */
const LONG_TASK_MS = 50;

interface Watched {
  firstRow?: number;
  longTasks: number[];
}
declare global {
  interface Window {
    bench: Watched;
  }
}

/** The Switches screen with ten thousand rows: ms from the navigation to the first row, and long tasks while it scrolls. */
export async function benchTable(): Promise<object[]> {
  const acequia = await startAcequia({ env: { RATE_LIMIT_BULK: '100000', RATE_LIMIT_SESSION: '100000' } });
  const browser = await launchBrowser();
  try {
    const root = await acequia.loginAdmin();
    const { id } = await root.call('empresas.crear', {
      body: { nombre: 'Diez mil', fecha_vencimiento: '2099-12-31' },
    });
    const fillMs = await fill(root, id);
    await atRest(acequia);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'es-MX' });
    await context.addInitScript(watch);
    const page = await context.newPage();
    await page.goto(`${acequia.http}/login`);
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL((url) => url.pathname === '/dashboard');
    const loads: number[] = [];
    for (let n = 0; n < TIMES; n++) {
      await page.goto(`${acequia.http}/switches?empresa=${id}`);
      await page.waitForFunction(() => window.bench.firstRow !== undefined);
      loads.push(await page.evaluate(() => window.bench.firstRow!));
    }
    const scrolled = await scroll(page);
    return [
      { bench: 'table: bulk creation', rows: ROWS, per_call: PER_CALL, s: Math.round(fillMs / 100) / 10 },
      { bench: 'table: first row', rows: ROWS, ms: quantiles(loads), wanted: '< 1000' },
      { bench: 'table: scroll', rows: ROWS, ...scrolled, wanted: `no task > ${LONG_TASK_MS} ms` },
    ];
  } finally {
    await browser.close();
    await acequia.stop();
  }
}

/** Ten thousand switches through the API. */
async function fill(root: ApiClient, empresa_id: number): Promise<number> {
  const pins = [...PINES_ESP32].slice(0, PER_BOARD);
  const boards = await root.call('placas.registrar', { body: { empresa_id, cantidad: ROWS / PER_BOARD } });
  const rows = boards.flatMap((board, b) =>
    pins.map((hardware_pin, p): SwitchSave => {
      const [nombre, zona] = [`Riego ${b * PER_BOARD + p + 1}`, `Sector ${b % 50}`];
      const sitio = { par_numero: 1 as const, switch_site_id: p + 1, tiene_sensor: 0 as const, sensor_pin: null };
      return {
        nombre,
        zona,
        tipo: 'selenoide',
        empresa_id,
        dispositivo_id: board.id,
        hardware_pin,
        ...sitio,
        activo: 1,
      };
    }),
  );
  const start = performance.now();
  for (let from = 0; from < rows.length; from += PER_CALL)
    await root.call('switches.guardar_lote', { body: { switches: rows.slice(from, from + PER_CALL) } });
  return performance.now() - start;
}

/** Runs in the page, before anything of it: notes when the first row is drawn, and every long task. */
function watch(): void {
  const bench: Watched = { longTasks: [] };
  window.bench = bench;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) bench.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = (): void => {
    if (!document.querySelector('tbody tr[aria-rowindex]')) return void requestAnimationFrame(look);
    // The frame after the insertion: the row has been drawn.
    requestAnimationFrame(() => (bench.firstRow = performance.now()));
  };
  look();
}

/** Scrolls by wheel as fast as a hand does, then jumps through the list as with the scroll bar. */
async function scroll(page: Page) {
  await page.waitForLoadState('networkidle');
  const list = page.getByRole('region', { name: 'Lista de switches' });
  await list.hover();
  await page.evaluate(() => void (window.bench.longTasks.length = 0));
  for (let n = 0; n < WHEEL_STEPS; n++) {
    await page.mouse.wheel(0, 400);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const wheel = await takeLongTasks(page);
  for (let n = 0; n < JUMPS; n++) {
    await list.evaluate((box, part) => (box.scrollTop = part * box.scrollHeight), ((n * 7) % JUMPS) / JUMPS);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  }
  return { wheel, jumps: await takeLongTasks(page) };
}

async function takeLongTasks(page: Page) {
  // The observer runs after the task, so the page waits one more turn.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  const tasks = await page.evaluate(() => window.bench.longTasks.splice(0));
  return { long_tasks: tasks.length, longest_ms: Math.round(Math.max(0, ...tasks)) };
}
