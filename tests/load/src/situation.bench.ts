import { ADMIN, startAcequia } from '@acequia/testing';
import { DESK, launchBrowser, opened, PHONE, SLOWER } from './browser.js';
import { atRest } from './cpu.js';
import { quantiles } from './quantiles.js';
import { BOARDS, COMPANIES, FAULTS, manyFaults } from './situation/faults.js';

const ROUNDS = 8;

/** What is wrong now, in a large installation: ms from the navigation to the first alarm on screen. */
export async function benchSituation(): Promise<object[]> {
  const acequia = await startAcequia({
    env: { RATE_LIMIT_BULK: '100000', RATE_LIMIT_SESSION: '100000', RATE_LIMIT_REFUSED: '100000' },
  });
  const browser = await launchBrowser();
  try {
    const root = await acequia.loginAdmin();
    await manyFaults(acequia, root);
    await atRest(acequia);
    const { token, user } = await root.call('auth.entrar', { body: ADMIN });
    const stored = { token, user: JSON.stringify(user) };
    const lines: object[] = [];
    for (const viewport of [PHONE, DESK]) {
      const { paint, shown } = await opened(browser, {
        viewport,
        stored,
        rounds: ROUNDS,
        url: `${acequia.http}/dashboard`,
        wanted: '[data-aviso]',
      });
      lines.push({
        bench: `situation: ${COMPANIES} companies, ${BOARDS} boards, ${FAULTS} faults, empty cache`,
        screen: `${viewport.width} px`,
        first_paint_ms: quantiles(paint),
        list_shown_ms: quantiles(shown),
        wanted: 'list shown < 1000 ms',
      });
      const slow = await opened(browser, {
        viewport,
        stored,
        rounds: ROUNDS,
        slower: SLOWER,
        slow4g: true,
        url: `${acequia.http}/situacion`,
        wanted: '[data-aviso]',
      });
      lines.push({
        bench: `situation: ${SLOWER}× slower CPU, slow 4G, empty cache`,
        screen: `${viewport.width} px`,
        list_shown_ms: quantiles(slow.shown),
        requests_until_then: slow.requests,
        wanted: 'list shown ≤ 2500 ms',
      });
    }
    return lines;
  } finally {
    await browser.close();
    await acequia.stop();
  }
}
