import type { TelemetrySample } from '@acequia/board-protocol';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitOf } from './backoff.js';
import { readBoards, writePrivate } from './board-spec.js';
import { DeliveryState } from './delivery-state.js';
import { SampleRing } from './sample-ring.js';

const sample = (seq: number): TelemetrySample => ({ seq, ts: seq, pins: {} });
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'acequia-sim-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the samples that a board keeps', () => {
  it('stay, oldest first, until they were delivered', () => {
    const ring = new SampleRing();
    for (const seq of [1, 2, 3]) ring.push(sample(seq));
    const batch = ring.peek(2);
    expect(batch.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(ring.size).toBe(3);
    ring.remove(batch);
    expect(ring.peek().map(({ seq }) => seq)).toEqual([3]);
  });

  it('give way to newer ones when there is no room', () => {
    const ring = new SampleRing(3);
    for (const seq of [1, 2, 3, 4, 5]) ring.push(sample(seq));
    expect(ring.peek().map(({ seq }) => seq)).toEqual([3, 4, 5]);
    expect(ring.lost).toBe(2);
  });

  it('are not confused when some were overwritten while on their way', () => {
    const ring = new SampleRing(3);
    for (const seq of [1, 2, 3]) ring.push(sample(seq));
    const batch = ring.peek(2);
    ring.push(sample(4));
    ring.remove(batch);
    expect(ring.peek().map(({ seq }) => seq)).toEqual([3, 4]);
  });
});

describe('the wait before a reconnect', () => {
  it('has a ceiling that doubles from one second to a minute', () => {
    const ceilings = [0, 1, 2, 3, 6, 7, 50].map((n) => waitOf(n, () => 0.999_999));
    expect(ceilings).toEqual([999, 1_999, 3_999, 7_999, 59_999, 59_999, 59_999]);
  });

  it('may be nothing at all: boards that fell together do not return together', () => {
    expect(waitOf(6, () => 0)).toBe(0);
  });
});

describe('how far a board got', () => {
  it('survives a restart', () => {
    const path = join(folder, 'boards.json.state');
    const before = new DeliveryState(path);
    before.nextSeq(37);
    before.delivered(37, 5_000);
    before.delivered(37, 4_000);
    before.save();
    const after = new DeliveryState(path);
    expect(after.hasta(37)).toBe(5_000);
    expect(after.nextSeq(37)).toBe(2);
    expect(after.hasta(38)).toBeNull();
  });

  it.each(['', '{', '{"37":{"hasta":"x"}}', '[]'])('is forgotten when its file holds %j', (content) => {
    const path = join(folder, 'state');
    writeFileSync(path, content);
    expect(new DeliveryState(path).hasta(37)).toBeNull();
  });
});

describe('a boards file', () => {
  const credential = { id: 1001, placa_id: 37, username: '1001', password: 'secreta' };
  const write = (boards: unknown): string => {
    const path = join(folder, 'boards.json');
    writePrivate(path, JSON.stringify(boards));
    return path;
  };

  it('is readable by its owner only', () => {
    expect(statSync(write([])).mode & 0o777).toBe(0o600);
  });

  it('may hold credentials alone', () => {
    expect(readBoards(write([credential]))).toEqual([
      { numero: 1001, placa_id: 37, username: '1001', password: 'secreta', place: 'campo', relays: [], sensors: [] },
    ]);
  });

  it.each([
    ['pins with their types', { relays: [{ pin: 25, tipo: 'difusor' }] }],
    ['bare pins and their types beside them', { relays: [25], tipos: { 25: 'difusor' } }],
  ])('may say what is wired: %s', (_form, wiring) => {
    expect(readBoards(write([{ ...credential, ...wiring, sensors: [32] }]))[0]).toMatchObject({
      place: 'greenhouse',
      relays: [{ pin: 25, tipo: 'difusor' }],
      sensors: [32],
    });
  });

  it('that is none is refused in one line', () => {
    const path = write([{ id: 'x' }]);
    expect(() => readBoards(path)).toThrow(/no es un archivo de placas: 0\.id/);
    expect(() => readBoards(join(folder, 'absent.json'))).toThrow(/No se puede leer/);
    expect(readFileSync(path, 'utf8')).toContain('x');
  });
});
