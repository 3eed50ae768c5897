import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BoardSpec } from './board-spec.js';
import { simulate } from './simulate.js';
import { TestBroker } from './broker.fixture.js';

const boards: BoardSpec[] = [1001, 1002, 1003].map((numero) => ({
  numero,
  placa_id: numero - 1000,
  username: String(numero),
  password: 'secreta',
  place: 'campo',
  relays: [],
  sensors: [],
}));
const key = (board: number, ts: number | undefined): string => `${board}/${ts}`;

let folder: string;
let broker: TestBroker;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'acequia-sim-'));
  broker = await TestBroker.start('secreta');
});
afterEach(async () => {
  await broker.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (ledger: string) =>
  simulate({ boards, url: broker.url, rate: 300, seconds: 1, window: 5, ledger: join(folder, ledger) });
const ledger = (name: string): { id: number; placa_id: number; ts: number; sensors: object }[] =>
  readFileSync(join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const arrived = (): Set<string> =>
  new Set(boards.flatMap(({ numero }) => broker.samples(numero).map(({ ts }) => key(numero, ts))));

describe('a fleet under load', () => {
  it('sends the samples it was asked for and sums up what was acknowledged', async () => {
    const summary = await run('a.jsonl');
    expect(summary).toMatchObject({ boards: 3, sent: 300, acked: 300, reconnects: 0 });
    expect(summary.puback_p50_ms).toBeGreaterThan(0);
    expect(summary.puback_p99_ms).toBeGreaterThanOrEqual(summary.puback_p50_ms ?? 0);
    expect(arrived().size).toBe(300);
  });

  it('writes every acknowledged sample in its ledger, once', async () => {
    await run('a.jsonl');
    const lines = ledger('a.jsonl');
    expect(lines).toHaveLength(300);
    expect(new Set(lines.map(({ id, ts }) => key(id, ts)))).toEqual(arrived());
    // The order in which boards are acknowledged depends on the network.
    const first = lines.find(({ id }) => id === 1001);
    expect(first).toMatchObject({ placa_id: 1, seq: 1, pins: { 4: expect.any(Number) } });
    expect(Object.keys(first?.sensors ?? {})).toEqual(['15']);
  });

  it('loses nothing to a connection that is cut: what was not acknowledged is sent again', async () => {
    let telemetry = 0;
    broker.cutOff = ({ canal }) => canal === 'telemetry' && ++telemetry % 70 === 0;
    const summary = await run('a.jsonl');
    expect(summary.reconnects).toBeGreaterThan(0);
    expect(summary.acked).toBe(300);
    for (const { id, ts } of ledger('a.jsonl')) expect(arrived()).toContain(key(id, ts));
  });

  it('says why when its boards cannot connect', async () => {
    const wrong = boards.map((board) => ({ ...board, password: 'otra' }));
    const attempt = simulate({
      boards: wrong,
      url: broker.url,
      rate: 10,
      seconds: 1,
      window: 5,
      connect_ms: 300,
    });
    await expect(attempt).rejects.toThrow(/3 de 3 placas no se pudieron conectar.*authori[sz]ed/i);
  });
});
