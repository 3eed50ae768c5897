import type { LiveBus } from '@acequia/bus';
import type { LiveMessage } from '@acequia/contracts';
import { jest } from '@jest/globals';
import type { KnownPlaca } from '../registry/known-placa.js';
import { KnownEstado, pointField } from './known-estado.js';
import { LivePublisher } from './live.publisher.js';

const PLACA = { placa_id: 7, empresa_id: 1, puntos: [{ id: 11 }, { id: 12 }] } as unknown as KnownPlaca;
const FIELDS = [pointField(11), pointField(12)];

describe('the values of points, live', () => {
  let published: [punto_id: number, valor: number | null][];
  let publisher: LivePublisher;
  const tell = (fields: string[], value: number): void =>
    publisher.points(PLACA, fields, KnownEstado.fromFlat(FIELDS.flatMap((field) => [field, `${value}:${value}`])));

  beforeEach(() => {
    jest.useFakeTimers();
    published = [];
    const publish = (_empresa: number, { payload }: LiveMessage<'punto:valor'>): Promise<void> => {
      published.push([payload.punto_id, payload.valor]);
      return Promise.resolve();
    };
    publisher = new LivePublisher({ publish } as unknown as LiveBus);
  });
  afterEach(() => void jest.useRealTimers());

  it('of a quiet board are told at once', () => {
    tell(FIELDS, 1);
    jest.advanceTimersByTime(1_000);
    tell([FIELDS[1]!], 2);
    expect(published).toEqual([
      [11, 1],
      [12, 1],
      [12, 2],
    ]);
  });

  it('of a board that sends a buffer are told once a second, the last one always', () => {
    for (let n = 1; n <= 40; n++) {
      tell(FIELDS, n);
      jest.advanceTimersByTime(50);
    }
    tell([FIELDS[0]!], 41);
    jest.advanceTimersByTime(5_000);
    expect(published.filter(([id]) => id === 11).map(([, valor]) => valor)).toEqual([1, 20, 40, 41]);
    expect(published.filter(([id]) => id === 12).map(([, valor]) => valor)).toEqual([1, 20, 40]);
  });
});
