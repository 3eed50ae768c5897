import { PINES_ESP32, PINS_PER_HALF, type ForeignDialecto } from '@acequia/contracts';
import { describe, expect, it } from '@jest/globals';
import { CODECS } from './codecs.js';
import type { Report } from './dialect.js';
import { pulseOf } from './tasmota/tasmota.js';

const NOW = 1_795_239_713_569;
const bytes = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const said = (dialecto: ForeignDialecto, rest: string, payload: unknown): Report => {
  const report = CODECS[dialecto].decode(rest, bytes(payload), NOW);
  if (!report) throw new Error(`${rest} is nobody's`);
  return report;
};
const bits = (lo: number, hi: number): number[] =>
  [...PINES_ESP32].filter((pin) => (pin < PINS_PER_HALF ? lo & (1 << pin) : hi & (1 << (pin - PINS_PER_HALF))) !== 0);
/** Pins that are on and off, and the flat sensors, of a message that decodes to one sample without a problem. */
const sample = (...message: Parameters<typeof said>) => {
  const { muestras, rejected } = said(...message);
  expect(rejected).toEqual([]);
  expect(muestras).toHaveLength(1);
  const sample = muestras[0]!;
  expect(sample).toMatchObject({ ts: NOW, with_clock: false });
  return {
    on: bits(sample.on_lo, sample.on_hi),
    off: bits(sample.off_lo, sample.off_hi),
    sensores: sample.sensores,
  };
};
const orders = (dialecto: ForeignDialecto, pin: number, on: boolean, max_s?: number) =>
  CODECS[dialecto].orden(1001, { id: 'c-1', pin, on, exp: NOW, ...(max_s !== undefined && { max_s }) });

describe('a Tasmota', () => {
  it('says what its relays are, one by one or all together', () => {
    expect(sample('tasmota', 'stat/POWER1', 'ON')).toMatchObject({ on: [1], off: [] });
    expect(sample('tasmota', 'stat/POWER', 'OFF')).toMatchObject({ on: [], off: [1] });
    expect(sample('tasmota', 'stat/RESULT', { POWER2: 'ON' })).toMatchObject({ on: [2] });
    expect(
      sample('tasmota', 'tele/STATE', { Time: '2024-11-24T15:06:56', POWER1: 'ON', POWER2: 'OFF', POWER21: 'ON' }),
    ).toEqual({ on: [1, 21], off: [2], sensores: [] });
    expect(said('tasmota', 'tele/STATE', { Wifi: { RSSI: 78, Signal: -61 } }).status).toEqual({
      online: true,
      rssi: -61,
    });
  });

  it('says OFF where it says both', () => {
    expect(sample('tasmota', 'stat/RESULT', { POWER: 'ON', POWER1: 'OFF' })).toMatchObject({ on: [], off: [1] });
    expect(sample('tasmota', 'stat/RESULT', { POWER: 'OFF', POWER1: 'ON' })).toMatchObject({ on: [], off: [1] });
  });

  it('gives readings in °C, by the number of the sensor; a failed read is none', () => {
    const sensor = (values: object) => sample('tasmota', 'tele/SENSOR', values).sensores;
    expect(sensor({ AM2301: { Temperature: 23.3, Humidity: 33.8 }, TempUnit: 'C' })).toEqual([
      { pin: 1, t: 2_330, h: 3_380 },
    ]);
    expect(sensor({ DHT11: { Temperature: 73.4, Humidity: null }, TempUnit: 'F' })).toEqual([
      { pin: 1, t: 2_300, h: null },
    ]);
    expect(sensor({ 'AM2301-04': { Temperature: 20 }, 'AM2301-14': { Humidity: 50 } })).toEqual([
      { pin: 4, t: 2_000 },
      { pin: 14, h: 5_000 },
    ]);
    expect(sensor({ AM2301: { Temperature: null, Humidity: null } })).toEqual([{ pin: 1, t: null, h: null }]);
    const chip = said('tasmota', 'tele/SENSOR', { ESP32: { Temperature: 61 }, ANALOG: { A0: 542 }, Switch1: 'ON' });
    expect(chip).toMatchObject({ muestras: [], rejected: [] });
  });

  it('keeps one value of a sensor whose other value cannot be; fog is 100 %', () => {
    const { muestras, rejected } = said('tasmota', 'tele/SENSOR', {
      'AM2301-04': { Temperature: -127, Humidity: 41 },
      'AM2301-05': { Temperature: 20, Humidity: 103 },
    });
    expect(muestras.map(({ sensores }) => sensores)).toEqual([
      [
        { pin: 4, t: null, h: 4_100 },
        { pin: 5, t: 2_000, h: 10_000 },
      ],
    ]);
    expect(rejected).toMatchObject([{ motivo: 'valor_fuera_de_rango', detalle: 'AM2301-04 = -127' }]);
  });

  it('with two sensors of one number gives no reading: it could land on the wrong one', () => {
    const third = { Id: '0000000000B2', Temperature: 22 };
    const two = { AM2301: { Temperature: 20 }, BMP280: { Temperature: 21 }, 'DS18B20-2': third };
    const { muestras, rejected } = said('tasmota', 'tele/SENSOR', two);
    expect(muestras.map(({ sensores }) => sensores)).toEqual([[{ pin: 2, t: 2_200 }]]);
    expect(rejected).toMatchObject([{ motivo: 'forma_invalida', detalle: 'Varios sensores 1: AM2301, BMP280' }]);
  });

  it('tells that it is there, and what it is', () => {
    expect(said('tasmota', 'tele/LWT', 'Online').status).toEqual({ online: true });
    expect(said('tasmota', 'tele/LWT', 'Offline').status).toEqual({ online: false });
    expect(said('tasmota', 'tele/INFO1', { Info1: { Module: 'Sonoff 4CH', Version: '13.1.0(tasmota)' } }).status) //
      .toEqual({ online: true, fw: '13.1.0(tasmota)', model: 'Sonoff 4CH' });
  });

  it('is told its own timer with every ON, as far as it has one', () => {
    expect(orders('tasmota', 1, true, 3_600)).toEqual([
      { topic: 'tasmota/1001/cmnd/Backlog', payload: 'PulseTime1 3700; POWER1 ON' },
    ]);
    expect(orders('tasmota', 1, false, 3_600)).toEqual([{ topic: 'tasmota/1001/cmnd/POWER1', payload: 'OFF' }]);
    expect(orders('tasmota', 9, true, 60)).toEqual([{ topic: 'tasmota/1001/cmnd/POWER9', payload: 'ON' }]);
    expect([1, 11, 12, 60, 64_800, 604_800].map(pulseOf)).toEqual([10, 110, 112, 160, 64_900, 64_900]);
  });

  it('is never told POWER0, which is all its relays at once', () => {
    expect(orders('tasmota', 0, true, 60)).toEqual([]);
    expect(orders('tasmota', 0, false)).toEqual([]);
  });
});

describe('an ESPHome', () => {
  it('says what its relays are and gives readings one value at a time', () => {
    expect(sample('esphome', 'switch/relevador_4/state', 'ON')).toMatchObject({ on: [4] });
    expect(sample('esphome', 'switch/relevador_33/state', 'OFF')).toMatchObject({ off: [33] });
    expect(sample('esphome', 'sensor/temperatura_15/state', '21.53').sensores).toEqual([{ pin: 15, t: 2_153 }]);
    expect(sample('esphome', 'sensor/humedad_15/state', '60').sensores).toEqual([{ pin: 15, h: 6_000 }]);
    expect(sample('esphome', 'sensor/humedad_15/state', 'nan').sensores).toEqual([{ pin: 15, h: null }]);
  });

  it('tells that it is there and how it hears the network', () => {
    expect(said('esphome', 'status', 'online').status).toEqual({ online: true });
    expect(said('esphome', 'status', 'offline').status).toEqual({ online: false });
    expect(said('esphome', 'sensor/wifi/state', '-67').status).toEqual({ online: true, rssi: -67 });
  });

  it('is commanded by name and has no timer to be told', () => {
    expect(orders('esphome', 4, true, 60)).toEqual([
      { topic: 'esphome/1001/switch/relevador_4/command', payload: 'ON' },
    ]);
    expect(orders('esphome', 4, false)).toMatchObject([{ payload: 'OFF' }]);
    expect(CODECS.esphome.question(1001)).toEqual([]);
  });

  it('names what it will of its own', () => {
    for (const rest of ['debug', 'sensor/uptime/state', 'switch/bomba/state', 'switch/relevador_04/state']) {
      expect(CODECS.esphome.decode(rest, bytes('ON'), NOW)).toBeNull();
    }
  });
});

describe('a Shelly', () => {
  const full = { id: 0, source: 'MQTT', output: true, apower: 8.9, temperature: { tC: 47.4, tF: 117.3 } };

  it('says what its relays are, whole or by what changed', () => {
    expect(sample('shelly', 'status/switch:0', full)).toEqual({ on: [0], off: [], sensores: [] });
    const notify = (params: object) => ({ src: 'shellyplus2pm-b48a0a1cd978', method: 'NotifyStatus', params });
    expect(sample('shelly', 'events/rpc', notify({ ts: 1_700_000_000.1, 'switch:1': { id: 1, output: false } }))) //
      .toMatchObject({ off: [1] });
    expect(said('shelly', 'events/rpc', notify({ 'switch:0': { id: 0, apower: 12.1 } }))) //
      .toMatchObject({ muestras: [], rejected: [] });
    expect(said('shelly', 'events/rpc', { method: 'NotifyEvent', params: { events: [] } })) //
      .toMatchObject({ muestras: [], rejected: [] });
  });

  it('is not taken back by a status from before its change, which firmware 2.0 sends after it', () => {
    const params = { ts: 1_785_853_186.07, 'switch:0': { apower: 0, current: 0, output: false, source: 'WS_in' } };
    const told = said('shelly', 'events/rpc', { method: 'NotifyStatus', params }).changes;
    expect(told).toEqual(new Map([[0, { on: false, ts: NOW }]]));
    const copy = (rest: string, output: boolean, after_ms: number) =>
      CODECS.shelly.decode(rest, bytes({ id: 0, source: 'WS_in', output }), NOW + after_ms, new Map(), told)?.muestras;
    expect(copy('status/switch:0', true, 6)).toEqual([]);
    expect(copy('status/switch:0', true, 4_999)).toEqual([]);
    expect(copy('status/switch:0', true, 5_000)).toMatchObject([{ on_lo: 1 }]);
    expect(copy('status/switch:0', false, 6)).toMatchObject([{ off_lo: 1 }]);
    expect(copy('status/switch:1', true, 6)).toMatchObject([{ on_lo: 2 }]);
  });

  it('gives readings of its own sensors and of the add-on, which are pins 32 and on', () => {
    expect(sample('shelly', 'status/temperature:100', { id: 100, tC: 21.5, tF: 70.7 }).sensores).toEqual([
      { pin: 32, t: 2_150 },
    ]);
    expect(sample('shelly', 'status/humidity:0', { id: 0, rh: 55.5 }).sensores).toEqual([{ pin: 0, h: 5_550 }]);
    expect(said('shelly', 'status/temperature:108', { tC: 20 }).rejected).toMatchObject([
      { motivo: 'pin_inexistente' },
    ]);
    const failed = { id: 100, tC: null, errors: ['read'] };
    expect(sample('shelly', 'status/temperature:100', failed).sensores).toEqual([{ pin: 32, t: null }]);
  });

  it('answers with its whole state, both halves of a sensor as one reading', () => {
    const result = { 'switch:0': full, 'temperature:100': { tC: 20 }, 'humidity:100': { rh: 50 }, wifi: { rssi: -50 } };
    const answer = { id: 'estado', src: 'shellyplus1-a8032abe41fc', dst: 'shelly/1001/acequia', result };
    expect(sample('shelly', 'acequia/rpc', answer)).toEqual({
      on: [0],
      off: [],
      sensores: [{ pin: 32, t: 2_000, h: 5_000 }],
    });
    expect(said('shelly', 'acequia/rpc', answer).status).toEqual({ online: true, rssi: -50 });
  });

  it('tells of its relay beside a sensor whose value cannot be', () => {
    const params = { 'switch:0': { output: false }, 'temperature:100': { tC: -127 }, 'humidity:100': { rh: 101 } };
    const { muestras, rejected } = said('shelly', 'events/rpc', { method: 'NotifyStatus', params });
    expect(muestras).toMatchObject([{ off_lo: 1, sensores: [{ pin: 32, t: null, h: 10_000 }] }]);
    expect(rejected).toMatchObject([{ motivo: 'valor_fuera_de_rango', detalle: 'temperature:100 = -127' }]);
  });

  it('does not confirm by its answer, but may refuse by it', () => {
    expect(said('shelly', 'acequia/rpc', { id: 'c-1', result: { was_on: false } })).toEqual({
      muestras: [],
      rejected: [],
      status: null,
      result: null,
      learned: new Map(),
      changes: new Map(),
      update: null,
    });
    const error = { code: -105, message: 'Argument id, value 7 not found!' };
    expect(said('shelly', 'acequia/rpc', { id: 'c-1', error }).result).toEqual({
      id: 'c-1',
      ok: false,
      error: '-105 Argument id, value 7 not found!',
    });
  });

  it('is told its own timer with every ON', () => {
    const [sending] = orders('shelly', 0, true, 60);
    expect(sending?.topic).toBe('shelly/1001/rpc');
    expect(JSON.parse(sending?.payload ?? '')).toEqual({
      id: 'c-1',
      src: 'shelly/1001/acequia',
      method: 'Switch.Set',
      params: { id: 0, on: true, toggle_after: 60 },
    });
    expect(JSON.parse(orders('shelly', 2, false, 60)[0]?.payload ?? '')).toMatchObject({
      params: { id: 2, on: false },
    });
  });
});

describe('an update of another firmware', () => {
  const install = (dialecto: ForeignDialecto, firmware: Parameters<(typeof CODECS)['shelly']['update']>[2]) =>
    CODECS[dialecto].update(1001, 41, firmware);
  const url = { tipo: 'url', url: 'http://10.0.0.5/a.bin', version: '14.2.0' } as const;
  const words = (...message: Parameters<typeof said>) => said(...message).update;

  it('is told to a Tasmota by OtaUrl and Upgrade, and told by it', () => {
    expect(install('tasmota', url)).toEqual([
      { topic: 'tasmota/1001/cmnd/Backlog', payload: 'OtaUrl http://10.0.0.5/a.bin; Upgrade 1' },
    ]);
    expect(install('tasmota', { tipo: 'estable' })).toEqual([]);
    const answer = { Upgrade: 'Version 13.1.0(tasmota) from http://10.0.0.5/a.bin' };
    expect(words('tasmota', 'stat/RESULT', answer)).toEqual({ fase: 'loading' });
    expect(words('tasmota', 'stat/UPGRADE', { Upgrade: 'Successful. Restarting' })).toEqual({
      fase: 'restarting',
      exito: true,
    });
    const refused = { Upgrade: '1 or >13.1.0(tasmota) to upgrade' };
    expect(words('tasmota', 'stat/RESULT', refused)).toEqual({ fase: 'failed', detalle: refused.Upgrade });
    expect(words('tasmota', 'stat/UPGRADE', { Upgrade: 'Failed HTTP(404)' })).toEqual({
      fase: 'failed',
      detalle: 'Failed HTTP(404)',
    });
    const version = '14.2.0(tasmota)';
    expect(words('tasmota', 'tele/INFO1', { Info1: { Version: version } })).toEqual({ arranco: true, version });
    expect(words('tasmota', 'stat/STATUS2', { StatusFWR: { Version: version } })).toEqual({ version });
    expect(words('tasmota', 'stat/RESULT', { POWER1: 'ON' })).toBeNull();
  });

  it('is told to a Shelly by Shelly.Update, and told by its events', () => {
    const sent = (firmware: Parameters<typeof install>[1]) =>
      install('shelly', firmware).map(({ payload }) => JSON.parse(payload) as object);
    expect(sent(url)).toMatchObject([{ id: 'act-41', method: 'Shelly.Update', params: { url: url.url } }]);
    expect(sent({ tipo: 'estable' })).toMatchObject([{ params: { stage: 'stable' } }]);
    const event = (one: object) =>
      words('shelly', 'events/rpc', {
        method: 'NotifyEvent',
        params: { ts: 1, events: [{ component: 'sys', ...one }] },
      });
    expect(event({ event: 'ota_progress', progress_percent: 41 })).toEqual({ fase: 'loading', avance: 41 });
    expect(event({ event: 'ota_begin', msg: '' })).toEqual({ fase: 'loading' });
    expect(event({ event: 'ota_success' })).toEqual({ fase: 'restarting', exito: true });
    expect(event({ event: 'ota_error', msg: 'http 404' })).toEqual({ fase: 'failed', detalle: 'http 404' });
    expect(event({ event: 'single_push' })).toBeNull();
    const whole = (uptime: number) =>
      words('shelly', 'events/rpc', { method: 'NotifyFullStatus', params: { sys: { uptime } } });
    expect([whole(12), whole(9_000)]).toEqual([{ arranco: true }, null]);
    const refusal = said('shelly', 'acequia/rpc', { id: 'act-41', error: { code: -114, message: 'nothing newer' } });
    expect([refusal.update, refusal.result]).toEqual([{ rechazo: true, detalle: '-114 nothing newer' }, null]);
    const info = said('shelly', 'acequia/rpc', { id: 'version', result: { ver: '1.4.4', fw_id: 'x', model: 'SNSW' } });
    expect([info.update, info.status]).toEqual([{ version: '1.4.4' }, { online: true, fw: '1.4.4', model: 'SNSW' }]);
  });

  it('is not known to an ESPHome', () => {
    expect(install('esphome', url)).toEqual([]);
  });
});
