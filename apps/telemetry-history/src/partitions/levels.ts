import type { HistoryEnv } from '../env.js';

export interface Level {
  tabla: 'lecturas' | 'estados' | 'lecturas_15m' | 'transiciones' | 'mediciones' | 'mediciones_15m';
  /** Whose rows they are: the first column of the key. */
  clave: 'placa_id' | 'dispositivo_id';
  /** Storage of its partitions: rows that are updated leave room for their next version on the same page. */
  storage: string;
  /** Days its rows are kept. */
  dias: (env: Pick<HistoryEnv, 'RETENTION_DAYS' | 'RETENTION_ROLLUP_DAYS'>) => number;
}

/** The partitioned tables. The first one's limit decides what ingest still takes in. */
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
];
