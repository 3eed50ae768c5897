import { connectBoard, Farm, manySwitches, PASSWORD, publishTelemetry, startAcequia } from '@acequia/testing';
import { DESK, launchBrowser, opened, PHONE, SLOWER } from './browser.js';
import { atRest } from './cpu.js';
import { quantiles } from './quantiles.js';

const SWITCHES = 200;
const ROUNDS = 6;

/**
 * A phone opens the switch panel with two hundred switches, at a CPU four times slower (CDP Emulation.setCPUThrottlingRate):
 * ms from the navigation to the first paint, and to the frame that shows the switches. Yardstick: the login of the same build.
 */
export async function benchPanel(): Promise<object[]> {
  const acequia = await startAcequia();
  const browser = await launchBrowser();
  try {
    const root = await acequia.loginAdmin();
    const farm = await Farm.create(acequia, root);
    const { email, boards } = await manySwitches(root, farm, SWITCHES);
    for (const board of boards) {
      const client = await connectBoard(acequia.mqtt, board);
      const pins = { 4: 1, 5: 0, 16: 1, 13: 0, 14: 1, 18: 1, 19: 0, 21: 1, 22: 0, 23: 1 };
      await publishTelemetry(client, board.id, { pins, sensors: { 15: { t: 23.4, h: 55 } } });
    }
    await atRest(acequia);
    const { token, user } = await root.call('auth.entrar', { body: { email, password: PASSWORD } });
    const stored = { token, user: JSON.stringify(user) };
    const lines: object[] = [];
    for (const viewport of [PHONE, DESK]) {
      const common = { viewport, rounds: ROUNDS, slower: SLOWER };
      const login = await opened(browser, {
        ...common,
        url: `${acequia.http}/login`,
        wanted: 'button[type=submit]',
      });
      const panel = await opened(browser, {
        ...common,
        url: `${acequia.http}/panel/switch`,
        wanted: '[data-switch]',
        stored,
      });
      lines.push({
        bench: `panel: ${SWITCHES} switches, ${SLOWER}× slower CPU, empty cache`,
        screen: `${viewport.width} px`,
        first_paint_ms: quantiles(panel.paint),
        switches_shown_ms: quantiles(panel.shown),
        yardstick_login_first_paint_ms: quantiles(login.paint),
        wanted: 'first paint < 1500 ms, switches shown < 1200 ms',
      });
      const slow = { ...common, slow4g: true };
      const slowLogin = await opened(browser, { ...slow, url: `${acequia.http}/login`, wanted: 'button[type=submit]' });
      const slowPanel = await opened(browser, {
        ...slow,
        url: `${acequia.http}/panel/switch`,
        wanted: '[data-switch]',
        stored,
      });
      lines.push({
        bench: `panel: ${SLOWER}× slower CPU, slow 4G, empty cache`,
        screen: `${viewport.width} px`,
        login_ms: quantiles(slowLogin.shown),
        panel_ms: quantiles(slowPanel.shown),
        wanted: 'login ≤ 1500 ms, panel ≤ 2500 ms',
      });
    }
    return lines;
  } finally {
    await browser.close();
    await acequia.stop();
  }
}
