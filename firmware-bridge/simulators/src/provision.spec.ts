import { ROUTES, type PlacaCredencial } from '@acequia/contracts';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provision } from './provision.js';

const SESSION = {
  token: 'el-token',
  user: {
    id: 1,
    nombre: 'A',
    email: 'a@b.mx',
    rol: 'admin_global',
    empresa_id: null,
    empresa_nombre: null,
    zona_horaria: 'UTC',
  },
};

/** A stand-in for the server's HTTP API as far as provisioning uses it; it checks every body against the contract. */
class Door {
  readonly asked: string[] = [];
  failFrom = Infinity;
  private issued = 0;
  private readonly server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const [status, answer] = this.answer(request.url ?? '', request.headers.authorization, JSON.parse(text || '{}'));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private answer(url: string, auth: string | undefined, body: unknown): [number, unknown] {
    this.asked.push(url);
    if (url === '/api/auth/login') return [200, SESSION];
    if (auth !== 'Bearer el-token') return [401, { codigo: 'sesion_invalida', mensaje: 'No', trace_id: 't' }];
    if (url === '/api/auth/logout') return [204, undefined];
    const { cantidad } = ROUTES['placas.registrar'].body.parse(body);
    if (this.issued >= this.failFrom) return [503, { codigo: 'x', mensaje: 'Sin servicio.', trace_id: 't' }];
    return [201, Array.from({ length: cantidad }, () => this.issue())];
  }

  private issue(): PlacaCredencial {
    this.issued += 1;
    const id = 1000 + this.issued;
    return { id, placa_id: this.issued, username: String(id), password: 'p', dialecto: 'acequia' };
  }
}

describe('provisioning boards', () => {
  let folder: string;
  let door: Door;
  let http: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'acequia-sim-'));
    door = new Door();
    http = await door.open();
  });
  afterEach(async () => {
    await door.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (count: number): ReturnType<typeof provision> =>
    provision({ http, email: 'a@b.mx', password: 'x', empresa: 1, count, out: join(folder, 'boards.json') });
  const written = (): unknown[] => JSON.parse(readFileSync(join(folder, 'boards.json'), 'utf8'));

  it('writes the credentials where only their owner reads them', async () => {
    await ask(2);
    expect(written()).toEqual([
      { id: 1001, placa_id: 1, username: '1001', password: 'p' },
      { id: 1002, placa_id: 2, username: '1002', password: 'p' },
    ]);
    expect(statSync(join(folder, 'boards.json')).mode & 0o777).toBe(0o600);
  });

  it('asks for no more at a time than the contract allows, and ends its session', async () => {
    await ask(2_500);
    expect(written()).toHaveLength(2_500);
    expect(door.asked).toEqual(['/api/auth/login', '/api/placas', '/api/placas', '/api/placas', '/api/auth/logout']);
  });

  it('keeps what was issued when a later call fails, and says why it stopped', async () => {
    door.failFrom = 1_000;
    await expect(ask(1_500)).rejects.toThrow('/api/placas: 503 Sin servicio.');
    expect(written()).toHaveLength(1_000);
  });
});
