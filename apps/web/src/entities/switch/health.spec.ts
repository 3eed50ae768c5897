import { saludDe } from './health.js';

const NOW = 10_000_000;
const hace = (minutos: number): number => NOW - minutos * 60_000;
const sw = {
  placa_online: 1 as const,
  placa_ts: hace(0),
  estado_ts: hace(1),
  sensor_ts: hace(1),
  tiene_sensor: 1 as const,
};

it.each([
  [{}, null],
  [{ sensor_ts: hace(20) }, 'Placa en línea, sensor sin datos hace 20m'],
  [{ sensor_ts: null }, 'Placa en línea, sensor aún sin datos'],
  [{ sensor_ts: null, tiene_sensor: 0 as const }, null],
  [{ estado_ts: hace(20), sensor_ts: hace(20) }, 'Placa en línea, sin datos hace 20m'],
  [{ estado_ts: null }, 'Placa en línea, este switch aún sin datos'],
  [{ placa_online: 0 as const, placa_ts: hace(120) }, 'Placa sin conexión, última señal hace 2h'],
  [{ placa_online: 0 as const, placa_ts: null }, 'Placa sin conexión'],
])('of %j is said: %s', (cambios, texto) => expect(saludDe({ ...sw, ...cambios }, NOW, true)).toBe(texto));

it('says nothing of a sensor that is not shown there', () =>
  expect(saludDe({ ...sw, sensor_ts: hace(20) }, NOW, false)).toBeNull());
