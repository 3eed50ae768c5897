import { decodeAgenda, decodeCommand, decodeConfig, decodeControl } from '@acequia/board-protocol';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { waitOf } from '../backoff.js';
import { buildCore } from './core-build.fixture.js';
import { CoreHost } from './core-host.fixture.js';
import { kept, keptAgenda, keptControl } from './kept-messages.fixture.js';
import { AGENDA, COMMAND, CONFIG, CONTROL, written } from './wild-messages.fixture.js';

/** Time limit that a busy machine stays within. */
const PATIENCE_MS = 600_000;
/** `CORE_RUNS=2000` for a long run. */
const RUNS = Number(process.env['CORE_RUNS'] ?? 300);
/** Built before the tests are declared, because each C++ test becomes one of them. */
const programs = [
  await buildCore('delivery_clock_flash_test'),
  await buildCore('sensor_test'),
  await buildCore('update_test'),
  await buildCore('ten_years_test'),
];
/** `BOARD_DAYS=3650` for the ten years that `ten_years_test` lives by itself. */
const DAYS = process.env['BOARD_DAYS'] ?? '500';
const run = (program: string): string => {
  try {
    return execFileSync(program, {
      encoding: 'utf8',
      env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0', BOARD_DAYS: DAYS },
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    return `${stdout ?? ''}not ok the program ends well: ${stderr ?? String(error)}`;
  }
};
const lines = programs
  .map(run)
  .join('')
  .split('\n')
  .filter((line) => /^(not )?ok /.test(line))
  .map((line) => /^(not ok|ok) ([^:]*)(?:: (.*))?$/.exec(line) ?? [line, 'not ok', line, '']);

describe("the firmware's core", () => {
  it.each(lines.map(([, verdict = '', name = '', why = '']) => [name, verdict, why]))('%s', (_name, verdict, why) => {
    expect([verdict, why]).toEqual(['ok', '']);
  });

  it('ran all of its tests', () => {
    expect(lines.length).toBeGreaterThanOrEqual(51);
  });
});

describe("the firmware's core beside the console's code", () => {
  let host: CoreHost;
  beforeAll(async () => {
    host = await CoreHost.start();
    await host.fresh();
    await host.do(0, 'boot', 1);
  }, PATIENCE_MS);
  afterAll(() => host?.stop());

  const reading = async (channel: string, text: string): Promise<unknown> =>
    (await host.do(0, 'reads', channel, Buffer.from(text))).answered;

  it(
    'takes the same commands, and reads the same in them',
    async () => {
      await fc.assert(
        fc.asyncProperty(written(COMMAND), async (text) => {
          const decoded = decodeCommand(Buffer.from(text));
          const expected = decoded.ok
            ? { ...decoded.value, exp: decoded.value.exp + 0, pin: decoded.value.pin + 0 }
            : null;
          expect(await reading('command', text)).toEqual(expected);
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE_MS,
  );

  it(
    'takes the same pin maps, and reads the same in them',
    async () => {
      await fc.assert(
        fc.asyncProperty(written(CONFIG), async (text) => {
          const decoded = decodeConfig(Buffer.from(text));
          expect(await reading('config', text)).toEqual(decoded.ok ? kept(decoded.value) : null);
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE_MS,
  );

  it(
    'takes the same agendas and rules, and reads the same in them',
    async () => {
      await fc.assert(
        fc.asyncProperty(written(AGENDA), async (text) => {
          const decoded = decodeAgenda(Buffer.from(text));
          expect(await reading('agenda', text)).toEqual(decoded.ok ? keptAgenda(decoded.value) : null);
        }),
        { numRuns: RUNS },
      );
      await fc.assert(
        fc.asyncProperty(written(CONTROL), async (text) => {
          const decoded = decodeControl(Buffer.from(text));
          expect(await reading('control', text)).toEqual(decoded.ok ? keptControl(decoded.value) : null);
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE_MS,
  );

  it.each([
    '',
    ' ',
    '{',
    '[]',
    'null',
    '{"id":"a"}x',
    `${'['.repeat(20_000)}`,
    `{"id":"a","x":${'['.repeat(30)}${']'.repeat(30)}}`,
  ])('is not upset by %j', async (text) => {
    expect(await reading('command', text)).toBeNull();
    for (const channel of ['config', 'agenda', 'control']) expect(await reading(channel, text)).toBeNull();
  });

  it('takes no message that is larger than the protocol allows', async () => {
    const command = '{"id":"a","pin":4,"on":true,"exp":1}'.padEnd(16 * 1024);
    expect(await reading('command', command)).not.toBeNull();
    expect(await reading('command', `${command} `)).toBeNull();
    expect(decodeCommand(Buffer.from(`${command} `)).ok).toBe(false);
  });

  it('waits before a reconnect as the simulator does, and starts with short waits after a good connection', async () => {
    const random = [0, 1, 2 ** 31, 2 ** 32 - 1, 123_456_789, 2 ** 32 - 1, 2 ** 32 - 1, 7];
    await host.do(0, 'boot', 1);
    for (const [attempt, bits] of random.entries())
      expect((await host.do(0, 'backoff', bits)).answered).toBe(waitOf(attempt, () => bits / 2 ** 32));
    await host.do(100, 'backoff', 'up');
    await host.do(10_000, 'backoff', 'down');
    expect((await host.do(10_000, 'backoff', 2 ** 32 - 1)).answered).toBe(59_999);
    await host.do(20_000, 'backoff', 'up');
    await host.do(30_000, 'backoff', 'down');
    expect((await host.do(30_000, 'backoff', 2 ** 32 - 1)).answered).toBe(999);
  });
});
