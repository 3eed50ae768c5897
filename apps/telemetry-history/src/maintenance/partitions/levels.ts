import type { HistoryEnv } from '../../env.js';

export interface Level {
  tabla:
    | 'lecturas'
    | 'estados'
    | 'lecturas_15m'
    | 'transiciones'
    | 'mediciones'
    | 'mediciones_15m'
    | 'valores'
    | 'valores_15m';
  /** First column of the key: the owner of a row. */
  clave: 'placa_id' | 'dispositivo_id' | 'punto_id';
  /** Storage parameters of its partitions: updated rows need room for their next version on the same page. */
  storage: string;
  /** Number of days that rows are kept. */
  dias: (env: Pick<HistoryEnv, 'RETENTION_DAYS' | 'RETENTION_ROLLUP_DAYS'>) => number;
}

/** The partitioned tables. The first table's limit decides which samples ingest accepts. */
export const LEVELS: readonly [Level, ...Level[]] = [
  { tabla: 'lecturas', clave: 'placa_id', storage: 'fillfactor = 100', dias: (env) => env.RETENTION_DAYS },
  { tabla: 'estados', clave: 'placa_id', storage: 'fillfactor = 100', dias: (env) => env.RETENTION_DAYS },
  {
    tabla: 'lecturas_15m',
    clave: 'placa_id',
    storage: 'fillfactor = 80',
    dias: (env) => env.RETENTION_ROLLUP_DAYS,
  },
  {
    tabla: 'transiciones',
    clave: 'placa_id',
    storage: 'fillfactor = 100',
    dias: (env) => env.RETENTION_ROLLUP_DAYS,
  },
  {
    tabla: 'mediciones',
    clave: 'dispositivo_id',
    storage: 'fillfactor = 100',
    dias: (env) => env.RETENTION_DAYS,
  },
  {
    tabla: 'mediciones_15m',
    clave: 'dispositivo_id',
    storage: 'fillfactor = 80',
    dias: (env) => env.RETENTION_ROLLUP_DAYS,
  },
  { tabla: 'valores', clave: 'punto_id', storage: 'fillfactor = 100', dias: (env) => env.RETENTION_DAYS },
  { tabla: 'valores_15m', clave: 'punto_id', storage: 'fillfactor = 80', dias: (env) => env.RETENTION_ROLLUP_DAYS },
];
