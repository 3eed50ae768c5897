import { Telegram } from '@acequia/simulators';
import { type RunningAcequia, startAcequia } from '@acequia/testing';
import { loadavg } from 'node:os';
import { COMPANIES, Installation, KINDS, SWITCHES } from './alerts/installation.js';
import { inPairs } from './alerts/pairs.js';
import { PENDING_S, timeToTell, TOKEN } from './alerts/telling.js';
import { cpuByName } from './cpu.js';
import { quantiles } from './quantiles.js';

const PACED = { rate: 2_000, warm_up_s: 5, seconds: 15 };

/** What alerts cost, what ingest loses to them, and how soon a message is there. */
export async function benchAlerts(): Promise<object[]> {
  const telegram = new Telegram();
  await telegram.start();
  telegram.bot(TOKEN);
  const running: RunningAcequia[] = [];
  const filled: Installation[] = [];
  const start = async (): Promise<RunningAcequia> => {
    const acequia = await startAcequia({ env: { TELEGRAM_API_URL: telegram.url } });
    running.push(acequia);
    return acequia;
  };
  const fill = async (acequia: RunningAcequia): Promise<Installation> => {
    const installation = await Installation.fill(acequia);
    filled.push(installation);
    return installation;
  };
  try {
    const acequia = await start();
    const told = await timeToTell(acequia, telegram);
    const beside = await fill(acequia);
    const cost = await costOf(beside);
    const without = await fill(await start());
    // Not restarted here: catching up would slow the next measurement.
    for (const pid of without.acequia.services['alerts'] ?? []) process.kill(pid, 'SIGSTOP');
    const pairs = await inPairs({ beside, without });
    const load_1m = Math.round(loadavg()[0]! * 10) / 10;
    return [
      {
        bench: `alerts: ${COMPANIES * SWITCHES * KINDS.length} rules at ${PACED.rate} samples/s`,
        ...cost,
        load_1m,
        wanted: 'alerts_cores < 0.2',
      },
      { bench: 'alerts: ingest beside them and without them', ...pairs, load_1m, wanted: 'each ratio ≥ 0.9' },
      {
        bench: `alerts: from the end of a connection to the message, beyond the ${PENDING_S} s of the rule`,
        beyond_ms: quantiles(told),
        load_1m,
        wanted: 'max < 2000 ms',
      },
    ];
  } finally {
    for (const installation of filled) await installation.stop();
    for (const acequia of running) await acequia.stop();
    await telegram.stop();
  }
}

async function costOf({ acequia, side: { fleet } }: Installation): Promise<object> {
  const spent = (): number => cpuByName(acequia)['alerts'] ?? 0;
  await fleet.paced(PACED.rate, PACED.warm_up_s, () => undefined);
  const before = spent();
  const paced = await fleet.paced(PACED.rate, PACED.seconds, () => undefined);
  const ms = spent() - before;
  return {
    samples_per_s: Math.round(paced.acked / paced.seconds),
    alerts_cores: Math.round(ms / paced.seconds) / 1_000,
    alerts_ms_per_1000_samples: Math.round((ms * 10_000) / paced.acked) / 10,
  };
}
