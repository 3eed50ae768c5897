import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { outputOf } from './child-streams.js';
import type { VaultWriter } from './vault.js';

/** Files that belong to the running server or that it recreates. */
const LEFT_OUT = [
  './postmaster.pid',
  './postmaster.opts',
  './pg_wal/*',
  './pg_replslot/*',
  './pg_dynshmem/*',
  './pg_notify/*',
  './pg_serial/*',
  './pg_snapshots/*',
  './pg_stat_tmp/*',
  './pg_subtrans/*',
  'pgsql_tmp*',
];

interface Cluster {
  data: string;
  password: string;
}

export const readCluster = (folder: string): Cluster =>
  JSON.parse(readFileSync(join(folder, 'postgres/cluster.json'), 'utf8')) as Cluster;

const segmentOf = async (client: pg.Client, lsn: string): Promise<string> => {
  const { rows } = await client.query<{ name: string }>('SELECT pg_walfile_name($1::pg_lsn) AS name', [lsn]);
  return rows[0]?.name ?? '';
};

/** `tar` exits with 1 when a file changed or vanished during the copy: the WAL repairs that. */
const TAR_FINE = [0, 1];

async function* tarOf(folder: string, args: string[]): AsyncGenerator<Buffer> {
  yield* outputOf('tar', ['--create', '--file=-', `--directory=${folder}`, ...args], {}, TAR_FINE);
}

/**
 * Copies the files of a running PostgreSQL, then the WAL that makes them consistent as of the end of the backup. A replication
 * slot of this session keeps that WAL until it is copied.
 */
export const backUpCluster = async (url: string, { data }: Cluster, vault: VaultWriter): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [`acequia_${process.pid}`]);
    const { rows: began } = await client.query<{ lsn: string }>(
      "SELECT pg_backup_start('acequia', fast => true)::text AS lsn",
    );
    const first = await segmentOf(client, began[0]?.lsn ?? '');
    await vault.add('cluster', tarOf(data, ['--gzip', ...LEFT_OUT.map((one) => `--exclude=${one}`), '.']));
    const { rows: ended } = await client.query<{ lsn: string; label: string }>(
      'SELECT lsn::text, labelfile AS label FROM pg_backup_stop(wait_for_archive => false)',
    );
    const last = await segmentOf(client, ended[0]?.lsn ?? '');
    await vault.add('label', [Buffer.from(ended[0]?.label ?? '')]);
    const wal = join(data, 'pg_wal');
    const wanted = readdirSync(wal).filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
    const history = readdirSync(wal).filter((name) => name.endsWith('.history'));
    await vault.add('wal', tarOf(data, ['--no-recursion', ...[...wanted, ...history].map((name) => `pg_wal/${name}`)]));
  } finally {
    await client.end().catch(() => undefined);
  }
};
