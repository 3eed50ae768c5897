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

  it('of Shelly begin with the component, in whichever message it comes', () => {
    const input = { id: 100, counts: { total: 1234, by_minute: [1, 2] }, state: true };
    const paths = { 'input:100.id': 100, 'input:100.counts.total': 1234, 'input:100.state': 1 };
    expect(fields('shelly', 'status/input:100', input)).toEqual(paths);
    expect(fields('shelly', 'events/rpc', { method: 'NotifyStatus', params: { 'input:100': input } })).toEqual(paths);
    expect(fields('shelly', 'acequia/rpc', { id: 'estado', result: { 'input:100': input } })).toEqual(paths);
  });

  it('of ESPHome are the state of a sensor', () => {
    expect(fields('esphome', 'sensor/water_pulses/state', 12.5)).toEqual({ water_pulses: 12.5 });
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
