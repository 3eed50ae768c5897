import { createLogger, replicaDataSource } from '@acequia/service-kit';
import { eventually } from '@acequia/testing';
import { Registry } from 'prom-client';
import { SCHEMA } from '../schema.js';
import { TestHistory } from '../test/database.fixture.js';
import { Replica } from './replica.js';
import { ReplicaMetrics } from './replica.metrics.js';
import { ReplicaReader } from './telemetry-reader.js';

/** Nothing listens on port 1. */
const NOWHERE = 'postgres://somebody@127.0.0.1:1/acequia';

// What a real standby does: tests/scale/src/replica.spec.ts.
describe('history with a standby that is not to be asked', () => {
  let history: TestHistory;
  let replica: Replica | undefined;

  beforeAll(async () => {
    history = await TestHistory.start();
  });
  afterEach(() => replica?.stop());
  afterAll(() => history?.stop());

  it.each<[string, string, () => [primary: string, standby: string]]>([
    ['nobody answers there', 'ECONNREFUSED', () => [history.url, NOWHERE]],
    ['it is a primary', 'It is no standby', () => [history.url, history.url]],
    ['the primary tells nothing', 'The primary does not answer', () => [NOWHERE, history.url]],
  ])('is read from the primary, and the log says that %s', async (_, reason, urls) => {
    const lines: string[] = [];
    const logger = createLogger(
      { service: 'telemetry-history', instance: 'spec', level: 'warn' },
      { write: (line) => void lines.push(line) },
    );
    const make = (at: string, pool = 2) =>
      replicaDataSource({ url: at, pool, connectTimeoutMs: 3_000, application: 'spec', logger }, { schema: SCHEMA });
    replica = new Replica(...urls(), make, 2, logger);
    replica.start();
    await eventually(() => expect(lines.join('\n')).toContain(reason));
    const reader = new ReplicaReader(history.dataSource, replica, new ReplicaMetrics(new Registry()));
    expect(replica.fresh).toBeUndefined();
    expect(await reader.query('SELECT $1::int AS one', [1])).toEqual([{ one: 1 }]);
  });
});
