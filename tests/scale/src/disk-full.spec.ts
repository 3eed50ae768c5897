import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  connectBoard,
  eventually,
  Farm,
  publishTelemetry,
  type RunningAcequia,
  SENSOR_PIN,
  startAcequia,
} from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import { Client } from 'pg';

/** The data folder is a file system of its own, of this size: needs root. */
const SIZE = '500m';
const CHUNK = Buffer.alloc(1 << 20);

let folder: string;
let acequia: RunningAcequia;
let farm: Farm;
let board: MqttClient | undefined;
const acknowledged = new Set<number>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'acequia-full-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]);
  chmodSync(folder, 0o755);
  acequia = await startAcequia({ folder });
  farm = await Farm.create(acequia, await acequia.loginAdmin());
});

afterAll(async () => {
  board?.end(true);
  await acequia?.stop();
  execFileSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true, force: true });
});

/** Publishes one sample; it counts only with its PUBACK. */
const publish = async (): Promise<void> => {
  if (!board?.connected) {
    board?.end(true);
    board = await connectBoard(acequia.mqtt, farm.board, { connectTimeout: 5_000 });
    board.on('error', () => undefined);
  }
  const ts = Date.now();
  const sample = { ts, sensors: { [SENSOR_PIN]: { t: 20, h: 50 } } };
  const sent = publishTelemetry(board, farm.board.id, sample).then(() => void acknowledged.add(ts));
  await Promise.race([sent.catch(() => undefined), sleep(2_000)]);
};

const fill = (keepFree: number): void => {
  const file = openSync(join(folder, 'filler'), 'a');
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize <= keepFree) return;
      writeSync(file, CHUNK, 0, Math.min(CHUNK.length, bavail * bsize - keepFree));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
};

it('a full disk is announced before, stops acknowledgements, loses nothing and heals once there is room', async () => {
  const root = await acequia.loginAdmin();
  await eventually(async () => {
    await publish();
    expect(acknowledged.size).toBeGreaterThan(5);
  });

  const { blocks, bsize } = statfsSync(folder);
  fill(0.04 * blocks * bsize);
  await eventually(async () =>
    expect((await root.call('estado.leer')).condiciones).toContainEqual(
      expect.objectContaining({ condicion: 'disco', grave: true }),
    ),
  );

  await eventually(async () => {
    fill(0);
    const before = acknowledged.size;
    for (let n = 0; n < 3; n += 1) await publish().catch(() => undefined);
    expect(acknowledged.size).toBe(before);
  }, 180_000);

  rmSync(join(folder, 'filler'));
  const before = acknowledged.size;
  await eventually(async () => {
    await publish();
    expect(acknowledged.size).toBeGreaterThan(before + 5);
    expect((await acequia.api().raw('salud')).status).toBe(200);
  }, 180_000);

  const db = new Client(acequia.databaseUrl);
  await db.connect();
  try {
    await eventually(async () => {
      const { rows } = await db.query<{ ts: string }>(
        'SELECT (extract(epoch FROM ts) * 1000)::bigint AS ts FROM telemetry_history.lecturas WHERE placa_id = $1',
        [farm.board.placa_id],
      );
      const stored = new Set(rows.map(({ ts }) => Number(ts)));
      expect([...acknowledged].filter((ts) => !stored.has(ts))).toEqual([]);
    }, 180_000);
  } finally {
    await db.end();
  }
}, 900_000);
