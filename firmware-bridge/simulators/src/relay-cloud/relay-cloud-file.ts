import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writePrivate } from '../board-spec.js';
import { MODELS } from './models.js';
import type { RelayCloud } from './relay-cloud.js';
import type { DeviceMemory } from './relay-device.js';

const Device = z.object({
  id: z.string().regex(/^[0-9a-fA-F]{1,14}$/, 'debe estar en hexadecimal'),
  model: z.enum(MODELS),
  offline: z.boolean().default(false),
  utc_offset_h: z.number().min(-14).max(14).optional(),
  scale: z.number().positive().optional(),
});
const File = z.object({
  accounts: z.array(
    z.object({
      key: z.string().min(1),
      v1: z.boolean().default(true),
      v2: z.boolean().default(true),
      latency_ms: z.number().min(0).default(0),
      devices: z.array(Device),
    }),
  ),
});
/** Accounts and devices of a stand-in, as a file lists them. */
export type RelayCloudFile = z.input<typeof File>;

const Memory = z.record(
  z.string(),
  z.object({ at: z.number(), on: z.boolean(), wh: z.array(z.number().min(0)) }) satisfies z.ZodType<DeviceMemory>,
);

/** Adds the accounts and devices of a file to a cloud. @throws Error with one clear line when the file is missing or invalid. */
export const loadAccounts = (cloud: RelayCloud, path: string, now = Date.now()): void => {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`No se puede leer ${path}: ${(error as Error).message}`, { cause: error });
  }
  const parsed = File.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`${path} no es un archivo de cuentas: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
  }
  for (const { devices, ...options } of parsed.data.accounts) {
    const account = cloud.account(options);
    for (const { model, offline, id, utc_offset_h, scale } of devices) {
      const device = account.add(model, {
        id,
        ...(utc_offset_h !== undefined && { utc_offset_h }),
        ...(scale !== undefined && { scale }),
      });
      if (offline) device.setOnline(false, now);
    }
  }
};

/** The accounts as a file that {@link loadAccounts} reads. */
export const describeAccounts = (cloud: RelayCloud): RelayCloudFile => ({
  accounts: cloud.accounts.map(({ key, v1, v2, latency_ms, devices }) => ({
    key,
    v1,
    v2,
    latency_ms,
    devices: devices.map(({ id, model, online }) => ({ id, model, offline: !online })),
  })),
});

/** Counters and outputs in a file, so that a restart of the stand-in does not reset its meters. */
export class CloudMemory {
  constructor(
    private readonly cloud: RelayCloud,
    private readonly path: string,
  ) {}

  restore(): void {
    let found: Record<string, DeviceMemory> = {};
    try {
      found = Memory.parse(JSON.parse(readFileSync(this.path, 'utf8')));
    } catch {
      // Absent or damaged: the meters start like new ones.
    }
    for (const { devices } of this.cloud.accounts)
      for (const device of devices) {
        const memory = found[device.id];
        if (memory) device.recall(memory);
      }
  }

  save(now = Date.now()): void {
    const all = this.cloud.accounts.flatMap(({ devices }) => devices);
    writePrivate(this.path, JSON.stringify(Object.fromEntries(all.map((device) => [device.id, device.memory(now)]))));
  }
}
