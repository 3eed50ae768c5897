import type { ForeignDialecto } from '@acequia/contracts';
import { fieldsOf } from './fields.js';

const fields = (dialecto: ForeignDialecto, rest: string, message: unknown) =>
  Object.fromEntries(fieldsOf(dialecto, rest, Buffer.from(JSON.stringify(message))));

describe('the numbers of a message, by their paths', () => {
  it('of Tasmota begin with the name of the message', () => {
    const sensor = { Time: '2026-01-01T00:00:00', COUNTER: { C1: 3 }, SHT3X: { Temperature: 21.5, Pressure: 1018 } };
    const paths = { 'SENSOR.COUNTER.C1': 3, 'SENSOR.SHT3X.Temperature': 21.5, 'SENSOR.SHT3X.Pressure': 1018 };
    expect(fields('tasmota', 'tele/SENSOR', sensor)).toEqual(paths);
    expect(fields('tasmota', 'stat/STATUS10', { StatusSNS: sensor })).toEqual(paths);
  });

  it('of Tasmota are each phase of a meter, and each probe by its Id, wherever it stands on its wire', () => {
    expect(fields('tasmota', 'tele/SENSOR', { ENERGY: { Total: 6.5, Power: [10, 20, 30] } })).toEqual({
      'SENSOR.ENERGY.Total': 6.5,
      'SENSOR.ENERGY.Power.0': 10,
      'SENSOR.ENERGY.Power.1': 20,
      'SENSOR.ENERGY.Power.2': 30,
    });
    const [a, b] = [
      { Id: '0000000000A1', Temperature: 19.5 },
      { Id: '0000000000B2', Temperature: 18.9 },
    ];
    const [of, other] = ['SENSOR.DS18B20:0000000000A1.Temperature', 'SENSOR.DS18B20:0000000000B2.Temperature'];
    expect(fields('tasmota', 'tele/SENSOR', { 'DS18B20-1': a, 'DS18B20-2': b })).toEqual({ [of]: 19.5, [other]: 18.9 });
    expect(fields('tasmota', 'tele/SENSOR', { DS18B20: b })).toEqual({ [other]: 18.9 });
  });

  it('of Tasmota are in °C and hPa, whatever it shows', () => {
    const units = { TempUnit: 'F', PressureUnit: 'inHg' };
    expect(
      fields('tasmota', 'tele/SENSOR', { BME280: { Temperature: 68, Pressure: 29.92, Humidity: 50 }, ...units }),
    ).toEqual({
      'SENSOR.BME280.Temperature': 20,
      'SENSOR.BME280.Pressure': expect.closeTo(1_013.2, 1),
      'SENSOR.BME280.Humidity': 50,
    });
  });

  it('are null where a sensor has no value', () => {
    expect(fields('tasmota', 'tele/SENSOR', { SHT3X: { Pressure: null } })).toEqual({ 'SENSOR.SHT3X.Pressure': null });
    expect(fields('shelly', 'status/em:0', { n_current: null })).toEqual({ 'em:0.n_current': null });
    for (const word of ['nan', 'NaN'])
      expect([...fieldsOf('esphome', 'sensor/flow/state', Buffer.from(word))]).toEqual([['flow', null]]);
  });

  it('are null of a probe that has not measured yet, and of no other sensor', () => {
    const one = { Id: 'A1', Temperature: 185 };
    expect(fields('tasmota', 'tele/SENSOR', { 'DS18B20-1': one, TempUnit: 'F' })).toEqual({
      'SENSOR.DS18B20:A1.Temperature': null,
    });
    const other = { 'SENSOR.MAX6675.Temperature': 85 };
    expect(fields('tasmota', 'tele/SENSOR', { MAX6675: { Temperature: 85 }, TempUnit: 'C' })).toEqual(other);
    const unmeasured = { id: 100, tC: 85, tF: 185 };
    const nothing = { 'temperature:100.id': 100, 'temperature:100.tC': null, 'temperature:100.tF': null };
    expect(fields('shelly', 'status/temperature:100', unmeasured)).toEqual(nothing);
    expect(fields('shelly', 'events/rpc', { params: { 'temperature:100': unmeasured } })).toEqual(nothing);
    expect(fields('shelly', 'status/temperature:0', { tC: 85 })).toEqual({ 'temperature:0.tC': 85 });
  });

  it('of Shelly begin with the component, in whichever message it comes', () => {
    const input = { id: 100, counts: { total: 1234, by_minute: [1, 2] }, state: true };
    const paths = { 'input:100.id': 100, 'input:100.counts.total': 1234, 'input:100.state': 1 };
    expect(fields('shelly', 'status/input:100', input)).toEqual(paths);
    expect(fields('shelly', 'events/rpc', { method: 'NotifyStatus', params: { 'input:100': input } })).toEqual(paths);
    expect(fields('shelly', 'acequia/rpc', { id: 'estado', result: { 'input:100': input } })).toEqual(paths);
  });

  it('of ESPHome are the state of a sensor', () => {
    expect(fields('esphome', 'sensor/water_pulses/state', 12.5)).toEqual({ water_pulses: 12.5 });
    const contact = (word: string) => [...fieldsOf('esphome', 'binary_sensor/float/state', Buffer.from(word))];
    expect([contact('ON'), contact('OFF'), contact('x')]).toEqual([
      [['binary_sensor/float', 1]],
      [['binary_sensor/float', 0]],
      [],
    ]);
  });

  it('are none in what is no message, and not endless in a large one', () => {
    expect(fieldsOf('shelly', 'status/input:0', Buffer.from('{')).size).toBe(0);
    expect(fields('shelly', 'online', true)).toEqual({});
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, n]));
    expect(Object.keys(fields('tasmota', 'tele/SENSOR', many))).toHaveLength(300);
    let deep: unknown = 1;
    for (let n = 0; n < 50; n += 1) deep = { a: deep };
    expect(fields('tasmota', 'tele/SENSOR', deep)).toEqual({});
  });
});
