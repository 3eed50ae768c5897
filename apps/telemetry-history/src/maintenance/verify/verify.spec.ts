import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { monthOf } from '../partitions/month.js';
import { TestHistory } from '../../test/database.fixture.js';

/** The built script, as the faults suite and operators run it. */
const VERIFY = fileURLToPath(new URL('../../../dist/verify.js', import.meta.url));
const T = Date.UTC(2026, 2, 10, 18);

describe('the verify command', () => {
  let history: TestHistory;

  beforeAll(async () => {
    history = await TestHistory.start();
    await history.partitions().ensure([monthOf(T)]);
    const masks = { on_lo: 16, on_hi: 0, off_lo: 0, off_hi: 0 };
    await history.writer().save({
      lecturas: [{ placa_id: 7, pin: 15, ts: T, temperatura: 2_000, humedad: null }],
      estados: [{ placa_id: 7, ts: T, ...masks }],
    });
  });
  afterAll(() => history.stop());

  const verify = (env: NodeJS.ProcessEnv): Promise<{ code: number; lines: string[]; stderr: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [VERIFY], { env: { PATH: process.env['PATH'], ...env } }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), lines: stdout.split('\n').filter(Boolean), stderr }),
      );
    });

  it('says in one line that everything derived is what the raw rows give, and ends well', async () => {
    const { code, lines } = await verify({ DATABASE_URL: history.url });
    expect([code, lines.map((line) => JSON.parse(line) as object)]).toEqual([
      0,
      [{ placas: 1, dispositivos: 0, differences: 0 }],
    ]);
  });

  it('shows each row that differs, as it is and as it should be, and ends with 1', async () => {
    await history.query('UPDATE lecturas_15m SET suma_temperatura = 1999');
    await history.query('DELETE FROM transiciones');
    const { code, lines } = await verify({ DATABASE_URL: history.url });
    expect(code).toBe(1);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        tabla: 'lecturas_15m',
        stored: expect.objectContaining({ placa_id: 7, suma_temperatura: 1999 }),
        recomputed: expect.objectContaining({ placa_id: 7, suma_temperatura: 2000 }),
      }),
      expect.objectContaining({ tabla: 'transiciones', stored: {} }),
      { placas: 1, dispositivos: 0, differences: 2 },
    ]);
  });

  it.each([{}, { DATABASE_URL: 'postgres://nadie@127.0.0.1:1/nada' }])(
    'ends with 1 where there is no database: %j',
    async (env) => {
      const { code, lines, stderr } = await verify(env);
      expect([code, lines]).toEqual([1, []]);
      expect(stderr).not.toBe('');
    },
  );
});
