import { eventually, Farm, startAcequia, type RunningAcequia } from '@acequia/testing';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './browser.js';
import { openPanel } from './panel.js';

/** A long download that a person cancels: nothing stays on the screen, on disk or on the server. */
let acequia: RunningAcequia;
let farm: Farm;
let browser: Browser;
let base: pg.Client;

/** Far more data than the sockets buffer. */
const ROWS = 400_000;
/** A slow phone line, on which the whole file would take minutes. */
const BYTES_POR_S = 150_000;

beforeAll(async () => {
  [acequia, browser] = await Promise.all([
    startAcequia({ quick: true, env: { EXPORTS_PER_COMPANY: '1' } }),
    launchBrowser(),
  ]);
  farm = await Farm.create(acequia, await acequia.loginAdmin());
  base = new pg.Client({ connectionString: acequia.databaseUrl });
  await base.connect();
  // 10 ms apart, from the start of the month, because its partition exists.
  await base.query(
    `INSERT INTO telemetry_history.lecturas (placa_id, pin, ts, temperatura, humedad)
     SELECT $1, $2, date_trunc('month', now(), 'UTC') + n * interval '10 ms', n % 4000, 5000
       FROM generate_series(1, ${ROWS}) n`,
    [farm.switches[0]!.placa_id, farm.switches[0]!.sensor_pin],
  );
});

afterAll(async () => {
  await base?.end();
  await browser?.close();
  await acequia?.stop();
});

/** The progress, once rows arrive. */
const ARRIVING = /^[\d,]+ (de [\d,]+ )?filas · \d+\.\d MB$/;

const limit = async (page: Page, downloadThroughput: number): Promise<void> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput,
    uploadThroughput: -1,
  });
};
/** Exports that Postgres is writing. */
const enCurso = async (): Promise<number> => {
  const { rows } = await base.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'COPY (%' AND state = 'active'`,
  );
  return rows[0]!.n;
};
/** The answer to a second request for the same file. */
const another = (): Promise<number> =>
  farm.usuario.api
    .raw('historial.csv_sensores', { query: { switch_id: String(farm.switches[1]!.id) } })
    .then(async (response) => {
      await response.body?.cancel();
      return response.status;
    });

describe('a download that is cancelled midway', () => {
  it('leaves the screen, saves nothing, frees its place on the server, and the next one comes whole', async () => {
    const { page, context } = await openPanel(browser, farm, acequia.http);
    const saved: string[] = [];
    page.on('download', (file) => saved.push(file.suggestedFilename()));
    const buttonBy = page.getByRole('button', { name: 'DESCARGAR CSV TEMP/HUM' });
    const progress = page.getByRole('progressbar', { name: 'Descargando' });
    await eventually(async () => expect(await buttonBy.isEnabled()).toBe(true));
    await limit(page, BYTES_POR_S);

    await buttonBy.click();
    await progress.waitFor();
    await page.getByText(ARRIVING).waitFor();
    expect(await buttonBy.isDisabled()).toBe(true);
    // The export pauses between two pieces.
    await eventually(async () => expect(await enCurso()).toBe(1));
    expect(await another()).toBe(429);

    await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
    await progress.waitFor({ state: 'detached' });
    await eventually(async () => expect(await enCurso()).toBe(0));
    await eventually(async () => expect(await another()).toBe(200));
    expect(await buttonBy.isEnabled()).toBe(true);
    expect(saved).toEqual([]);

    await limit(page, -1);
    const [file] = await Promise.all([page.waitForEvent('download'), buttonBy.click()]);
    expect(file.suggestedFilename()).toBe(`temp_hum_switch_${farm.switches[0]!.id}.csv`);
    const partes = await file.createReadStream();
    let lines = 0;
    for await (const parte of partes) for (const byte of parte as Buffer) if (byte === 10) lines += 1;
    expect(lines).toBe(ROWS + 1);
    expect(saved).toHaveLength(1);
    await progress.waitFor({ state: 'detached' });
    await context.close();
  });

  it('ends on the server as well when the person leaves the screen', async () => {
    const { page, context } = await openPanel(browser, farm, acequia.http);
    const buttonBy = page.getByRole('button', { name: 'DESCARGAR CSV TEMP/HUM' });
    await eventually(async () => expect(await buttonBy.isEnabled()).toBe(true));
    await limit(page, BYTES_POR_S);
    await buttonBy.click();
    await page.getByText(ARRIVING).waitFor();
    // The export pauses between two pieces.
    await eventually(async () => expect(await enCurso()).toBe(1));
    await page.getByRole('link', { name: 'Mi cuenta' }).click();
    await eventually(async () => expect(await enCurso()).toBe(0));
    await context.close();
  });
});
