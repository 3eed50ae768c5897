import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RouteBodyInput } from '@acequia/contracts';
import { eventually, Farm, type RunningAcequia, sharedAcequia } from '@acequia/testing';
import { filesIn } from './files-in.js';

type Asked = RouteBodyInput<'tokens.crear'>;

/** That every route asks for its permission is shown beside the guard, for every permission and route. */
describe('a token for a program', () => {
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

  const made = (data: Partial<Asked> = {}) =>
    mine.admin.api.call('tokens.crear', {
      body: {
        nombre: 'ERP',
        empresa_id: mine.empresa.id,
        sitios: null,
        max_s: null,
        permisos: ['leer'],
        vence: Date.now() + 86_400_000,
        ...data,
      },
    });

  it('61. does what its scopes say for its company, and no more', async () => {
    const { token } = await made({ permisos: ['leer', 'operar'], max_s: 60 });
    const program = acequia.api(token);
    const switches = await program.call('switches.panel');
    expect(switches.map(({ id }) => id)).toEqual(mine.switches.map(({ id }) => id));
    const [own, foreign] = [mine.switches[0]?.id ?? 0, theirs.switches[0]?.id ?? 0];
    const order = (id: number, duracion_s?: number) =>
      program.raw('switches.encender', { params: { id: String(id) }, body: duracion_s ? { duracion_s } : {} });
    expect((await order(own, 61)).status).toBe(403);
    expect((await order(foreign)).status).toBe(404);
    expect((await order(own)).status).toBe(202);
    const [comando] = await mine.admin.api.call('comandos.listar', { query: { switch_id: String(own) } });
    expect(comando).toMatchObject({ max_s: 60, usuario_id: mine.admin.id, usuario_nombre: 'API «ERP»' });
    for (const answer of [
      await program.raw('tokens.listar'),
      await program.raw('usuarios.listar'),
      await program.raw('switches.eliminar', { params: { id: String(own) } }),
      await program.raw('switches.listar', { query: { empresa_id: String(theirs.empresa.id) } }),
    ])
      expect([403, 404]).toContain(answer.status);
  });

  it('61. is named in the trail, ends at once when it is revoked, and is in no log', async () => {
    const { id, token } = await made({ nombre: 'Riego remoto', permisos: ['administrar'] });
    const program = acequia.api(token);
    const hasta = Date.now() + 3_600_000;
    const body = { empresa_id: mine.empresa.id, hasta, motivo: 'Lluvia' };
    expect((await program.raw('no_regar.crear', { body })).status).toBe(201);
    const { entradas } = await mine.admin.api.call('auditoria.listar', { query: { entidad: 'no_regar' } });
    expect(entradas[0]).toMatchObject({ usuario_id: mine.admin.id, usuario_nombre: 'API «Riego remoto»' });
    await mine.admin.api.call('tokens.revocar', { params: { id: String(id) } });
    expect((await program.raw('no_regar.crear', { body })).status).toBe(401);
    for (const file of filesIn(join(acequia.dataFolder, 'logs')))
      expect([file, readFileSync(file, 'utf8').includes(token)]).toEqual([file, false]);
  });

  it('61. with sitios sees and operates what stands there', async () => {
    const admin = mine.admin.api;
    const { placa_id } = mine.board;
    const standsAt = (sitio: string) =>
      admin.call('placas.actualizar', { params: { placa_id: String(placa_id) }, body: { sitio } });
    await standsAt('Norte');
    const { token } = await made({ permisos: ['leer', 'operar'], sitios: ['Norte'] });
    const program = acequia.api(token);
    const panel = async () => (await program.call('switches.panel')).map(({ id }) => id);
    const id = String(mine.switches[0]?.id);
    const turnOff = async () => (await program.raw('switches.apagar', { params: { id }, body: {} })).status;
    expect(await panel()).toEqual(mine.switches.map((one) => one.id));
    expect(await turnOff()).toBe(202);
    expect((await program.raw('placas.listar')).status).toBe(403);
    await standsAt('Sur');
    await eventually(async () => expect(await panel()).toEqual([]));
    expect(await turnOff()).toBe(404);
  });

  it('61. dies with the right of its maker', async () => {
    const { token } = await made();
    const program = acequia.api(token);
    expect((await program.raw('switches.listar')).status).toBe(200);
    const root = await acequia.loginAdmin();
    const status = () => program.raw('switches.listar').then((answer) => answer.status);
    await root.call('empresas.desactivar', { params: { id: String(mine.empresa.id) } });
    await eventually(async () => expect(await status()).toBe(401));
    await root.call('empresas.activar', { params: { id: String(mine.empresa.id) } });
    await eventually(async () => expect(await status()).toBe(200));
    await root.call('usuarios.suspender', { params: { id: String(mine.admin.id) } });
    expect(await status()).toBe(401);
  });
});
