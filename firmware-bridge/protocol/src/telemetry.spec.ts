import { MAX_CLOCK_AHEAD_MS, DESCARTE_REASONS, PINES_ESP32, PINS_PER_HALF } from '@acequia/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_SAMPLES, MAX_PAYLOAD_BYTES } from './decoded.js';
import { encodeTelemetry, type TelemetrySample } from './messages.js';
import {
  decodeTelemetry,
  TELEMETRY_LIMITS,
  UNMEASURED_C,
  type Sample,
  type SensorReading,
  type TelemetryDecoded,
} from './telemetry.js';

const NOW = 1_795_239_713_569;
const HOUR = 3_600_000;

const decode = (message: unknown): TelemetryDecoded =>
  decodeTelemetry(Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)), NOW);
const accepted = (message: unknown): Sample => {
  const { muestras, rejected } = decode(message);
  expect(rejected).toEqual([]);
  return muestras[0] as Sample;
};
const reason = (message: unknown): string => {
  const { muestras, rejected } = decode(message);
  // At most the sensor is known to have no value.
  for (const { on_lo, on_hi, off_lo, off_hi, sensores } of muestras) {
    expect([on_lo, on_hi, off_lo, off_hi]).toEqual([0, 0, 0, 0]);
    expect(sensores.map(({ t, h }) => t ?? h ?? null)).toEqual([null]);
  }
  expect(rejected).toHaveLength(1);
  return rejected[0]?.motivo ?? '';
};
const bits = (lo: number, hi: number): number[] =>
  [...PINES_ESP32].filter((pin) => (pin < PINS_PER_HALF ? lo & (1 << pin) : hi & (1 << (pin - PINS_PER_HALF))) !== 0);

describe('a telemetry message', () => {
  it('of one sample becomes integers: masks of pins, hundredths of values', () => {
    const sample = accepted({
      seq: 123,
      ts: NOW - HOUR,
      pins: { '4': 1, '5': 0, '19': 1, '21': 0, '39': 1 },
      sensors: { '15': { t: 21.5, h: 60.2 }, '32': { t: -0.004, h: 100 } },
    });
    expect(sample).toMatchObject({ index: 0, seq: 123, ts: NOW - HOUR, with_clock: true });
    expect(bits(sample.on_lo, sample.on_hi)).toEqual([4, 19, 39]);
    expect(bits(sample.off_lo, sample.off_hi)).toEqual([5, 21]);
    expect(sample.sensores).toEqual([
      { pin: 15, t: 2150, h: 6020 },
      { pin: 32, t: 0, h: 10_000 },
    ]);
  });

  it("without ts takes the server's clock, and says so", () => {
    expect(accepted({ pins: { '4': 1 } })).toMatchObject({ ts: NOW, with_clock: false, seq: null });
    expect(accepted({ ts: null, pins: { '4': 1 } })).toMatchObject({ ts: NOW, with_clock: false });
  });

  it('may leave a value out, which says nothing of it, and may say that there is none', () => {
    const sensors = (sensor: object) => accepted({ sensors: { '15': sensor } }).sensores;
    expect(sensors({ t: 20 })).toEqual([{ pin: 15, t: 2000 }]);
    expect(sensors({ t: null, h: 50 })).toEqual([{ pin: 15, t: null, h: 5000 }]);
    expect(sensors({ t: null, h: null })).toEqual([{ pin: 15, t: null, h: null }]);
    expect(sensors({})).toEqual([]);
  });

  it.each<[string, object, string, number[], number[], SensorReading[]]>([
    [
      'a broken probe',
      { pins: { '25': 0 }, sensors: { '16': { t: -127 } } },
      'valor_fuera_de_rango',
      [],
      [25],
      [{ pin: 16, t: null }],
    ],
    [
      'a probe that has not measured yet',
      { pins: { '4': 1 }, sensors: { '16': { t: 85 }, '17': { t: 85.1, h: 85 } } },
      'valor_fuera_de_rango',
      [4],
      [],
      [
        { pin: 16, t: null },
        { pin: 17, t: 8_510, h: 8_500 },
      ],
    ],
    [
      'a broken probe beside a good one',
      { pins: { '25': 1 }, sensors: { '16': { t: -127 }, '17': { t: 20, h: 50 } } },
      'valor_fuera_de_rango',
      [25],
      [],
      [
        { pin: 16, t: null },
        { pin: 17, t: 2_000, h: 5_000 },
      ],
    ],
    [
      "one of a sensor's two values",
      { sensors: { '16': { t: 20, h: 3_276.7 } } },
      'valor_fuera_de_rango',
      [],
      [],
      [{ pin: 16, t: 2_000, h: null }],
    ],
    ['a sensor as a number', { pins: { '4': 1 }, sensors: { '16': 21 } }, 'forma_invalida', [4], [], []],
    ['sensors as a list', { pins: { '4': 1 }, sensors: [1] }, 'forma_invalida', [4], [], []],
    ['a pin that is 2', { pins: { '4': 2, '5': 0 } }, 'valor_fuera_de_rango', [], [5], []],
    [
      'pin 20',
      { pins: { '20': 1, '5': 0 }, sensors: { '15': { h: 50 } } },
      'pin_inexistente',
      [],
      [5],
      [{ pin: 15, h: 5_000 }],
    ],
    ['pins as a list', { pins: [1], sensors: { '15': { t: 20 } } }, 'forma_invalida', [], [], [{ pin: 15, t: 2_000 }]],
    ['its seq', { seq: 'x', pins: { '4': 1 } }, 'forma_invalida', [4], [], []],
  ])('with %s that cannot be loses only that, alone and in an array', (_name, message, motivo, on, off, sensores) => {
    for (const whole of [message, [{ pins: {} }, message]]) {
      const { muestras, rejected } = decode(whole);
      expect(rejected.map((one) => one.motivo)).toEqual([motivo]);
      const sample = muestras.at(-1) as Sample;
      expect([bits(sample.on_lo, sample.on_hi), bits(sample.off_lo, sample.off_hi)]).toEqual([on, off]);
      expect(sample.sensores).toEqual(sensores);
    }
  });

  it('takes humidity a little over 100 % as fog, and more as no value', () => {
    const humidity = (h: number) => decode({ sensors: { '15': { t: 20, h } } }).muestras[0]?.sensores;
    expect([100, 100.1, 105].map(humidity)).toEqual(Array(3).fill([{ pin: 15, t: 2_000, h: 10_000 }]));
    expect(humidity(105.1)).toEqual([{ pin: 15, t: 2_000, h: null }]);
  });

  it('may say more than this version knows', () => {
    expect(accepted({ pins: { '4': 1 }, volts: 3.3, sensors: { '15': { t: 1, h: 2, p: 3 } } }).sensores).toEqual([
      { pin: 15, t: 100, h: 200 },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['broken JSON', '{"pins":{"4":1}', 'json_invalido'],
    ['NaN', '{"sensors":{"15":{"t":NaN}}}', 'json_invalido'],
    ['nothing', '', 'json_invalido'],
    ['text with a NUL', '{"pins":{"4":1}}\u0000', 'json_invalido'],
    ['bytes that are no text', '\u00ff\u00fe', 'json_invalido'],
    ['2 MB', `[${'1,'.repeat(1_000_000)}1]`, 'demasiado_grande'],
    ['a number', 5, 'forma_invalida'],
    ['null', null, 'forma_invalida'],
    ['a text', '"hola"', 'forma_invalida'],
    ['an empty sample', {}, 'forma_invalida'],
    ['pins as a list', { pins: [1, 0] }, 'forma_invalida'],
    ['a pin as a text', { pins: { '4': '1' } }, 'forma_invalida'],
    ['a pin as a boolean', { pins: { '4': true } }, 'forma_invalida'],
    ['a pin that is 2', { pins: { '4': 2 } }, 'valor_fuera_de_rango'],
    ['a pin that is 0.5', { pins: { '4': 0.5 } }, 'valor_fuera_de_rango'],
    ['pin 20, which no ESP32 has', { pins: { '20': 1 } }, 'pin_inexistente'],
    ['pin 40', { pins: { '40': 1 } }, 'pin_inexistente'],
    ['pin −1', { pins: { '-1': 1 } }, 'pin_inexistente'],
    ['pin 04', { pins: { '04': 1 } }, 'pin_inexistente'],
    ['pin 4.0', { pins: { '4.0': 1 } }, 'pin_inexistente'],
    ['an inherited name as a pin', '{"pins":{"__proto__":1}}', 'pin_inexistente'],
    ['another inherited name', '{"sensors":{"constructor":{"t":1}}}', 'pin_inexistente'],
    ['a sensor on a missing pin', { sensors: { '24': { t: 1 } } }, 'pin_inexistente'],
    ['a sensor as a number', { sensors: { '15': 21 } }, 'forma_invalida'],
    ['a temperature as a text', { sensors: { '15': { t: '21.5' } } }, 'forma_invalida'],
    ['a temperature of 200', { sensors: { '15': { t: 200 } } }, 'valor_fuera_de_rango'],
    ['a humidity of −1', { sensors: { '15': { h: -1 } } }, 'valor_fuera_de_rango'],
    ['int32 + 1', { sensors: { '15': { t: 2_147_483_648 } } }, 'valor_fuera_de_rango'],
    ['infinity', '{"sensors":{"15":{"t":1e999}}}', 'valor_fuera_de_rango'],
    ['a ts two days ahead', { ts: NOW + 48 * HOUR, pins: { '4': 1 } }, 'reloj_adelantado'],
    ['a ts beyond any calendar', { ts: 1e300, pins: { '4': 1 } }, 'reloj_adelantado'],
    ['a ts of a board that never set its clock', { ts: 12_345, pins: { '4': 1 } }, 'fuera_de_retencion'],
    ['a ts in seconds', { ts: 1_795_239_713, pins: { '4': 1 } }, 'fuera_de_retencion'],
    ['a ts as a text', { ts: String(NOW), pins: { '4': 1 } }, 'forma_invalida'],
    ['a ts with a fraction', { ts: 0.5, pins: { '4': 1 } }, 'forma_invalida'],
    ['501 samples', Array.from({ length: MAX_SAMPLES + 1 }, () => ({ pins: {} })), 'demasiadas_muestras'],
  ])('of %s is refused with its reason', (_name, message, motivo) => {
    expect(reason(message)).toBe(motivo);
  });

  it('is refused at the limits exactly', () => {
    const at = (ts: number) => decode({ ts, pins: { '4': 1 } }).rejected[0]?.motivo;
    expect(at(NOW + MAX_CLOCK_AHEAD_MS)).toBeUndefined();
    expect(at(NOW + MAX_CLOCK_AHEAD_MS + 1)).toBe('reloj_adelantado');
    expect(at(NOW - TELEMETRY_LIMITS.retention_ms)).toBeUndefined();
    expect(at(NOW - TELEMETRY_LIMITS.retention_ms - 1)).toBe('fuera_de_retencion');
    expect(decode(`${' '.repeat(MAX_PAYLOAD_BYTES - 16)}{"pins":{"4":1}}`).muestras).toHaveLength(1);
    expect(reason(`${' '.repeat(MAX_PAYLOAD_BYTES - 15)}{"pins":{"4":1}}`)).toBe('demasiado_grande');
  });

  it('with one bad sample among good ones loses only that one', () => {
    const { muestras, rejected } = decode([
      { seq: 1, pins: { '4': 1 } },
      { seq: 2, pins: { '99': 1 } },
      'basura',
      { seq: 3, pins: { '4': 0 } },
    ]);
    expect(muestras.map(({ seq, index }) => [seq, index])).toEqual([
      [1, 0],
      [3, 3],
    ]);
    expect(rejected.map(({ motivo, index }) => [motivo, index])).toEqual([
      ['pin_inexistente', 1],
      ['forma_invalida', 2],
    ]);
  });

  it('says of a message refused as a whole that no sample was meant', () => {
    expect(decode('{').rejected[0]?.index).toBe(-1);
    expect(decode([]).rejected).toEqual([]);
  });

  it('of any depth does no harm', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(reason(deep)).toBe('forma_invalida');
    expect(reason(`{"pins":${deep}}`)).toBe('forma_invalida');
    expect(reason(`{"sensors":{"15":{"t":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}}}`)).toBe('forma_invalida');
  });
});

/** Pieces of real and of hostile messages, so that random values reach every branch. */
const pinKey = fc.oneof(
  fc.constantFrom('4', '5', '15', '39', '20', '04', '__proto__', 'toString', ''),
  fc.integer({ min: -5, max: 300 }).map(String),
  fc.string(),
);
const anything = fc.anything({ maxDepth: 3, withNullPrototype: true });
const sampleLike = fc.record(
  {
    seq: fc.oneof(fc.nat(), anything),
    ts: fc.oneof(fc.integer({ min: NOW - 10 * HOUR, max: NOW + HOUR }), fc.double(), anything),
    pins: fc.oneof(fc.dictionary(pinKey, fc.oneof(fc.constantFrom(0, 1, 2, '1', true, null), anything)), anything),
    sensors: fc.oneof(
      fc.dictionary(pinKey, fc.oneof(fc.record({ t: fc.oneof(fc.double(), anything), h: fc.double() }), anything)),
      anything,
    ),
  },
  { requiredKeys: [] },
);

const jsonOf = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return 'no JSON';
  }
};

const assertSound = ({ muestras, rejected }: TelemetryDecoded): void => {
  for (const sample of muestras) {
    expect(sample.on_lo & sample.off_lo).toBe(0);
    expect(sample.on_hi & sample.off_hi).toBe(0);
    expect(sample.ts).toBeLessThanOrEqual(NOW + TELEMETRY_LIMITS.max_lead_ms);
    expect(sample.ts).toBeGreaterThanOrEqual(NOW - TELEMETRY_LIMITS.retention_ms);
    for (const { pin, t = null, h = null } of sample.sensores) {
      expect(PINES_ESP32.has(pin)).toBe(true);
      expect(t === null || (Number.isInteger(t) && !Object.is(t, -0) && Math.abs(t) <= 15_000)).toBe(true);
      expect(h === null || (Number.isInteger(h) && h >= 0 && h <= 10_000)).toBe(true);
    }
  }
  for (const { motivo, detalle } of rejected) {
    expect(DESCARTE_REASONS).toContain(motivo);
    expect(detalle.length).toBeLessThanOrEqual(200);
    expect(detalle.isWellFormed()).toBe(true);
    expect(detalle).not.toContain('\u0000');
  }
};

describe('whatever arrives', () => {
  it('as bytes never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => assertSound(decodeTelemetry(Buffer.from(bytes), NOW))),
    );
  });

  it('as JSON never throws, and what is accepted is sound', () => {
    fc.assert(
      fc.property(
        fc.oneof(sampleLike, fc.array(fc.oneof(sampleLike, anything), { maxLength: 8 }), anything),
        (message) => assertSound(decode(jsonOf(message))),
      ),
      { numRuns: 2_000 },
    );
  });

  it('as a list is answered sample by sample', () => {
    fc.assert(
      fc.property(fc.array(sampleLike, { maxLength: 10 }), (samples) => {
        const text = jsonOf(samples);
        fc.pre(text !== 'no JSON');
        const { muestras, rejected } = decode(text);
        const seen = new Set([...muestras, ...rejected].map(({ index }) => index));
        expect([...seen].sort((a, b) => a - b)).toEqual(samples.map((_sample, index) => index));
      }),
    );
  });

  it('as a board writes it comes out as it went in', () => {
    const pin = fc.constantFrom(...PINES_ESP32);
    const sample: fc.Arbitrary<TelemetrySample> = fc.record({
      seq: fc.nat(),
      ts: fc.integer({ min: NOW - 1_000 * HOUR, max: NOW }),
      pins: fc.dictionary(pin.map(String), fc.constantFrom(0, 1)),
      sensors: fc.dictionary(
        pin.map(String),
        fc.record({
          t: fc
            .integer({ min: -10_000, max: 15_000 })
            .map((n) => n / 100)
            .filter((t) => t !== UNMEASURED_C),
          h: fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
        }),
      ),
    });
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 5 }), (samples) => {
        const { muestras, rejected } = decode(encodeTelemetry(samples));
        expect(rejected).toEqual([]);
        muestras.forEach((sample, index) => {
          const { seq, ts, pins = {}, sensors = {} } = samples[index] as TelemetrySample;
          expect(sample).toMatchObject({ seq, ts });
          const withState = (state: 0 | 1) =>
            Object.keys(pins)
              .filter((key) => pins[key] === state)
              .map(Number);
          expect(bits(sample.on_lo, sample.on_hi)).toEqual(withState(1).sort((a, b) => a - b));
          expect(bits(sample.off_lo, sample.off_hi)).toEqual(withState(0).sort((a, b) => a - b));
          const readings = Object.entries(sensors).map(([key, { t, h }]) => ({
            pin: Number(key),
            t: Math.round((t ?? 0) * 100) + 0,
            h: Math.round((h ?? 0) * 100) + 0,
          }));
          expect(sample.sensores).toEqual(readings);
        });
      }),
    );
  });
});
