import { describe, expect, it } from '@jest/globals';
import { CODECS } from './codecs.js';
import type { Report } from './dialect.js';

const NOW = 1_795_239_713_569;

/** A board whose messages are decoded one after the other, with what it has learned. */
const board = (dialecto: 'tasmota' | 'shelly') => {
  const known = new Map<string, number | null>();
  const say = (rest: string, message: object): Report => {
    const report = CODECS[dialecto].decode(rest, Buffer.from(JSON.stringify(message)), NOW, known);
    if (!report) throw new Error(`${rest} is nobody's`);
    for (const [key, number] of report.learned) known.set(key, number);
    return report;
  };
  const sensors = (message: object) => {
    const { muestras, rejected } = say('tele/SENSOR', message);
    const values = (muestras[0]?.sensores ?? []).map(({ pin, t, h }) => [pin, t ?? h]);
    return { values: Object.fromEntries(values) as object, refused: rejected.map(({ detalle }) => detalle) };
  };
  return { say, sensors };
};
const A = { Id: '0000000000A1', Temperature: 19.5 };
const B = { Id: '0000000000B2', Temperature: 18.9 };
const C = { Id: '0000000000C3', Temperature: 30 };

describe('the sensors of a Tasmota', () => {
  it('keep their numbers when a probe is lost, comes back or is added', () => {
    const { sensors } = board('tasmota');
    expect(sensors({ 'DS18B20-1': A, 'DS18B20-2': B }).values).toEqual({ 1: 1_950, 2: 1_890 });
    expect(sensors({ DS18B20: B })).toEqual({ values: { 2: 1_890 }, refused: [] });
    expect(sensors({ 'DS18B20-1': B, 'DS18B20-2': C })).toEqual({ values: { 2: 1_890, 3: 3_000 }, refused: [] });
    expect(sensors({ DS18B20_1: A, DS18B20_2: B, DS18B20_3: C }).values).toEqual({ 1: 1_950, 2: 1_890, 3: 3_000 });
  });

  it('are refused where nothing tells them apart', () => {
    const { sensors } = board('tasmota');
    expect(sensors({ 'DS18B20-1': { Temperature: 20 } }).refused[0]).toMatch(/^DS18B20-1: sin Id/);
    sensors({ 'DS18B20-1': A, 'DS18B20-2': B });
    expect(sensors({ DS18B20: { Temperature: 20 } })).toEqual({ values: {}, refused: [expect.any(String)] });
    const old = { DS18x20: { DS1: { Temperature: 20 }, DS2: { Temperature: 21 } } };
    expect(sensors(old)).toEqual({ values: {}, refused: ['DS18x20: sus sensores no se distinguen'] });
  });

  it('are told apart by their I²C addresses, and one without its address is none of them', () => {
    const { sensors } = board('tasmota');
    const both = { 'SHT3X-0x44': { Temperature: 20 }, 'SHT3X-0x45': { Temperature: 21 } };
    expect(sensors({ ...both, 'BME280-76': { Humidity: 40 } }).values).toEqual({ 1: 2_000, 2: 2_100, 3: 4_000 });
    expect(sensors({ 'BME280-76': { Humidity: 41 }, 'SHT3X-0x45': both['SHT3X-0x45'] }).values) //
      .toEqual({ 3: 4_100, 2: 2_100 });
    expect(sensors({ SHT3X: { Temperature: 21 } })).toEqual({
      values: {},
      refused: [expect.stringMatching(/^SHT3X:/)],
    });
  });

  it('of another kind than the lost one get a number of their own', () => {
    const { sensors } = board('tasmota');
    expect(sensors({ AM2301: { Temperature: 20 } }).values).toEqual({ 1: 2_000 });
    const replaced = { values: { 2: 2_100 }, refused: [] };
    expect(sensors({ DHT11: { Temperature: 21 } })).toEqual(replaced);
    expect(sensors({ DHT11: { Temperature: 21 } })).toEqual(replaced);
  });

  it('may be thermistors on analog inputs', () => {
    const { sensors } = board('tasmota');
    const two = { Temperature1: 24.2, Temperature2: 25.1, A0: 12 };
    expect(sensors({ AM2301: { Temperature: 20 }, ANALOG: two }).values).toEqual({ 1: 2_000, 2: 2_420, 3: 2_510 });
    expect(board('tasmota').sensors({ ANALOG: { Temperature: 75.56 }, TempUnit: 'F' }).values).toEqual({ 1: 2_420 });
  });

  it('beyond the numbers that there are, are refused', () => {
    const { sensors } = board('tasmota');
    const many = Array.from({ length: 40 }, (_, i) => [`X-0x${(i + 16).toString(16)}`, { Temperature: i }]);
    const { values, refused } = sensors(Object.fromEntries(many) as object);
    expect([Object.keys(values).length, refused.length]).toEqual([33, 7]);
  });
});

describe('the temperature of a Shelly', () => {
  const own = { 'temperature:0': { id: 0, tC: 41 } };
  it("is the meter's own where the board has an energy meter, in whole states and in later messages", () => {
    const { say } = board('shelly');
    const whole = { id: 'estado', result: { ...own, 'em:0': {}, 'temperature:100': { tC: 12.5 } } };
    expect(say('acequia/rpc', whole).muestras[0]?.sensores).toEqual([{ pin: 32, t: 1_250 }]);
    expect(say('events/rpc', { method: 'NotifyStatus', params: own }).muestras).toEqual([]);
    expect(say('status/temperature:0', own['temperature:0']).muestras).toEqual([]);
  });

  it('is a sensor of the field where it has none', () => {
    const { say } = board('shelly');
    expect(say('status/temperature:0', own['temperature:0']).muestras[0]?.sensores).toEqual([{ pin: 0, t: 4_100 }]);
  });
});
