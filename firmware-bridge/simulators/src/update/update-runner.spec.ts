import { encodeUpdate, type StatusMessage, topics } from '@acequia/board-protocol';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BoardRunner } from '../board-runner.js';
import { TestBroker } from '../broker.fixture.js';
import { DeliveryState } from '../delivery-state.js';
import { firmwareImage, MODEL, sha256Of } from './firmware-image.js';
import type { UpdateFaults } from './update-faults.js';

const N = 1001;
const spec = {
  numero: N,
  placa_id: 37,
  username: `${N}`,
  password: 'secreta',
  place: 'campo' as const,
  relays: [],
  sensors: [],
};
const factory = { version: '1.0.0', model: MODEL, secure_version: 1 };
const image = firmwareImage({ size: 90_000, secure_version: 2 });

let folder: string;
let broker: TestBroker;
let server: Server;
let runner: BoardRunner;
let ticking: NodeJS.Timeout;
/** Of each request for the image. */
let ranges: (string | undefined)[];

const start = (faults: UpdateFaults = {}): void => {
  const state = new DeliveryState(join(folder, 'boards.state'));
  const options = { url: broker.url, historial_ms: 0, state, log: () => undefined, turnos: false, image: factory };
  runner = new BoardRunner(spec, options);
  runner.misbehave({ update: faults });
  runner.start();
  ticking = setInterval(() => runner.tick(), 50);
};
const told = (): NonNullable<StatusMessage['update']>[] =>
  (broker.of(N, 'status') as StatusMessage[]).flatMap(({ update }) => (update ? [update] : []));
const until = (phase: string, why?: string): Promise<void> =>
  broker.until(() => told().some((one) => one.phase === phase && one.why === why));
const order = async (): Promise<void> => {
  await broker.until(() => broker.of(N, 'status').length > 0);
  const { port } = server.address() as AddressInfo;
  const document = {
    id: 7,
    url: `http://127.0.0.1:${port}/`,
    size: image.length,
    sha256: sha256Of(image),
    version: '2.0.0',
    model: MODEL,
  };
  await broker.send(topics.update(N), encodeUpdate(document), true);
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'acequia-sim-'));
  broker = await TestBroker.start('secreta');
  ranges = [];
  server = createServer((request, response) => {
    ranges.push(request.headers.range);
    // Asked to wait at first, as a busy server does.
    if (ranges.length === 1) return response.writeHead(429, { 'retry-after': '1' }).end();
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const rest = image.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': rest.length,
      ...(from > 0 && { 'content-range': `bytes ${from}-${image.length - 1}/${image.length}` }),
    });
    response.write(rest.subarray(0, 50_000), () => {
      // The first line breaks half-way.
      if (ranges.length === 2) response.destroy();
      else response.end(rest.subarray(50_000));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  clearInterval(ticking);
  await runner.stop();
  await broker.stop();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

it('loads an image over HTTP, goes on after a broken line and a cut of power, and says that it runs it', async () => {
  start({ cut_at: 60_000 });
  await order();
  await until('done');
  expect(ranges.length).toBeGreaterThanOrEqual(4);
  expect(ranges.slice(2).every((range) => Number(/\d+/.exec(range ?? '')?.[0]) > 16_000)).toBe(true);
  const status = broker.of(N, 'status').at(-1);
  expect(status).toMatchObject({
    fw: '2.0.0',
    image: { version: '2.0.0', model: MODEL, slot: 1, floor: 2, trial: 0 },
    update: { id: 7, phase: 'done', at: image.length },
  });
});

it.each<[string, UpdateFaults]>([
  ['signature', { bad_signature: true }],
  ['rolled_back', { boot_loop: true }],
])('ends with %s when it was told to', async (why, faults) => {
  start(faults);
  await order();
  await until('failed', why);
  expect(broker.of(N, 'status').at(-1)).toMatchObject({ image: { version: '1.0.0', slot: 0, floor: 1 } });
});
