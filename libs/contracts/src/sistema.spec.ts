import { readFileSync } from 'node:fs';
import { conditionsOf, type EstadoSistema, VERSION } from './index.js';

const NOW = Date.UTC(2026, 0, 20);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const estado = (more: Partial<EstadoSistema> = {}): Omit<EstadoSistema, 'condiciones'> => ({
  ts: NOW,
  instancias: [],
  faltan: [],
  atrasos: [],
  trabajos: [],
  descartados: [],
  descartados_total: 0,
  discos: [{ ruta: '/datos', libre: 50, total: 100 }],
  respaldo: { ts: NOW - HOUR, bytes: 1, ms: 1 },
  ...more,
});
const instancia = (
  certificado_vence: number | null,
  certificado_desde?: number,
): EstadoSistema['instancias'][number] => ({
  servicio: 'api-gateway',
  instancia: 'una',
  version: VERSION,
  habla: 1,
  entiende: 1,
  desde: NOW - DAY,
  ts: NOW,
  certificado_vence,
  certificado_desde,
  discos: [],
});
const lag = (entradas: number, desde: number | null): EstadoSistema['atrasos'][number] => ({
  cola: 'lecturas',
  servicio: 'telemetry-history',
  entradas,
  desde,
});
const found = (more: Partial<EstadoSistema>) =>
  conditionsOf(estado(more)).map(({ condicion, grave }) => `${condicion}${grave ? ' grave' : ''}`);

it('the version is that of the package', () => {
  const root = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as object;
  expect(root).toMatchObject({ version: VERSION });
});

describe('what an operator has to act on', () => {
  it('is nothing in a sound installation', () => {
    expect(found({})).toEqual([]);
    expect(found({ instancias: [instancia(null), instancia(NOW + 80 * DAY)] })).toEqual([]);
    // Caddy's own authority signs for twelve hours, and renews with four left.
    expect(found({ instancias: [instancia(NOW + 3 * HOUR, NOW - 9 * HOUR)] })).toEqual([]);
    expect(found({ atrasos: [lag(1_000, NOW - 119_000)] })).toEqual([]);
  });

  it.each<[string, Partial<EstadoSistema>, string[]]>([
    ['a service without an instance', { faltan: ['alerts'] }, ['servicio grave']],
    ['a lag', { atrasos: [lag(1_001, null)] }, ['atraso']],
    ['a great lag', { atrasos: [lag(10_001, null)] }, ['atraso grave']],
    ['few entries that wait for long', { atrasos: [lag(1, NOW - 121_000)] }, ['atraso']],
    ['few entries that wait for very long', { atrasos: [lag(1, NOW - 1_201_000)] }, ['atraso grave']],
    ['a disk that fills', { discos: [{ ruta: '/datos', libre: 14, total: 100 }] }, ['disco']],
    ['a full disk', { discos: [{ ruta: '/datos', libre: 4, total: 100 }] }, ['disco grave']],
    ['no backup', { respaldo: null }, ['respaldo']],
    ['an old backup', { respaldo: { ts: NOW - 37 * HOUR, bytes: 1, ms: 1 } }, ['respaldo']],
    ['a very old backup', { respaldo: { ts: NOW - 7 * DAY, bytes: 1, ms: 1 } }, ['respaldo grave']],
    ['a certificate near its end', { instancias: [instancia(NOW + 13 * DAY)] }, ['certificado']],
    ['one of twelve hours near its end', { instancias: [instancia(NOW + HOUR, NOW - 11 * HOUR)] }, ['certificado']],
    ['a certificate past its end', { instancias: [instancia(NOW - 1)] }, ['certificado grave']],
    ['dead letters', { descartados_total: 2 }, ['descartes']],
  ])('%s', (_, more, expected) => {
    expect(found(more)).toEqual(expected);
  });

  it('begins with what is grave', () => {
    expect(found({ respaldo: null, faltan: ['inventory'] })).toEqual(['servicio grave', 'respaldo']);
  });
});
