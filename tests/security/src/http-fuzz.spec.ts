import { type ErrorCode, ErrorBody, errorsOf, ROUTES, type RouteDefinition, type RouteName } from '@acequia/contracts';
import { type ApiClient, eventually, Farm, type RunningAcequia, sharedAcequia } from '@acequia/testing';
import { type ApiRequest, ownRequest, served } from './access-matrix.requests.js';
import type { Ids } from './access-matrix.targets.js';
import { broken, HOSTILE, mutated } from './hostile.js';
import { Random, SEED, WHOLE } from './random.js';
import { idsOf } from './world.js';

const REQUESTS = WHOLE ? 6_000 : 400;
/** These routes would end the session or delete the data that the other routes are tested on. */
const ENDS = /\.(salir|eliminar|desactivar|suspender|revocar|renovar_credencial)$|^cuenta\./;
/** Never part of an answer: a hash, a sealed secret, server internals. */
const INSIDES = /\$argon2|"clave_hash"|node_modules|\bat .+\.[jt]s:\d|QueryFailed|SELECT .+ FROM/;

const routes = served.filter(([name, route]) => !ENDS.test(name) && route.method !== 'DELETE');
const writing = routes.filter(([, { body }]) => body !== undefined);

interface Sent {
  name: RouteName;
  path: string;
  body: string | undefined;
}

const addressOf = (
  { path }: RouteDefinition,
  { params, query }: Record<'params' | 'query', Record<string, unknown>>,
) => {
  const filled = path.replace(/:(\w+)/g, (_all, key: string) => encodeURIComponent(String(params[key])));
  const asked = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  );
  return `/api${filled}?${asked}`;
};

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

const hostileAddress = (values: Record<string, unknown>, random: Random): Record<string, unknown> => {
  const names = Object.keys(values);
  return names.length === 0 ? values : { ...values, [random.of(names)]: asText(random.of(HOSTILE)) };
};

/** A valid request with one fault in its body, query or path. */
const wrong = (ids: Ids, random: Random): Sent => {
  const [name, route] = random.of(random.chance(0.75) ? writing : routes);
  const good: ApiRequest = ownRequest(name, ids);
  const place = random.below(good.body ? 8 : 2);
  const params = place === 0 ? hostileAddress(good.params, random) : good.params;
  const query = place === 1 ? hostileAddress({ ...good.query, desde: '2026-01-01' }, random) : good.query;
  const text = good.body && JSON.stringify(place > 1 ? mutated(good.body, random) : good.body);
  const body = text !== undefined && random.chance(0.05) ? broken(text, random) : text;
  return { name, path: addressOf(route, { params, query }), body };
};

describe('requests that nobody meant', () => {
  let acequia: RunningAcequia;
  let root: ApiClient;
  let mine: Farm;
  let theirs: Farm;
  let ids: Ids;

  beforeAll(async () => {
    acequia = await sharedAcequia();
    root = await acequia.loginAdmin();
    [mine, theirs] = [await Farm.create(acequia, root), await Farm.create(acequia, root)];
    ids = await idsOf(root, mine);
  });
  afterAll(() => acequia?.stop());

  const send = async ({ name, path, body }: Sent, { token }: ApiClient) => {
    const answer = await fetch(`${acequia.http}${path}`, {
      method: ROUTES[name].method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
  };
  const stateOf = async (farm: Farm): Promise<string> => {
    const query = { empresa_id: farm.empresa.id };
    const [switches, usuarios, placas] = await Promise.all([
      root.call('switches.listar', { query }),
      root.call('usuarios.listar', { query }),
      root.call('placas.listar', { query }),
    ]);
    return JSON.stringify([switches, usuarios, placas.map(({ id, revocada }) => [id, revocada])]);
  };

  it(`34. are answered or refused by the contract, whoever sends them, and reach the writes (seed ${SEED})`, async () => {
    const random = new Random(SEED);
    const before = await stateOf(theirs);
    const admin = mine.admin.api;
    const counts: Record<string, number> = {};
    let reached = 0;
    for (let sent = 0; sent < REQUESTS; sent += 1) {
      const request = wrong(ids, random);
      const { status, type, text } = await send(request, admin);
      counts[status] = (counts[status] ?? 0) + 1;
      if (status !== 401 && status < 500) reached += 1;
      const where = `#${sent} ${ROUTES[request.name].method} ${request.path} ${request.body?.slice(0, 500) ?? ''} → ${status} ${text.slice(0, 300)}`;
      expect([where, INSIDES.test(text)]).toEqual([where, false]);
      if (status < 400) continue;
      expect([where, type.startsWith('application/json')]).toEqual([where, true]);
      const { codigo } = ErrorBody.parse(JSON.parse(text));
      const named: ErrorCode[] = errorsOf(ROUTES[request.name]);
      expect([where, codigo !== 'error_interno' && named.some((one) => one === codigo)]).toEqual([where, true]);
    }
    console.log(`HTTP fuzz, seed ${SEED}: ${REQUESTS} requests, ${JSON.stringify(counts)}`);
    expect(reached).toBeGreaterThan(REQUESTS / 2);
    expect(Object.entries(counts).some(([status]) => status.startsWith('2'))).toBe(true);
    expect(await stateOf(theirs)).toBe(before);
    await eventually(async () => expect((await acequia.api().raw('salud')).status).toBe(200));
  });

  it('10. are answered without the secrets of a company, whoever reads', async () => {
    const secrets = ['7734:clave-del-bot', 'clave-de-la-nube'];
    const { id, nombre, zona_horaria, fecha_vencimiento } = mine.empresa;
    await root.call('empresas.actualizar', {
      params: { id },
      body: { nombre, zona_horaria, fecha_vencimiento, token_telegram: secrets[0] },
    });
    await root.call('dispositivos.crear', {
      body: { nombre: 'Con clave', shelly_id: `c45b${id}`, tipo: 'shelly_1', auth_key: secrets[1], empresa_id: id },
    });
    const reading = served.filter(([, { method }]) => method === 'GET');
    let answered = 0;
    for (const [name, route] of reading)
      for (const who of [root, mine.admin.api, mine.usuario.api]) {
        const { params, query } = ownRequest(name, ids);
        const { status, text } = await send({ name, path: addressOf(route, { params, query }), body: undefined }, who);
        if (status < 300) answered += 1;
        expect([name, secrets.filter((secret) => text.includes(secret))]).toEqual([name, []]);
        expect([name, INSIDES.test(text)]).toEqual([name, false]);
      }
    expect(answered).toBeGreaterThan(reading.length);
  });

  it('34. that name a field twice, or __proto__, are harmless', async () => {
    const { token } = mine.admin.api;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const twice = await fetch(
      `${acequia.http}/api/usuarios?empresa_id=${ids.empresa}&empresa_id=${theirs.empresa.id}`,
      {
        headers,
      },
    );
    expect([400, 404]).toContain(twice.status);
    const body = `{"nombre":"Eva","email":"eva-${Date.now()}@acequia.test","password":"una clave de campo","rol":"usuario","__proto__":{"rol":"admin_global"},"constructor":{"rol":"admin_global"}}`;
    const made = await fetch(`${acequia.http}/api/usuarios`, { method: 'POST', headers, body });
    expect([made.status, await made.json()]).toMatchObject([201, { rol: 'usuario', empresa_id: ids.empresa }]);
  });
});
