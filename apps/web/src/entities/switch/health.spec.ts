import { healthOf } from './health.js';

const NOW = 10_000_000;
const minutesAgo = (minutos: number): number => NOW - minutos * 60_000;
const sw = {
  placa_online: 1 as const,
  placa_ts: minutesAgo(0),
  estado_ts: minutesAgo(1),
  temperatura: 20,
  humedad: 50,
  sensor_ts: minutesAgo(1),
  tiene_sensor: 1 as const,
};

it.each([
  [{}, null],
  [{ sensor_ts: minutesAgo(20) }, 'Placa en línea, sensor sin datos hace 20m'],
  [{ temperatura: null, humedad: null, sensor_ts: null }, 'Placa en línea, sensor aún sin datos'],
  [{ temperatura: null, humedad: null }, 'Placa en línea, el sensor no da lectura'],
  [{ temperatura_ts: minutesAgo(1), humedad_ts: minutesAgo(20) }, 'Placa en línea, sensor sin datos hace 20m'],
  [{ humedad: null, humedad_ts: minutesAgo(1) }, null],
  [{ temperatura: null, humedad: null, sensor_ts: null, tiene_sensor: 0 as const }, null],
  [{ estado_ts: minutesAgo(20), sensor_ts: minutesAgo(20) }, 'Placa en línea, sin datos hace 20m'],
  [{ estado_ts: null }, 'Placa en línea, este switch aún sin datos'],
  [{ placa_online: 0 as const, placa_ts: minutesAgo(120) }, 'Placa sin conexión, última señal hace 2h'],
  [{ placa_online: 0 as const, placa_ts: null }, 'Placa sin conexión'],
])('of %j is said: %s', (cambios, text) => expect(healthOf({ ...sw, ...cambios }, NOW, true)).toBe(text));

it('says nothing of a sensor that is not shown there', () =>
  expect(healthOf({ ...sw, sensor_ts: minutesAgo(20) }, NOW, false)).toBeNull());
