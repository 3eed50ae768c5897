import { Farm, startAcequia } from '@acequia/testing';
import { chromium } from 'playwright-core';
import { chromiumPath } from './panel.bench.js';

const HOURS = 8;
/** Time between two readings of the wall, ms. */
const EVERY_MS = 15_000;
const READINGS = (HOURS * 3_600_000) / EVERY_MS;
const MB = 1_048_576;

/** A wall screen stands for eight hours, by a clock that is moved: its heap after the first readings and at the end, MB. */
export async function benchWall(): Promise<object[]> {
  const acequia = await startAcequia();
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const root = await acequia.loginAdmin();
    for (let company = 0; company < 5; company++) await Farm.create(acequia, root);
    const { token } = await root.call('muros.crear', { body: { nombre: 'Banco', empresa_id: null } });
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.clock.install();
    const cdp = await page.context().newCDPSession(page);
    const heap = async (): Promise<number> => {
      await cdp.send('HeapProfiler.collectGarbage');
      const { usedSize } = await cdp.send('Runtime.getHeapUsage');
      return Math.round((usedSize / MB) * 10) / 10;
    };
    const answered = () => page.waitForResponse((response) => response.url().endsWith('/api/muro'));
    const first = answered();
    await page.goto(`${acequia.http}/muro?turno=1#${token}`);
    await first;
    let before = 0;
    for (let reading = 0; reading < READINGS; reading++) {
      const next = answered();
      await page.clock.runFor(EVERY_MS);
      await (await next).finished();
      if (reading === 20) before = await heap();
    }
    const after = await heap();
    return [
      {
        bench: `wall: heap over ${HOURS} simulated hours`,
        ...{ readings: READINGS, first_mb: before, last_mb: after, growth_mb: Math.round((after - before) * 10) / 10 },
        wanted: 'growth ≤ 10 MB',
      },
    ];
  } finally {
    await browser.close();
    await acequia.stop();
  }
}
