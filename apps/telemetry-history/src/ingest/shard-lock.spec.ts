import { shardOf } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import pg from 'pg';
import { monthOf } from '../maintenance/partitions/month.js';
import { TestHistory } from '../test/database.fixture.js';
import type { Rows } from './rows.js';
import { BEGIN_BESIDE_SHARDS } from './shard-lock.js';
import type { Writer } from './writer.js';

const SHARDS = 4;
const T = Date.UTC(2026, 2, 10, 18);
/** Two boards of different shards. */
const [ONE, OTHER] = [1, 2] as const;
/** The lock as versions before the shards take it. */
const LOCK_BEFORE = 'UPDATE turno SET numero = numero + 1';

/** Pin 4 of the board is on, at second n. */
const on = (placa_id: number, n: number): Rows => ({
  lecturas: [],
  estados: [{ placa_id, ts: T + n * 1_000, on_lo: 16, on_hi: 0, off_lo: 0, off_hi: 0 }],
});

describe('the locks of writers', () => {
  let history: TestHistory;
  let one: Writer;
  let other: Writer;
  let client: pg.Client;
  let n = 0;

  beforeAll(async () => {
    history = await TestHistory.start();
    await history.partitions().ensure([monthOf(T)]);
    [one, other] = [history.writer(SHARDS), history.writer(SHARDS)];
    client = new pg.Client({
      connectionString: history.url,
      options: '-c search_path=telemetry_history',
    });
    await client.connect();
    expect(shardOf(ONE, SHARDS)).not.toBe(shardOf(OTHER, SHARDS));
  });
  afterAll(async () => {
    await client?.end();
    await history?.stop();
  });
  // The first lock may be one for all boards.
  beforeEach(async () => {
    for (let i = 0; i < 2; i++) {
      await one.save(on(ONE, ++n));
      await other.save(on(OTHER, ++n));
    }
  });

  const numero = async (): Promise<number> => {
    const [row] = await history.query<{ numero: string }>('SELECT numero FROM turno');
    return Number(row!.numero);
  };
  const transitions = async (placa_id: number): Promise<number> =>
    (await history.query('SELECT FROM transiciones WHERE placa_id = $1', [placa_id])).length;
  const blocked = () =>
    eventually(async () => {
      const rows = await history.query(
        'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0',
      );
      expect(rows).toHaveLength(1);
    });

  it('of different shards do not wait for one another, those of one shard do', async () => {
    await client.query(BEGIN_BESIDE_SHARDS);
    await client.query('UPDATE turno_de_fragmento SET numero = numero + 1 WHERE fragmento = $1', [
      shardOf(ONE, SHARDS),
    ]);
    let done = false;
    const waits = one.save(on(ONE, ++n)).then(() => (done = true));
    await blocked();
    await other.save(on(OTHER, ++n));
    expect(done).toBe(false);
    await client.query('COMMIT');
    await waits;
  });

  it('of other shards leave a writer what it knows of its boards; one for all boards makes it read them anew', async () => {
    const before = await transitions(ONE);
    await history.query('DELETE FROM estado_actual WHERE placa_id = $1', [ONE]);
    await other.save(on(OTHER, ++n));
    await one.save(on(ONE, ++n));
    expect(await transitions(ONE)).toBe(before);
    await history.query(LOCK_BEFORE);
    await history.query('DELETE FROM estado_actual WHERE placa_id = $1', [ONE]);
    await one.save(on(ONE, ++n));
    // Nothing is known of the board, so its pin turned on.
    expect(await transitions(ONE)).toBe(before + 1);
  });

  it('let no writer of an earlier version write beside them', async () => {
    await client.query(BEGIN_BESIDE_SHARDS);
    const earlier = history.query(LOCK_BEFORE);
    await blocked();
    await client.query('COMMIT');
    await earlier;

    await client.query('BEGIN');
    await client.query(LOCK_BEFORE);
    const later = one.save(on(ONE, ++n));
    await blocked();
    await client.query('COMMIT');
    await later;
  });

  it('tell a writer of an earlier version that its copies are outdated, once', async () => {
    await history.query(LOCK_BEFORE);
    const its = await numero();
    await other.save(on(OTHER, ++n));
    expect(await numero()).toBe(its + 1);
    await one.save(on(ONE, ++n));
    await other.save(on(OTHER, ++n));
    expect(await numero()).toBe(its + 1);
  });

  it('are for all boards where the batch has boards of several shards, or the number of shards is another', async () => {
    const before = await numero();
    const { estados } = on(ONE, ++n);
    await one.save({ lecturas: [], estados: [...estados, ...on(OTHER, n).estados] });
    expect(await numero()).toBe(before + 1);
    const ofTwo = history.writer(2);
    await ofTwo.save(on(ONE, ++n));
    expect(await numero()).toBe(before + 2);
    await ofTwo.save(on(ONE, ++n));
    expect(await numero()).toBe(before + 2);
    await one.save(on(ONE, ++n));
    expect(await numero()).toBe(before + 3);
  });
});
