import type { ForeignDialecto } from '@acequia/contracts';
import { fieldsOf } from './fields.js';

interface Posted {
  /** Where somebody posted it. */
  at: string;
  dialecto: ForeignDialecto;
  /** Its topic, below the prefix of a board. */
  rest: string;
  message: unknown;
  numbers: Record<string, number | null>;
}

const GITHUB = 'https://github.com';

/** Messages that people posted in public reports: their topics are below our prefix, what names a place or a person is left out. */
const POSTED: Posted[] = [
  {
    at: `${GITHUB}/arendst/Tasmota/issues/6059`,
    dialecto: 'tasmota',
    rest: 'tele/SENSOR',
    message: {
      Time: '1970-01-01T00:18:15',
      SCD30: { CarbonDioxide: 614, eCO2: 636, Temperature: 25.7, Humidity: 48.3 },
      TempUnit: 'C',
    },
    numbers: {
      'SENSOR.SCD30.CarbonDioxide': 614,
      'SENSOR.SCD30.eCO2': 636,
      'SENSOR.SCD30.Temperature': 25.7,
      'SENSOR.SCD30.Humidity': 48.3,
    },
  },
  {
    at: `${GITHUB}/arendst/Tasmota/issues/5128`,
    dialecto: 'tasmota',
    rest: 'tele/SENSOR',
    message: { Time: '2019-02-05T22:32:49', MHZ19B: { CarbonDioxide: 836, Temperature: 21.0 }, TempUnit: 'C' },
    numbers: { 'SENSOR.MHZ19B.CarbonDioxide': 836, 'SENSOR.MHZ19B.Temperature': 21 },
  },
  {
    at: `${GITHUB}/arendst/Tasmota/issues/2168`,
    dialecto: 'tasmota',
    rest: 'tele/SENSOR',
    message: { Time: '2018-03-15T08:23:04', DS18B20: { Temperature: 85.0 }, TempUnit: 'C' },
    numbers: { 'SENSOR.DS18B20.Temperature': null },
  },
  {
    at: `${GITHUB}/home-assistant/core/issues/98699`,
    dialecto: 'tasmota',
    rest: 'tele/SENSOR',
    message: {
      Time: '2023-08-20T11:09:47',
      DS18B20: { Id: '3CE10457A8F9', Temperature: 27.9 },
      BME280: { Temperature: 27.8, Humidity: 54.5, DewPoint: 17.8, Pressure: 1018.0 },
      BH1750: { Illuminance: 171 },
      PressureUnit: 'hPa',
      TempUnit: 'C',
    },
    numbers: {
      'SENSOR.DS18B20:3CE10457A8F9.Temperature': 27.9,
      'SENSOR.BME280.Temperature': 27.8,
      'SENSOR.BME280.Humidity': 54.5,
      'SENSOR.BME280.DewPoint': 17.8,
      'SENSOR.BME280.Pressure': 1018,
      'SENSOR.BH1750.Illuminance': 171,
    },
  },
  {
    at: `${GITHUB}/home-assistant/core/issues/98699`,
    dialecto: 'tasmota',
    rest: 'tele/STATE',
    message: {
      Time: '2023-08-20T11:09:47',
      Uptime: '0T00:20:10',
      UptimeSec: 1210,
      Heap: 19,
      SleepMode: 'Dynamic',
      Sleep: 50,
      LoadAvg: 19,
      MqttCount: 1,
      POWER: 'ON',
      Wifi: { AP: 1, Channel: 11, Mode: '11n', RSSI: 28, Signal: -86, LinkCount: 1, Downtime: '0T00:00:04' },
    },
    numbers: {
      'STATE.UptimeSec': 1210,
      'STATE.Heap': 19,
      'STATE.Sleep': 50,
      'STATE.LoadAvg': 19,
      'STATE.MqttCount': 1,
      'STATE.Wifi.AP': 1,
      'STATE.Wifi.Channel': 11,
      'STATE.Wifi.RSSI': 28,
      'STATE.Wifi.Signal': -86,
      'STATE.Wifi.LinkCount': 1,
    },
  },
  {
    at: `${GITHUB}/arendst/Tasmota/issues/409`,
    dialecto: 'tasmota',
    rest: 'tele/SENSOR',
    message: {
      Time: '2017-05-03T19:50:09',
      Temperature: 27.0,
      Humidity: 14.0,
      Light: 10,
      Noise: 20,
      AirQuality: 100,
      TempUnit: 'C',
    },
    numbers: {
      'SENSOR.Temperature': 27,
      'SENSOR.Humidity': 14,
      'SENSOR.Light': 10,
      'SENSOR.Noise': 20,
      'SENSOR.AirQuality': 100,
    },
  },
  {
    at: `${GITHUB}/arendst/Tasmota/issues/5485`,
    dialecto: 'tasmota',
    rest: 'tele/SENSOR',
    message: { Time: '2019-03-17T09:14:01', ANALOG: { A0: 1024 } },
    numbers: { 'SENSOR.ANALOG.A0': 1024 },
  },
  {
    at: `${GITHUB}/arendst/Tasmota/issues/2529`,
    dialecto: 'tasmota',
    rest: 'tele/SENSOR',
    message: { Time: '2018-04-23T13:50:54', Analog0: 4, INA219: { Voltage: 4.41, Current: 0.02, Power: 0.087 } },
    numbers: {
      'SENSOR.Analog0': 4,
      'SENSOR.INA219.Voltage': 4.41,
      'SENSOR.INA219.Current': 0.02,
      'SENSOR.INA219.Power': 0.087,
    },
  },
  {
    at: `${GITHUB}/arendst/Tasmota/issues/4956`,
    dialecto: 'tasmota',
    rest: 'tele/SENSOR',
    message: {
      Time: '2019-01-16T14:57:56',
      ENERGY: {
        TotalStartTime: '2018-12-10T17:32:10',
        Total: 15.349,
        Yesterday: 0.001,
        Today: 0.0,
        Period: 0,
        Power: 0,
        ApparentPower: 0,
        ReactivePower: 0,
        Factor: 0.0,
        Voltage: 121,
        Current: 0.0,
      },
    },
    numbers: {
      'SENSOR.ENERGY.Total': 15.349,
      'SENSOR.ENERGY.Yesterday': 0.001,
      'SENSOR.ENERGY.Today': 0,
      'SENSOR.ENERGY.Period': 0,
      'SENSOR.ENERGY.Power': 0,
      'SENSOR.ENERGY.ApparentPower': 0,
      'SENSOR.ENERGY.ReactivePower': 0,
      'SENSOR.ENERGY.Factor': 0,
      'SENSOR.ENERGY.Voltage': 121,
      'SENSOR.ENERGY.Current': 0,
    },
  },
  {
    at: `${GITHUB}/iobroker-community-adapters/ioBroker.shelly/issues/1592`,
    dialecto: 'shelly',
    rest: 'status/switch:0',
    message: {
      id: 0,
      source: 'SHC',
      tag: null,
      output: false,
      apower: 0.0,
      voltage: 238.3,
      current: 0.0,
      aenergy: { total: 2690.73, by_minute: [0, 0, 0], minute_ts: 1_788_945_300 },
      temperature: { tC: 56.1, tF: 132.9 },
    },
    numbers: {
      'switch:0.id': 0,
      'switch:0.tag': null,
      'switch:0.output': 0,
      'switch:0.apower': 0,
      'switch:0.voltage': 238.3,
      'switch:0.current': 0,
      'switch:0.aenergy.total': 2690.73,
      'switch:0.aenergy.minute_ts': 1_788_945_300,
      'switch:0.temperature.tC': 56.1,
      'switch:0.temperature.tF': 132.9,
    },
  },
  {
    at: `${GITHUB}/iobroker-community-adapters/ioBroker.shelly/issues/1592`,
    dialecto: 'shelly',
    rest: 'events/rpc',
    message: {
      method: 'NotifyStatus',
      params: { ts: 1_788_945_300.02, 'switch:0': { counts: { on_above_thr: 0, on_time: 241_680, switch_on: 192 } } },
    },
    numbers: {
      'switch:0.counts.on_above_thr': 0,
      'switch:0.counts.on_time': 241_680,
      'switch:0.counts.switch_on': 192,
    },
  },
  {
    at: `${GITHUB}/Jan200101/ShellyPy/issues/20`,
    dialecto: 'shelly',
    rest: 'acequia/rpc',
    message: {
      id: 'estado',
      result: {
        'em1:0': { id: 0, current: 0.08, voltage: 234.9, act_power: 0, pf: 0, freq: 50, calibration: 'factory' },
        'em1:1': {
          id: 1,
          current: 2.598,
          voltage: 234.9,
          act_power: 501.8,
          pf: 0.84,
          freq: 50,
          calibration: 'factory',
        },
      },
    },
    numbers: {
      'em1:0.id': 0,
      'em1:0.current': 0.08,
      'em1:0.voltage': 234.9,
      'em1:0.act_power': 0,
      'em1:0.pf': 0,
      'em1:0.freq': 50,
      'em1:1.id': 1,
      'em1:1.current': 2.598,
      'em1:1.voltage': 234.9,
      'em1:1.act_power': 501.8,
      'em1:1.pf': 0.84,
      'em1:1.freq': 50,
    },
  },
  {
    at: `${GITHUB}/jbasen/Crestron-Shelly/issues/36`,
    dialecto: 'shelly',
    rest: 'status/em:0',
    message: {
      id: 0,
      a_current: 0.693,
      a_voltage: 240.8,
      a_act_power: -1.3,
      b_current: 0.222,
      b_voltage: 232.8,
      b_act_power: 2.1,
      n_current: null,
      total_current: 1.561,
      total_act_power: 144.338,
      user_calibrated_phase: [],
    },
    numbers: {
      'em:0.id': 0,
      'em:0.a_current': 0.693,
      'em:0.a_voltage': 240.8,
      'em:0.a_act_power': -1.3,
      'em:0.b_current': 0.222,
      'em:0.b_voltage': 232.8,
      'em:0.b_act_power': 2.1,
      'em:0.n_current': null,
      'em:0.total_current': 1.561,
      'em:0.total_act_power': 144.338,
    },
  },
  ...(
    [
      ['input:100', { id: 100, percent: 47.1 }, { 'input:100.id': 100, 'input:100.percent': 47.1 }],
      [
        'temperature:100',
        { id: 100, tC: 48.2, tF: 118.9 },
        { 'temperature:100.id': 100, 'temperature:100.tC': 48.2, 'temperature:100.tF': 118.9 },
      ],
      ['voltmeter:100', { id: 100, voltage: 4.71 }, { 'voltmeter:100.id': 100, 'voltmeter:100.voltage': 4.71 }],
    ] as const
  ).map(([component, message, numbers]): Posted => ({
    at: `${GITHUB}/OpenEMS/openems/pull/3049`,
    dialecto: 'shelly',
    rest: `status/${component}`,
    message,
    numbers,
  })),
  ...(
    [
      ['inverter0_power_demand', 190],
      ['firstfloor_inverter_energy_yesterday', 0.105],
    ] as const
  ).map(([name, message]): Posted => ({
    at: `${GITHUB}/syssi/esphome-soyosource-gtn-virtual-meter/issues/71`,
    dialecto: 'esphome',
    rest: `sensor/${name}/state`,
    message,
    numbers: { [name]: message },
  })),
];

describe('messages that people posted', () => {
  it.each(POSTED)(
    'are each number of them, by its own path: $dialecto $rest, $at',
    ({ dialecto, rest, message, numbers }) => {
      expect(Object.fromEntries(fieldsOf(dialecto, rest, Buffer.from(JSON.stringify(message))))).toEqual(numbers);
    },
  );

  it('of ESPHome are null without a value, and nothing where the state is a word', () => {
    // https://github.com/home-assistant/core/issues/18240
    expect([...fieldsOf('esphome', 'sensor/bedroom_gas/state', Buffer.from('nan'))]).toEqual([['bedroom_gas', null]]);
    // https://github.com/syssi/esphome-soyosource-gtn-virtual-meter/issues/71
    expect([...fieldsOf('esphome', 'sensor/inverter_mode/state', Buffer.from('Normal'))]).toEqual([]);
  });

  it('of a Sonoff SC in °F, whose values are in no sensor of their own, are in °C', () => {
    const message = { Temperature: 80.6, Humidity: 14, TempUnit: 'F' };
    const found = fieldsOf('tasmota', 'tele/SENSOR', Buffer.from(JSON.stringify(message)));
    expect(found.get('SENSOR.Temperature')).toBeCloseTo(27, 6);
    expect(found.get('SENSOR.Humidity')).toBe(14);
  });
});
