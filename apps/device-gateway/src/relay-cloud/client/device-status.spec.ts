import { MEASUREMENT_COLUMNS } from '@acequia/contracts';
import { V1 } from './api-v1.js';
import { V2 } from './api-v2.js';
import { CloudFailure, V2NotSpoken } from './cloud-failure.js';
import { IdIndex, idForCloud } from './device-ids.js';
import { readStatus } from './device-status.js';

const phases = (values: Record<string, number | null>): Record<string, number | null> =>
  Object.fromEntries(
    ['a', 'b', 'c'].flatMap((fase) => Object.entries(values).map(([name, v]) => [`${fase}_${name}`, v])),
  );
const HEALTHY = { voltage: 227, current: 9.592, act_power: 2166.2, aprt_power: 2175.9, pf: 0.99, freq: 49.9 };

describe('what a status says, in each dialect', () => {
  it('Gen1: the relay; an invalid power is none', () => {
    const status = { relays: [{ ison: true, has_timer: false }], meters: [{ power: 12.5, is_valid: true }] };
    expect(readStatus(status)).toMatchObject({ salida: 1, metricas: { potencia_activa: 12.5 }, measurement: null });
    expect(readStatus({ ...status, meters: [{ power: 0, is_valid: false }] }).metricas).toBeNull();
  });

  it('Gen2 without metering: no power is not 0 W', () => {
    expect(readStatus({ 'switch:0': { id: 0, output: false } })).toMatchObject({ salida: 0, metricas: null });
  });

  it('Gen2 with metering: power, and the clock of the device in UTC', () => {
    const lectura = readStatus({
      _updated: '2021-10-19 07:59:18',
      'switch:0': {
        output: true,
        apower: 0,
        voltage: 236.2,
        current: 0,
        aenergy: { total: 0.031 },
        temperature: { tC: 47.4 },
      },
      ble: [],
    });
    expect(lectura.ts).toBe(Date.UTC(2021, 9, 19, 7, 59, 18));
    expect(lectura.metricas).toMatchObject({
      potencia_activa: 0,
      voltaje_a: 236.2,
      temp: 47.4,
      fecha: '2021-10-19T07:59:18.000Z',
    });
  });

  it('Pro 3EM: every phase, the totals, the counters, and the row of the readings stream', () => {
    const lectura = readStatus({
      'em:0': { ...phases(HEALTHY), n_current: null, total_act_power: 2413.825, total_aprt_power: 2525.779 },
      'emdata:0': { total_act: 5415414.19, total_act_ret: 0 },
      'temperature:0': { tC: 46.3 },
    });
    expect(lectura.salida).toBeNull();
    expect(lectura.metricas).toMatchObject({
      voltaje_a: 227,
      corriente_b: 9.592,
      potencia_activa_c: 2166.2,
      total_act_power: 2413.825,
      total_aparent_power: 2525.779,
      factor_potencia: 0.956,
      corriente_n: null,
      energia: 5415414.19,
      energia_devuelta: 0,
      temp: 46.3,
    });
    expect(lectura.measurement).toHaveLength(MEASUREMENT_COLUMNS - 2);
    expect(lectura.measurement).toEqual([
      ...[22700, 22700, 22700, 9592, 9592, 9592, 216620, 216620, 216620, 217590, 217590, 217590, 990, 990, 990],
      ...[241382, 252578, 4630, 541541419, 0],
    ]);
  });

  const EM1 = { voltage: 230, current: 1.5, act_power: 300.1, aprt_power: 345, pf: 0.87, freq: 60 };
  const MONO = {
    'em1:0': EM1,
    'em1:1': EM1,
    'em1:2': EM1,
    'em1data:0': { total_act_energy: 10.5, total_act_ret_energy: 0 },
    'em1data:1': { total_act_energy: 1, total_act_ret_energy: 2 },
    'em1data:2': { total_act_energy: 0.25, total_act_ret_energy: 0 },
  };

  it('Pro 3EM in its monophase profile: a component per clamp, totals summed', () => {
    expect(readStatus(MONO).metricas).toMatchObject({
      voltaje_c: 230,
      potencia_activa_c: 300.1,
      total_act_power: 900.3,
      energia: 11.75,
      energia_devuelta: 2,
      frecuencia: 60,
    });
  });

  it('Pro 3EM in its monophase profile: a sum is unknown while one phase is', () => {
    const lectura = readStatus({
      ...MONO,
      'em1:2': { ...EM1, act_power: null },
      'em1data:2': { total_act_energy: null, total_act_ret_energy: 0 },
    });
    expect(lectura.metricas).toMatchObject({
      voltaje_c: 230,
      potencia_activa_b: 300.1,
      potencia_activa_c: null,
      total_act_power: null,
      total_aparent_power: 1_035,
      factor_potencia: null,
      energia: null,
      energia_devuelta: 2,
    });
    const { 'em1data:1': _, ...absent } = MONO;
    expect(readStatus(absent).metricas).toMatchObject({
      total_act_power: 900.3,
      energia: null,
      energia_devuelta: null,
    });
  });

  it('a value that no row can hold is left out of it, alone', () => {
    const absurd = readStatus({
      'em:0': { ...phases(HEALTHY), a_voltage: 9e10 },
      'emdata:0': { total_act: -5, total_act_ret: 1 },
    });
    expect(absurd.measurement?.slice(0, 2)).toEqual([null, 22700]);
    expect(absurd.measurement?.slice(-2)).toEqual([null, 100]);
  });

  it('a meter that failed says nothing as 0, and says that it failed', () => {
    const nulls = Object.fromEntries(Object.keys(HEALTHY).map((name) => [name, null]));
    const lectura = readStatus({
      'em:0': { ...phases(nulls), total_act_power: null, errors: ['power_meter_failure'] },
    });
    expect(lectura).toMatchObject({ motivo: 'medidor_con_falla', measurement: null });
    expect(lectura.metricas?.total_act_power).toBeNull();
  });

  it.each([
    {},
    { 'em:0': [] },
    { 'em:0': 7, 'switch:0': null, relays: {} },
    { 'switch:0': { output: 'on', apower: '5' } },
  ])('nothing is made of what is not understood: %j', (status) => {
    const { salida, measurement } = readStatus(status as Record<string, unknown>);
    expect({ salida, measurement }).toEqual({ salida: null, measurement: null });
  });
});

describe('answers', () => {
  const v1 = (status: number, json: unknown) => () =>
    V1.readStatus({ status, text: JSON.stringify(json) }, 'a8032abe41fc');

  it.each([
    [
      401,
      { isok: false, errors: { max_req: 'Request limit reached!' } },
      { motivo: 'limite', transient: true, unauthorized: false },
    ],
    [
      401,
      { isok: false, errors: { invalid_auth_key: 'Wrong auth key' } },
      { motivo: 'clave_invalida', unauthorized: true },
    ],
    [401, { isok: false, errors: {} }, { motivo: 'clave_invalida', transient: true, unauthorized: true }],
    [429, {}, { motivo: 'limite' }],
    [
      400,
      { isok: false, errors: { wrong_channel: 'Could not control this relay channel!' } },
      { motivo: 'nube_con_error', ofDevice: true },
    ],
    [404, { isok: false, errors: { device_not_found: 'x' } }, { motivo: 'dispositivo_desconocido', ofDevice: true }],
    [200, { isok: false, errors: { x: 'device is offline' } }, { motivo: 'sin_conexion', ofDevice: true }],
    [302, {}, { motivo: 'nube_con_error', perhapsActed: false }],
    [502, {}, { motivo: 'nube_con_error', perhapsActed: true }],
    [200, 'hola', { motivo: 'respuesta_ilegible' }],
    [200, { isok: true, data: {} }, { motivo: 'respuesta_ilegible' }],
    [200, [], { motivo: 'respuesta_ilegible' }],
  ])('v1, HTTP %i %j', (status, json, expected) => {
    expect(v1(status, json)).toThrow(expect.objectContaining(expected) as Error);
  });

  it.each([null, undefined, 'si'])('v1: a device that is not said to be online (%p) is told no state of', (online) => {
    const data = { online, device_status: { 'switch:0': { output: true } } };
    const answer = { status: 200, text: JSON.stringify({ isok: true, data }) };
    expect(V1.readStatus(answer, 'a8032abe41fc')).toMatchObject({
      online: false,
      salida: null,
      motivo: 'sin_conexion',
    });
  });

  const leer = (id: unknown, request: string, online = true) => {
    const data = { online, device_status: { id, 'switch:0': { output: true } } };
    return V1.readStatus({ status: 200, text: JSON.stringify({ isok: true, data }) }, request);
  };

  it.each([
    ['b48a0a1cd978', 'a8032abe41fc', true],
    ['b48a0a1cd978', 'a8032abe41fc', false],
    [0xb4_8a_0a_1c_d9_78, 'shellyplus1-a8032abe41fc', true],
    ['a8032abe41fd', 'A8:03:2A:BE:41:FC', true],
    ['2d37b', '185210', true],
  ])('v1: what names another device (%p) is no reading of the one asked for (%s)', (id, request, online) => {
    const refused = expect.objectContaining({ motivo: 'respuesta_ilegible', ofDevice: true }) as CloudFailure;
    expect(() => leer(id, request, online)).toThrow(refused);
  });

  it.each([
    ['a8032abe41fc', 'A8:03:2A:BE:41:FC'],
    ['shellyplus1-a8032abe41fc', 'a8032abe41fc'],
    [0xa8_03_2a_be_41_fc, 'a8032abe41fc'],
    ['c45bbe02d37a', '185210'],
    ['2d37a', '185210'],
    ['b929cc', 'e868e7b929cc'],
    [undefined, 'a8032abe41fc'],
    [0, 'a8032abe41fc'],
    ['patio', 'a8032abe41fc'],
    [[], 'a8032abe41fc'],
  ])('v1: the same device by another spelling, or no id at all (%p), is its reading (%s)', (id, request) => {
    expect(leer(id, request)).toMatchObject({ online: true, salida: 1 });
  });

  it('v2: ten devices by any spelling of their ids; a missing one is unknown, one that is off is offline', () => {
    const ids = ['B4:8A:0A:1C:D9:78', String(0xb4_80_00_00_00_78), 'shellyplus1-a8032abe41fc', 'a8032abe41fd'];
    const text = JSON.stringify([
      { id: 'b48a0a1cd978', online: 1, status: { 'switch:0': { output: true } } },
      { id: 0xb4_80_00_00_00_78, online: 1, status: {} },
      { id: BigInt('0xa8032abe41fc').toString(), online: 0, status: { 'switch:0': { output: true } } },
    ]);
    const lecturas = V2.readDevices({ status: 200, text }, ids, true);
    expect(lecturas.get(ids[0] as string)).toMatchObject({ online: true, salida: 1 });
    expect(lecturas.get(ids[1] as string)).toMatchObject({ online: true, salida: null });
    expect(lecturas.get(ids[2] as string)).toMatchObject({ online: false, salida: null, motivo: 'sin_conexion' });
    expect(lecturas.get(ids[3] as string)).toMatchObject({ motivo: 'dispositivo_desconocido', ofDevice: true });
  });

  it.each([
    [404, '', false],
    [404, '<html>', true],
    [401, '{"isok":false,"errors":{}}', false],
    [200, '{"isok":false}', false],
  ])('v2 that is not there (HTTP %i %j) is told from v2 that refuses', (status, text, sure) => {
    expect(() => V2.readDevices({ status, text }, ['a'], sure)).toThrow(V2NotSpoken);
  });

  it.each([
    [400, '{"error":"DEVICE_OFFLINE","data":{"messages":[]}}', 'sin_conexion'],
    [404, '{"error":"DEVICE_NOT_FOUND","data":{"messages":[]}}', 'dispositivo_desconocido'],
    [500, '{"error":"UNEXPECTED_SUBSERVICE_ERROR"}', 'nube_con_error'],
    [401, '', 'clave_invalida'],
  ])('v2 refuses a command with HTTP %i %s', (status, text, motivo) => {
    expect(() => V2.readSwitch({ status, text }, true)).toThrow(expect.objectContaining({ motivo }) as CloudFailure);
  });
});

describe('ids of devices', () => {
  it('are found in hex and in decimal, in either direction', () => {
    const index = new IdIndex(['185210', 'AA:BB:CC:DD:EE:FF']);
    expect(index.find('185210')).toBe('185210');
    expect(index.find(185210)).toBe('185210');
    expect(index.find('2d37a')).toBe('185210');
    expect(index.find('187723572702975')).toBe('AA:BB:CC:DD:EE:FF');
    expect(index.find('aabbccddeeff')).toBe('AA:BB:CC:DD:EE:FF');
    for (const strange of ['', 'otro', null, {}, '9'.repeat(400)]) expect(index.find(strange)).toBeUndefined();
  });

  it('are sent as the cloud writes them', () => {
    expect(idForCloud(' A8:03:2A:BE:41:FC ')).toBe('a8032abe41fc');
    expect(idForCloud('shellypro3em-a8032abe41fc')).toBe('a8032abe41fc');
    expect(idForCloud('185210')).toBe('185210');
  });
});
