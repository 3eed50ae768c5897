import { type ApiClient, until, type RunningAcequia } from '@acequia/testing';
import type { Browser } from 'playwright-core';

const HOURS = 8;
/** The page's clock moves in steps shorter than the time between two of the wall's readings, ms. */
const STEP_MS = 10_000;
const STEPS = (HOURS * 3_600_000) / STEP_MS;
/** Steps before the first measure: what is made once is there. */
const WARM_UP = 60;
/** Once in an hour the connection is gone for some steps. */
const GONE = { every: 3_600_000 / STEP_MS, steps: 6 };
const MB = 1_048_576;

/** A wall screen turns through the companies for eight hours by the page's moved clock: its heap soon after the start and at the end, MB. */
export async function wallHeap(acequia: RunningAcequia, root: ApiClient, browser: Browser): Promise<object> {
  const { token } = await root.call('muros.crear', { body: { nombre: 'Bench', empresa_id: null } });
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'es-MX' });
  const page = await context.newPage();
  await page.clock.install();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  const measure = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? NaN;
    return {
      mb: Math.round((of('JSHeapUsedSize') / MB) * 100) / 100,
      nodes: of('Nodes'),
      listeners: of('JSEventListeners'),
    };
  };
  let [readings, failures, pending] = [0, 0, 0];
  page.on('request', () => pending++);
  page.on('requestfinished', (request) => {
    pending--;
    if (request.url().endsWith('/api/muro')) readings++;
  });
  page.on('requestfailed', () => {
    pending--;
    failures++;
  });
  await page.goto(`${acequia.http}/muro?turno=1#${token}`);
  await page.getByRole('list', { name: 'Ahora mismo' }).waitFor();
  let first: Awaited<ReturnType<typeof measure>> | null = null;
  for (let step = 1; step <= STEPS; step++) {
    const ofHour = step % GONE.every;
    if (ofHour === 0) await context.setOffline(true);
    if (ofHour === GONE.steps) await context.setOffline(false);
    await page.clock.runFor(STEP_MS);
    await until(() => pending === 0);
    if (step === WARM_UP) first = await measure();
  }
  await context.setOffline(false);
  const last = await measure();
  await context.close();
  return {
    bench: `wall: heap over ${HOURS} simulated hours`,
    ...{ readings, failures, first, last, growth_mb: Math.round((last.mb - first!.mb) * 100) / 100 },
    wanted: 'growth ≤ 10 MB',
  };
}
