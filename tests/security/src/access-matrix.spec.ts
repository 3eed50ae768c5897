import { type Rol, ROUTES, type RouteDefinition, type RouteName } from '@acequia/contracts';
import { type ApiClient, eventually, Farm, PASSWORD, type RunningAcequia, sharedAcequia } from '@acequia/testing';
import { type ApiRequest, ownRequest, served, targets, untriedIds } from './access-matrix.requests.js';
import { BODIES, type Ids, NODE } from './access-matrix.targets.js';
import { idsOf } from './world.js';

/** No row has this id, and every column can hold it. */
const ABSENT = 2_000_000_000;

interface Answer {
  status: number;
  text: string;
}

let acequia: RunningAcequia;
let root: ApiClient;
let mine: Farm;
let theirs: Farm;
let ids: { mine: Ids; theirs: Ids; unassigned: Ids };
const people = new Map<Rol, ApiClient>();

/** Things of one's own company that are not assigned to its usuario. */
const unassigned = async (farm: Farm, own: Ids): Promise<Ids> => {
  const { switches } = await root.call('switches.guardar_lote', {
    body: {
      switches: [
        {
          nombre: 'Ajeno',
          tipo: 'motor',
          zona: 'Z',
          empresa_id: own.empresa,
          dispositivo_id: own.numero,
          switch_site_id: 5,
          hardware_pin: 33,
          sensor_pin: null,
        },
      ],
    },
  });
  return { ...own, usuario: farm.admin.id, switch: switches[0]?.id ?? 0 };
};

beforeAll(async () => {
  acequia = await sharedAcequia();
  root = await acequia.loginAdmin();
  mine = await Farm.create(acequia, root);
  theirs = await Farm.create(acequia, root);
  const own = await idsOf(root, mine);
  ids = { mine: own, theirs: await idsOf(root, theirs), unassigned: await unassigned(mine, own) };
  people.set('admin_global', root).set('admin_empresa', mine.admin.api).set('usuario', mine.usuario.api);
});

afterAll(() => acequia?.stop());

const ask = async (who: ApiClient, name: RouteName, apiRequest: ApiRequest): Promise<Answer> => {
  const answer = await who.raw(name, apiRequest as never);
  return { status: answer.status, text: await answer.text() };
};
const person = (rol: Rol): ApiClient => people.get(rol) as ApiClient;

/** The content of an answer without its trace id and the requested id. */
const said = ({ status, text }: Answer, id: number): unknown => {
  const { trace_id: _, ...body } = JSON.parse(text) as Record<string, unknown>;
  return { status, body: JSON.stringify(body).replaceAll(String(id), '<id>') };
};

const confined = (['admin_empresa', 'usuario'] as const).flatMap((rol) =>
  targets
    .filter(({ name }) => (ROUTES[name] as RouteDefinition).access.includes(rol))
    .map((target) => ({ rol, target, what: `${rol} ${target.name} ${target.campo}` })),
);
/** A company's admin may name another company in a body: the server overrules it (ACC-13), which is as safe as a refusal. */
const isForced = (what: string): boolean => /usuarios\.\w+ body\.empresa_id$/.test(what);

describe('the access matrix', () => {
  it('1. knows every id of every body: a route that is missing here fails', () => {
    expect(untriedIds()).toEqual([]);
  });

  it.each(served.map(([name]) => name))('24. %s asks for a session', async (name) => {
    const answer = await ask(acequia.api(), name, ownRequest(name, ids.mine));
    expect(answer.status).toBe(401);
    expect((await ask(acequia.api('no.es.token'), name, ownRequest(name, ids.mine))).status).toBe(401);
  });

  const forbidden = served.flatMap(([name, { access }]) =>
    (['admin_empresa', 'usuario'] as const).filter((rol) => !access.includes(rol)).map((rol) => [rol, name] as const),
  );
  it.each(forbidden)('7. %s is refused %s, whoever the ids belong to', async (rol, name) => {
    for (const whose of [ids.mine, ids.theirs]) {
      expect((await ask(person(rol), name, ownRequest(name, whose))).status).toBe(403);
    }
  });

  it.each(confined.filter(({ what }) => !isForced(what)))(
    '4. $what: a foreign id is refused as an absent one is, in the same words',
    async ({ rol, target }) => {
      const foreign = ids.theirs[target.entidad];
      const toForeign = await ask(person(rol), target.name, target.con(ids.mine, foreign));
      const toAbsent = await ask(person(rol), target.name, target.con(ids.mine, ABSENT));
      expect([403, 404]).toContain(toForeign.status);
      expect(said(toForeign, foreign)).toEqual(said(toAbsent, ABSENT));
    },
  );

  it.each(confined.filter(({ rol, target }) => rol === 'usuario' && ['usuario', 'switch'].includes(target.entidad)))(
    '7. $what: what is of the company but not assigned is refused as an absent one is',
    async ({ target }) => {
      const other = ids.unassigned[target.entidad];
      const toOther = await ask(person('usuario'), target.name, target.con(ids.mine, other));
      const toAbsent = await ask(person('usuario'), target.name, target.con(ids.mine, ABSENT));
      expect([403, 404]).toContain(toOther.status);
      expect(said(toOther, other)).toEqual(said(toAbsent, ABSENT));
    },
  );

  it('5. an admin_empresa cannot make or become an admin_global', async () => {
    const body = { nombre: 'X', email: 'global@acequia.test', password: PASSWORD, rol: 'admin_global' };
    for (const [name, params] of [
      ['usuarios.crear', {}],
      ['usuarios.actualizar', { id: mine.usuario.id }],
      ['usuarios.actualizar', { id: mine.admin.id }],
    ] as const) {
      const { status } = await ask(person('admin_empresa'), name, { params, query: {}, body });
      expect(status).toBe(403);
    }
  });

  // Saving the usuario with another password ended the usuario's session.
  it.each(confined.filter(({ what }) => isForced(what)))(
    "6. $what: another company's id puts nobody there",
    async ({ rol, target }) => {
      const foreign = ids.theirs.empresa;
      const { status, text } = await ask(person(rol), target.name, target.con(ids.mine, foreign));
      const { empresa_id } = JSON.parse(text) as { empresa_id?: number };
      expect([403, 404].includes(status) || empresa_id === ids.mine.empresa).toBe(true);
    },
  );

  it('8. a value for a foreign point is refused in its row, as one for an absent point is', async () => {
    const body = {
      empresa_id: ids.theirs.empresa,
      placa_id: null,
      fuente: { tipo: 'api' },
      magnitud: 'presion',
    } as const;
    const { id } = await root.call('puntos.crear', { body: { ...body, nombre: 'API' } });
    const ts = Date.now();
    const refused = await Promise.all(
      [id, ABSENT].map((punto_id) =>
        mine.admin.api.call('medidas.guardar', { body: { medidas: [{ punto_id, ts, valor: 1 }] } }),
      ),
    );
    expect(refused[0]).toEqual(refused[1]);
    expect(refused[0]).toMatchObject({ aceptadas: 0, rechazadas: [{ indice: 0, motivo: 'punto_desconocido' }] });
    const [shown] = (await root.call('puntos.listar', { query: { empresa_id: ids.theirs.empresa } })).filter(
      (one) => one.id === id,
    );
    expect(shown).toMatchObject({ valor: null, ts: null });
    await root.call('puntos.eliminar', { params: { id } });
  });

  it('9. an uplink of a node goes to the points of its own company, whoever else reads that node', async () => {
    const body = {
      placa_id: null,
      fuente: { tipo: 'lorawan', dev_eui: NODE, ruta: 'soil' },
      magnitud: 'humedad_suelo',
      nombre: 'Suelo',
    } as const;
    const create = (empresa_id: number) => root.call('puntos.crear', { body: { ...body, empresa_id } });
    const [theirs, own] = [await create(ids.theirs.empresa), await create(ids.mine.empresa)];
    const uplink = BODIES['lorawan.chirpstack']!(ids.mine);
    const request = { params: {}, query: { event: 'up', empresa_id: ids.theirs.empresa }, body: uplink };
    expect((await ask(person('admin_empresa'), 'lorawan.chirpstack', request)).status).toBe(404);
    const shown = async ({ id, empresa_id }: typeof own) =>
      (await root.call('puntos.listar', { query: { empresa_id } })).find((one) => one.id === id);
    // The points may not be known everywhere yet.
    await eventually(async () => {
      const one = { params: {}, query: { event: 'up' }, body: BODIES['lorawan.chirpstack']!(ids.mine) };
      expect((await ask(person('admin_empresa'), 'lorawan.chirpstack', one)).status).toBe(200);
      expect(await shown(own)).toMatchObject({ valor: 1 });
    });
    expect(await shown(theirs)).toMatchObject({ valor: null, ts: null });
    for (const { id } of [own, theirs]) await root.call('puntos.eliminar', { params: { id } });
  });

  it("2. lists hold one's own company only", async () => {
    const admin = mine.admin.api;
    for (const list of [
      await admin.call('usuarios.listar'),
      await admin.call('dispositivos.listar'),
      await admin.call('switches.listar'),
      await admin.call('switches.panel'),
      await admin.call('placas.listar'),
      await admin.call('enclavamientos.listar'),
      await admin.call('puntos.listar'),
      await admin.call('avisos.reglas'),
      await admin.call('avisos.silencios'),
      await admin.call('avisos.canales'),
      await admin.call('programas.listar'),
      await admin.call('no_regar.listar'),
      await admin.call('clima.listar'),
      await admin.call('muros.listar'),
    ]) {
      expect(list.length).toBeGreaterThan(0);
      expect(new Set(list.map(({ empresa_id }) => empresa_id))).toEqual(new Set([ids.mine.empresa]));
    }
    expect(await admin.call('empresas.seleccion')).toEqual([{ id: ids.mine.empresa, nombre: mine.empresa.nombre }]);
  });

  it('3. after all these attempts the other company is as it was', async () => {
    const query = { empresa_id: ids.theirs.empresa };
    const switches = await root.call('switches.listar', { query });
    const numbers = (list: { id: number }[]): number[] => list.map(({ id }) => id).sort((a, b) => a - b);
    expect(switches.map(({ nombre, version }) => [nombre, version])).toEqual(
      theirs.switches.map(({ nombre, version }) => [nombre, version]),
    );
    expect(numbers(await root.call('usuarios.listar', { query }))).toEqual(numbers([theirs.admin, theirs.usuario]));
    expect(numbers(await root.call('dispositivos.listar', { query }))).toEqual([ids.theirs.dispositivo]);
    expect(numbers(await root.call('placas.listar', { query }))).toEqual([ids.theirs.numero]);
    expect(numbers(await root.call('enclavamientos.listar', { query }))).toEqual([ids.theirs.enclavamiento]);
    const [placa] = await root.call('placas.listar', { query });
    expect(placa).toMatchObject({ revocada: 0 });
  });
});
