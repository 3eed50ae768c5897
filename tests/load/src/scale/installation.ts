/** One sample a board every ten seconds. */
export const PERIOD_S = 10;
/** Share of a core that a process with one thread may take, so that bursts and the return of a neighbour's boards fit. */
const BUSY = 0.6;
/** Boards on one gateway: as many as `npm run bench -- crowd` has tried. */
const BOARDS_PER_GATEWAY = 15_000;
/** What a sample takes on disk with its indexes and roll-ups: 12 GB for the 100 million of `npm run bench:history`. */
const BYTES_PER_SAMPLE = 120;
const YEAR_S = 365 * 86_400;
const SHARDS_ON_A_CLUSTER = 16;

/** Prices that an operator replaces with his own, USD a month (rented machines, November 2026). */
const USD = { core: 15, gb_disk: 0.08 };

/** CPU time of each part, µs a sample. */
export type CpuTimes = Record<string, number>;

export interface Installation {
  boards: number;
  samples_per_s: number;
  gateways: number;
  shards: number;
  writers: number;
  alerts: number;
  /** Cores of each part, all its processes together, at that rate. */
  cores: Record<string, number>;
  disk_tb_per_year: number;
  usd_per_month: { cores: number; disk_after_a_year: number };
}

/** A PostgreSQL server has many cores; every other part is one thread, however many processes there are of it. */
const POSTGRES_CORES = 32;

/** With how many boards one process of each part (one server of PostgreSQL) is full, the first to give way first. */
export function fullAt(cpu_us: CpuTimes): Record<string, number> {
  const byCpu = Object.entries(cpu_us)
    .filter(([, us]) => us > 0)
    .map(([part, us]): [string, number] => {
      const cores = part === 'postgres' ? POSTGRES_CORES : 1;
      return [part, Math.round((cores * BUSY * PERIOD_S * 1e6) / us / 1_000) * 1_000];
    });
  const all: [string, number][] = [...byCpu, ['connections of a device-gateway', BOARDS_PER_GATEWAY]];
  return Object.fromEntries(all.sort(([, a], [, b]) => a - b));
}

/** How many processes of each kind `boards` need, what they cost, and what gives way first. */
export function installationFor(boards: number, cpu_us: CpuTimes): Installation {
  const samples_per_s = boards / PERIOD_S;
  const busy = (part: string): number => (samples_per_s * (cpu_us[part] ?? 0)) / 1e6;
  const processes = (part: string): number => Math.max(1, Math.ceil(busy(part) / BUSY));
  const gateways = Math.max(processes('device-gateway'), Math.ceil(boards / BOARDS_PER_GATEWAY));
  const writers = processes('telemetry-history');
  const parts = Object.keys(cpu_us).filter((part) => cpu_us[part]! >= 0.1);
  const cores = Object.fromEntries(parts.map((part) => [part, round(busy(part))]));
  const disk_tb_per_year = round((samples_per_s * YEAR_S * BYTES_PER_SAMPLE) / 1e12);
  const whole = Math.ceil(Object.values(cores).reduce((sum, each) => sum + each, 0) / BUSY);
  return {
    boards,
    samples_per_s,
    gateways,
    shards: writers > 1 || gateways > 2 ? SHARDS_ON_A_CLUSTER : 1,
    writers,
    alerts: processes('alerts'),
    cores,
    disk_tb_per_year,
    usd_per_month: {
      cores: Math.max(2, whole) * USD.core,
      disk_after_a_year: Math.round(disk_tb_per_year * 1_000 * USD.gb_disk),
    },
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;
