import { readFileSync } from 'node:fs';
import { type FilaPlaca, KnownPlaca } from '../registry/known-placa.js';
import { DialectIngest } from './dialect-ingest.js';
import { IngestService } from './ingest.service.js';

const RETENTION_DAYS = 1_825;
const PLACA_ID = 7;
const NUMERO = 1_001;
const [L, E] = [5, 6];

/** Answers every call with nothing. */
const silent = new Proxy({}, { get: () => () => undefined }) as never;

/** A board and the parts that turn its messages into rows. */
const boardOf = (dialecto: FilaPlaca['dialecto']) => {
  const refused: string[] = [];
  const deadLetters = {
    add: (_placa: unknown, _topic: unknown, _payload: unknown, rejected: { motivo: string }[]) =>
      refused.push(...rejected.map(({ motivo }) => motivo)),
  } as never;
  const ingest = new IngestService(silent, silent, deadLetters, silent, silent, silent, silent, {
    RETENTION_DAYS,
  } as never);
  const projection = { saveProbes: () => Promise.resolve() } as never;
  const dialects = new DialectIngest(ingest, projection, { isDue: () => false } as never, silent);
  const placa = new KnownPlaca({
    placa_id: PLACA_ID,
    numero: NUMERO,
    empresa_id: 1,
    dialecto,
    revocada: 0,
    credencial_sha256: null,
    credencial_cifrada: null,
    credenciales_anteriores: [],
    epoch: 0,
    config_rev: 0,
    eliminada: false,
    switches: [],
    enclavamientos: [],
    puntos: [],
    knows_points: false,
    locked_out: [],
    sondas: {},
  });
  return (topic: string, payload: string, now: number): string[] => {
    refused.length = 0;
    const { l, e } =
      dialecto === 'acequia'
        ? ingest.telemetry(placa, topic, Buffer.from(payload), now)
        : dialects.hear(placa, topic, Buffer.from(payload), now).rows;
    return [...lines('lectura', l, L), ...lines('estado', e, E), ...refused.map((motivo) => `descarte ${motivo}`)];
  };
};
const lines = (kind: string, columns: readonly (number | null)[], width: number): string[] =>
  Array.from({ length: columns.length / width }, (_, row) =>
    [kind, ...columns.slice(row * width + 1, (row + 1) * width).map((one) => one ?? 'null')].join(' '),
  );

const [head = '', ...blocks] = readFileSync(new URL('v1-rows.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n\n');
const first = Number(/^# now: (\d+)$/m.exec(head)?.[1]);
const boards = new Map<string, ReturnType<typeof boardOf>>();
const cases = blocks.map((block, i) => {
  const [message = '', ...rows] = block.split('\n');
  const [topic = '', payload = ''] = message.split(' → ');
  return { topic, payload, rows: rows.map((row) => row.trim()), now: first + i * 1_000 };
});

it('has messages of each dialect', () => {
  expect([...new Set(cases.map(({ topic }) => topic.split('/')[0]))]).toEqual([
    'acequia',
    'tasmota',
    'shelly',
    'esphome',
  ]);
});

it.each(cases)('message %# gives the rows that it gave before there were points: $topic', (one) => {
  const dialecto = one.topic.split('/')[0] as FilaPlaca['dialecto'];
  const board = boards.get(dialecto) ?? boardOf(dialecto);
  boards.set(dialecto, board);
  expect(board(one.topic, one.payload, one.now)).toEqual(one.rows);
});
