import { AUTH_KEY_CONTEXT, TELEGRAM_TOKEN_CONTEXT } from '@acequia/contracts';
import { SecretBox } from '@acequia/service-kit';
import {
  ADMIN,
  type ApiClient,
  Balancer,
  eventually,
  Farm,
  PASSWORD,
  startAcequia,
  type RunningAcequia,
} from '@acequia/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';

/** Two instances of every service, as an installation that may not stop has. */
describe('54. keys are rotated without a stop', () => {
  let acequia: RunningAcequia;
  let db: Client;
  let farm: Farm;
  let root: ApiClient;

  beforeAll(async () => {
    acequia = await startAcequia({ quick: true, instances: 2, env: { RATE_LIMIT_SESSION: '1000000' } });
    db = new Client(acequia.databaseUrl);
    await db.connect();
    root = await acequia.loginAdmin();
    farm = await Farm.create(acequia, root);
    await root.call('empresas.actualizar', {
      params: { id: farm.empresa.id },
      body: { ...farm.empresa, token_telegram: '123:secreto' },
    });
    await root.call('dispositivos.crear', {
      body: {
        nombre: 'Bomba',
        shelly_id: 'c45bbe5f1234',
        tipo: 'shelly_1',
        server: 'shelly-1-eu.shelly.cloud',
        auth_key: 'clave-de-la-nube',
        empresa_id: farm.empresa.id,
      },
    });
    await root.call('avisos.agregar_canal', {
      body: { empresa_id: farm.empresa.id, canal: 'webhook', destino: 'https://example.com/avisos' },
    });
  });
  afterAll(async () => {
    await db?.end();
    await acequia?.stop();
  });

  const keyOf = (name: string): string => readFileSync(join(acequia.dataFolder, name), 'utf8').trim();
  /** Every stored secret, by the column that holds it. */
  const sealed = async (): Promise<[string, string, string][]> => {
    const columns: [string, string, string][] = [
      ['auth_tenancy.empresas', 'token_telegram_cifrado', TELEGRAM_TOKEN_CONTEXT],
      ['inventory.dispositivos', 'auth_key_cifrada', AUTH_KEY_CONTEXT],
      ['device_gateway.dispositivos', 'auth_key_cifrada', AUTH_KEY_CONTEXT],
      ['alerts.canales', 'secreto_cifrado', 'canal.secreto'],
    ];
    const found: [string, string, string][] = [];
    for (const [table, column, context] of columns) {
      const { rows } = await db.query<{ text: string }>(`SELECT ${column} AS text FROM ${table} WHERE ${column} <> ''`);
      for (const { text } of rows) found.push([table, text, context]);
    }
    return found;
  };
  /** Tables of which some secret does not open with this key alone. */
  const closed = async (key: string): Promise<string[]> => {
    const box = new SecretBox(key);
    const opens = (text: string, context: string): boolean => {
      try {
        return box.decrypt(text, context) !== '';
      } catch {
        return false;
      }
    };
    return (await sealed()).filter(([, text, context]) => !opens(text, context)).map(([table]) => table);
  };

  it('while people work: sessions go on, no request fails, and every stored secret ends sealed with the new key', async () => {
    const old = keyOf('secret.key');
    await eventually(async () => expect((await sealed()).length).toBe(4));
    expect(await closed(old)).toEqual([]);
    const client = farm.admin.api;
    const failures: string[] = [];
    let asked = 0;
    let working = true;
    const balancer = new Balancer(acequia.doors, client.token);
    const work = (async () => {
      while (working) {
        const answer = await balancer.raw('switches.listar').catch((error: unknown) => error as Error);
        const status = answer instanceof Response ? answer.status : String(answer.cause ?? answer);
        asked += 1;
        if (status !== 200) failures.push(String(status));
        await sleep(20);
      }
    })();
    await acequia.rotateKey();
    working = false;
    await work;
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(20);

    const current = keyOf('secret.key');
    expect(current).not.toBe(old);
    expect(keyOf('secret.key.previous')).toBe(old);
    await eventually(async () => expect(await closed(current)).toEqual([]), 60_000);
    expect(await closed(old)).not.toEqual([]);
  }, 900_000);

  it('and once the previous key is dropped, what it signed opens nothing, while new sessions do', async () => {
    const query = { usuario_id: farm.usuario.id };
    const before = farm.usuario.api;
    expect((await before.raw('switches.de_usuario', { query })).status).toBe(200);
    const now = await acequia.login(farm.usuario.email, PASSWORD);
    await acequia.finishRotation();
    expect((await before.raw('switches.de_usuario', { query })).status).toBe(401);
    expect((await now.raw('switches.de_usuario', { query })).status).toBe(200);
    expect((await acequia.login(ADMIN.email, ADMIN.password)).token).toBeTruthy();
    expect(await closed(keyOf('secret.key'))).toEqual([]);
  }, 900_000);
});
