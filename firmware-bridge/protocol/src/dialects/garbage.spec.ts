import { pinExists, PINES_ESP32, PINS_PER_HALF, type ForeignDialecto } from '@acequia/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CODECS } from './codecs.js';

const NOW = 1_795_239_713_569;
const bits = (lo: number, hi: number): number[] =>
  [...PINES_ESP32].filter((pin) => (pin < PINS_PER_HALF ? lo & (1 << pin) : hi & (1 << (pin - PINS_PER_HALF))) !== 0);
const RESTS: readonly [ForeignDialecto, string][] = [
  ...[
    'tele/LWT',
    'tele/STATE',
    'tele/SENSOR',
    'tele/INFO1',
    'stat/RESULT',
    'stat/POWER',
    'stat/POWER3',
    'stat/POWER24',
  ],
].map((rest): [ForeignDialecto, string] => ['tasmota', rest]);
const MORE_RESTS: readonly [ForeignDialecto, string][] = [
  ...RESTS,
  ['esphome', 'status'],
  ['esphome', 'switch/relevador_4/state'],
  ['esphome', 'switch/relevador_99/state'],
  ['esphome', 'sensor/temperatura_15/state'],
  ['esphome', 'sensor/humedad_24/state'],
  ['esphome', 'sensor/wifi/state'],
  ['shelly', 'online'],
  ['shelly', 'status/switch:0'],
  ['shelly', 'status/switch:24'],
  ['shelly', 'status/temperature:100'],
  ['shelly', 'status/humidity:999'],
  ['shelly', 'status/wifi'],
  ['shelly', 'events/rpc'],
  ['shelly', 'acequia/rpc'],
];

const value = fc.oneof(
  fc.constantFrom<unknown>('ON', 'OFF', 'on', true, false, null, -1e308, 1e308, 151, -101, 21.5, 'nan', '\u0000'),
  fc.double(),
  fc.string(),
);
const key = fc.oneof(
  fc.constantFrom('POWER', 'POWER1', 'POWER0', 'POWER24', 'POWER99', 'AM2301', 'AM2301-04', 'DHT11', 'TempUnit'),
  fc.constantFrom('Temperature', 'Humidity', 'Wifi', 'Signal', 'Info1', 'Version', 'id', 'result', 'error', 'method'),
  fc.constantFrom('params', 'output', 'tC', 'rh', 'rssi', 'switch:0', 'switch:24', 'temperature:100', 'humidity:100'),
  fc.constantFrom('__proto__', 'constructor', 'code', 'message', 'wifi'),
  fc.string(),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof({ maxDepth: 4 }, value, fc.dictionary(key, tie('tree'), { maxKeys: 6 }), fc.array(tie('tree'))),
}));
const notification = fc.record({ method: fc.constantFrom('NotifyStatus', 'NotifyFullStatus'), params: tree });
const payload = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
  value.map((text) => Buffer.from(String(text))),
  fc.oneof(tree, notification).map((message) => Buffer.from(JSON.stringify(message) ?? '')),
);

describe('whatever arrives from a dialect', () => {
  it('never throws, and never gives a value or a pin that cannot be', () => {
    fc.assert(
      fc.property(fc.constantFrom(...MORE_RESTS), payload, ([dialecto, rest], bytesOf) => {
        const report = CODECS[dialecto].decode(rest, bytesOf, NOW);
        for (const sample of report?.muestras ?? []) {
          expect(sample.ts).toBe(NOW);
          expect((sample.on_lo & sample.off_lo) | (sample.on_hi & sample.off_hi)).toBe(0);
          const pins = [];
          for (const { pin, t = null, h = null } of sample.sensores) {
            pins.push(pin);
            expect(pinExists(pin)).toBe(true);
            if (t !== null) expect(Number.isInteger(t) && t >= -10_000 && t <= 15_000).toBe(true);
            if (h !== null) expect(Number.isInteger(h) && h >= 0 && h <= 10_000).toBe(true);
          }
          expect(new Set(pins).size).toBe(pins.length);
          const known = bits(sample.on_lo | sample.off_lo, sample.on_hi | sample.off_hi);
          expect(known.length + pins.length).toBeGreaterThan(0);
        }
        for (const { detalle } of report?.rejected ?? []) {
          expect(detalle.length).toBeLessThanOrEqual(200);
          expect(detalle).not.toContain('\u0000');
        }
        const { rssi } = report?.status ?? {};
        if (rssi !== undefined) expect(rssi >= -150 && rssi <= 0).toBe(true);
      }),
      { numRuns: 4_000 },
    );
  });

  it('on any other topic of the board is its own affair', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(CODECS)), fc.string(), payload, (codec, rest, bytesOf) => {
        const report = codec.decode(rest, bytesOf, NOW);
        if (!MORE_RESTS.some(([, known]) => known === rest)) expect(report).toBeNull();
      }),
    );
  });

  it.each<[ForeignDialecto, string, unknown, string]>([
    ['tasmota', 'stat/POWER1', 'TOGGLE', 'forma_invalida'],
    ['tasmota', 'stat/POWER24', 'ON', 'pin_inexistente'],
    ['tasmota', 'tele/STATE', '{"POWER1":"O', 'json_invalido'],
    ['tasmota', 'tele/STATE', '[1]', 'forma_invalida'],
    ['tasmota', 'tele/SENSOR', { AM2301: { Temperature: 151 } }, 'valor_fuera_de_rango'],
    ['tasmota', 'tele/SENSOR', { AM2301: { Temperature: '23' } }, 'forma_invalida'],
    ['tasmota', 'tele/LWT', 'online', 'forma_invalida'],
    ['tasmota', 'tele/SENSOR', `{"a":"${'x'.repeat(70_000)}"}`, 'demasiado_grande'],
    ['esphome', 'switch/relevador_20/state', 'ON', 'pin_inexistente'],
    ['esphome', 'sensor/humedad_15/state', '105.5', 'valor_fuera_de_rango'],
    ['esphome', 'sensor/humedad_15/state', '1e2', 'forma_invalida'],
    ['shelly', 'status/switch:0', { output: 'true' }, 'forma_invalida'],
    ['shelly', 'status/temperature:0', { tC: -101 }, 'valor_fuera_de_rango'],
    ['shelly', 'online', 'TRUE', 'forma_invalida'],
  ])('%s %s %j is refused with its reason', (dialecto, rest, message, motivo) => {
    const payloadOf = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
    const reasons = CODECS[dialecto].decode(rest, payloadOf, NOW)?.rejected.map((refused) => refused.motivo);
    expect(reasons).toEqual([motivo]);
  });
});
