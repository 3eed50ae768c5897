import { ROUTES, type RouteDefinition, type RouteName } from '@acequia/contracts';
import { eventually, Farm, sharedAcequia, type RunningAcequia } from '@acequia/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from './files-in.js';

describe('a link for a wall screen', () => {
  let acequia: RunningAcequia;
  let mine: Farm;
  let theirs: Farm;

  beforeAll(async () => {
    acequia = await sharedAcequia();
    const root = await acequia.loginAdmin();
    mine = await Farm.create(acequia, root);
    theirs = await Farm.create(acequia, root);
  });

  afterAll(() => acequia?.stop());

  const read = (token: string) => fetch(`${acequia.http}/api/muro`, { headers: { 'x-muro': token } });

  const measures = async ({ admin: { api }, empresa: { id } }: Farm, nombre: string): Promise<void> => {
    const body = { empresa_id: id, fuente: { tipo: 'api' }, magnitud: 'nivel', nombre } as const;
    const punto = await api.call('puntos.crear', { body });
    await api.call('medidas.guardar', { body: { medidas: [{ punto_id: punto.id, ts: Date.now(), valor: 1.2 }] } });
    await eventually(async () => expect(await api.call('puntos.listar')).toMatchObject([{ nombre, valor: 1.2 }]));
  };

  it('55. reads its company or all, nothing else, until it is revoked, and its token is in no log', async () => {
    const admin = mine.admin.api;
    await Promise.all([measures(mine, 'Pila'), measures(theirs, 'Jagüey')]);
    const body = { nombre: 'Bodega', empresa_id: mine.empresa.id };
    const { id, token } = await admin.call('muros.crear', { body });
    const answer = await read(token);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    const wall = ROUTES['muro.leer'].response.parse(JSON.parse(text));
    expect(wall.empresas.map((one) => one.id)).toEqual([mine.empresa.id]);
    expect(wall.puntos).toMatchObject([{ nombre: 'Pila', magnitud: 'nivel', valor: 1.2 }]);
    expect(text).not.toContain(theirs.empresa.nombre);

    const root = await acequia.loginAdmin();
    const all = await root.call('muros.crear', { body: { nombre: 'Todas', empresa_id: null } });
    const everything = ROUTES['muro.leer'].response.parse(await (await read(all.token)).json());
    expect(everything.empresas.map((one) => one.id)).toEqual(
      expect.arrayContaining([mine.empresa.id, theirs.empresa.id]),
    );
    await expect(admin.raw('muros.crear', { body: { nombre: 'Todas', empresa_id: null } })).resolves.toMatchObject({
      status: 403,
    });

    // No other route takes the token, neither as a session nor in its own header.
    for (const [name, route] of Object.entries(ROUTES) as [RouteName, RouteDefinition][]) {
      if (route.access === 'publico') continue;
      const path = route.path.replace(/:\w+/g, '1');
      const { status } = await fetch(`${acequia.http}/api${path}`, {
        method: route.method,
        headers: { authorization: `Bearer ${token}`, 'x-muro': token },
      });
      // 429: so many refusals are slowed down.
      expect([name, [401, 429].includes(status)]).toEqual([name, true]);
    }

    await admin.call('muros.revocar', { params: { id: String(id) } });
    expect((await read(token)).status).toBe(401);
    for (const file of filesIn(join(acequia.dataFolder, 'logs')))
      expect([file, readFileSync(file, 'utf8').includes(token)]).toEqual([file, false]);
  });
});
