import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dispositivo } from '@acequia/contracts';
import type { ApiClient } from './api-client.js';
import { writePrivate } from './data-folder.js';
import { DEMO_EMPRESAS, type DemoDispositivo } from './demo-data.js';
import { freePort, portIsFree } from './ports.js';

/** Preferred port, where a person looks first. */
const USUAL_PORT = 8085;
const FILE = 'demo-relay-cloud.json';
const OURS = /^http:\/\/127\.0\.0\.1:\d+$/;

/** The stand-in's own file format, plus the port. */
interface CloudFile {
  port: number;
  accounts: { key: string; devices: { id: string; model: string; scale?: number }[] }[];
}

const read = (path: string): Partial<CloudFile> => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as CloudFile;
  } catch {
    return {};
  }
};

const modelOf = ({ tipo, nombre }: DemoDispositivo): string => {
  if (tipo === 'shelly_pro3m') return 'pro3em';
  return /bomba/i.test(nombre) ? 'plus1pm' : 'plus1';
};

/**
 * The relay cloud account of each demo company: in a stand-in on loopback, so that the demo never contacts real devices. Its
 * origin is chosen before the services start, because they must be told to allow it.
 */
export class DemoRelayCloud {
  private constructor(
    readonly file: string,
    readonly port: number,
    private readonly keys: readonly string[],
  ) {}

  /** Reuses the port and keys of an earlier start if the port is still free. */
  static async choose(dataFolder: string): Promise<DemoRelayCloud> {
    const file = join(dataFolder, FILE);
    const earlier = read(file);
    const free: number[] = [];
    for (const port of [earlier.port ?? USUAL_PORT, USUAL_PORT])
      if (free.length === 0 && (await portIsFree(port))) free.push(port);
    const keys = DEMO_EMPRESAS.map((_, n) => earlier.accounts?.[n]?.key ?? randomBytes(24).toString('base64url'));
    return new DemoRelayCloud(file, free[0] ?? (await freePort()), keys);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** For inventory and device-gateway: the stand-in plus the default hosts. */
  get allowedHosts(): string {
    return `.shelly.cloud,${this.origin}`;
  }

  /** Writes the stand-in's file. */
  save(): void {
    const accounts = DEMO_EMPRESAS.map(({ dispositivos }, n) => ({
      key: this.keys[n] ?? '',
      devices: dispositivos.map((one) => ({ id: one.shelly_id, model: modelOf(one), scale: 1 - 0.35 * n })),
    }));
    writePrivate(this.file, JSON.stringify({ port: this.port, accounts } satisfies CloudFile, null, 2));
  }

  /** Connects the demo's dispositivos that have no account yet, or one at an earlier port. */
  async wire(api: ApiClient): Promise<void> {
    for (const dispositivo of await api.call('dispositivos.listar')) {
      const n = DEMO_EMPRESAS.findIndex(({ dispositivos }) =>
        dispositivos.some(({ shelly_id }) => shelly_id === dispositivo.shelly_id),
      );
      if (n < 0 || !this.mayWire(dispositivo)) continue;
      const { id, nombre, shelly_id, tipo, empresa_id, fecha_vencimiento, activo, suspendido } = dispositivo;
      const kept = { nombre, shelly_id, tipo, empresa_id, fecha_vencimiento, activo, suspendido };
      const body = { ...kept, server: this.origin, auth_key: this.keys[n] ?? '' };
      await api.call('dispositivos.actualizar', { params: { id }, body });
    }
  }

  /** Excludes a dispositivo that a person connected to an account of their own. */
  private mayWire({ server, auth_key_definida }: Dispositivo): boolean {
    return server === '' ? auth_key_definida === 0 : OURS.test(server) && server !== this.origin;
  }
}
