import type { Empresa, Persona, Rol } from '@acequia/contracts';
import { until } from '@acequia/testing';
import { refusal, World } from '../auth-tenancy.fixture.js';

describe('assignments', () => {
  let world: World;
  let own: Empresa;
  let foreignOne: Empresa;
  let jefe: Persona;

  beforeAll(async () => {
    world = await World.start();
    [own, foreignOne] = [await world.empresa({ nombre: 'Propia' }), await world.empresa({ nombre: 'Ajena' })];
    jefe = await world.persona('admin_empresa', own.id);
    for (const id of [1, 2, 3]) world.resources.set(`switch:${id}`, own.id).set(`dispositivo:${id}`, own.id);
    for (const id of [8, 9]) world.resources.set(`switch:${id}`, foreignOne.id).set(`dispositivo:${id}`, foreignOne.id);
  });

  afterAll(() => world?.stop());

  it('are asked of inventory in the name of the person, listed, and readable by every service at once', async () => {
    const usuario = await world.crear({ dispositivos: [3, 1], switches: [2] }, jefe);
    expect(world.verifications.at(-1)).toEqual({
      request: { empresa_id: own.id, dispositivos: [3, 1], switches: [2] },
      caller: jefe,
    });
    expect(usuario).toMatchObject({
      dispositivos_asignados: [{ id: 1 }, { id: 3 }],
      switches_asignados: [{ id: 2 }],
    });
    expect(await world.read(usuario.id)).toEqual(usuario);
    expect(await world.grants.of(usuario.id)).toEqual({
      usuario_id: usuario.id,
      empresa_id: own.id,
      version: 1,
      dispositivos: [1, 3],
      switches: [2],
    });
  });

  it('of another company are refused, and nothing is kept of the save', async () => {
    const usuario = await world.crear({ empresa_id: own.id, switches: [1] });
    for (const ids of [{ switches: [1, 8] }, { dispositivos: [9] }, { switches: [777] }]) {
      const answer = await refusal(world.save(usuario, { nombre: 'No debe quedar', ...ids }, jefe));
      expect(answer.codigo).toBe('no_encontrado');
    }
    expect((await refusal(world.crear({ empresa_id: foreignOne.id, switches: [1] }))).codigo).toBe('no_encontrado');
    expect(await world.read(usuario.id)).toEqual(usuario);
  });

  it('that are taken away end at once', async () => {
    const usuario = await world.crear({ empresa_id: own.id, switches: [1, 2], dispositivos: [1] });
    expect((await world.grants.of(usuario.id)).switches).toEqual([1, 2]);
    await world.save(usuario, { switches: [2], dispositivos: [] });
    expect(await world.grants.of(usuario.id)).toMatchObject({ version: 2, switches: [2], dispositivos: [] });
  });

  it('do not go along to another company', async () => {
    const usuario = await world.crear({ empresa_id: own.id, switches: [1] });
    expect((await refusal(world.save(usuario, { empresa_id: foreignOne.id }))).codigo).toBe('no_encontrado');
    const movedOver = await world.save(usuario, { empresa_id: foreignOne.id, switches: [8] });
    expect(movedOver).toMatchObject({ empresa_nombre: 'Ajena', switches_asignados: [{ id: 8 }] });
    expect(await world.grants.of(usuario.id)).toMatchObject({ empresa_id: foreignOne.id, switches: [8] });
  });

  it('end with their user', async () => {
    const usuario = await world.crear({ empresa_id: own.id, switches: [1] });
    expect((await world.grants.of(usuario.id)).switches).toEqual([1]);
    await world.call('usuarios.eliminar', { id: usuario.id }, world.root);
    await expect(world.grants.of(usuario.id)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });

  it('end when inventory reports the device as deleted', async () => {
    const usuarios = await Promise.all(
      ['uno', 'dos'].map(() => world.crear({ empresa_id: own.id, switches: [1, 3], dispositivos: [3] })),
    );
    const another = await world.crear({ empresa_id: foreignOne.id, switches: [8] });
    await world.emit('switch.eliminado', 'switch:3', 5, { id: 3, empresa_id: own.id });
    await world.emit('dispositivo.eliminado', 'dispositivo:3', 5, { id: 3, empresa_id: own.id });
    // A late event about a company that the switch had left: users of the new company keep the switch.
    await world.emit('switch.eliminado', 'switch:8', 5, { id: 8, empresa_id: own.id });
    for (const { id } of usuarios) {
      await until(async () => (await world.grants.of(id)).dispositivos.length === 0);
      await until(async () => (await world.grants.of(id)).switches.length === 1);
      expect(await world.read(id)).toMatchObject({ switches_asignados: [{ id: 1 }], dispositivos_asignados: [] });
    }
    expect((await world.grants.of(another.id)).switches).toEqual([8]);
  });

  it('are shown to services, to admins of the company and to the user themself, not to others', async () => {
    const usuario = await world.crear({ empresa_id: own.id, switches: [1] });
    const ask = (caller: Persona) => world.call('asignaciones.de_usuario', { usuario_id: usuario.id }, caller);
    const yo = await world.logInAs(usuario.email);
    expect((await ask(yo)).switches).toEqual([1]);
    expect((await ask(jefe)).switches).toEqual([1]);
    const others: [Rol, Empresa][] = [
      ['usuario', own],
      ['admin_empresa', foreignOne],
    ];
    for (const [rol, empresa] of others) {
      const otro = await world.persona(rol, empresa.id);
      expect((await refusal(ask(otro))).codigo).toBe('no_encontrado');
    }
  });

  it('that do not change need no inventory', async () => {
    const usuario = await world.crear({ empresa_id: own.id, switches: [1, 2], dispositivos: [1] });
    const asked = world.verifications.length;
    await world.save(usuario, { nombre: 'Otro nombre' });
    await world.save(usuario, { switches: [2] });
    expect(world.verifications).toHaveLength(asked);
  });

  it('kept by a save that comes after they were taken away are asked of inventory again', async () => {
    world.resources.set('switch:4', own.id);
    const usuario = await world.crear({ empresa_id: own.id, switches: [4] });
    world.resources.delete('switch:4');
    const row = `SELECT 1 FROM usuarios WHERE id = ${usuario.id} FOR UPDATE`;
    const [removed, kept] = await world.colliding(row, 2, () => {
      const remove = world.save(usuario, { switches: [] });
      return [remove, world.waiting(1).then(() => world.save(usuario))];
    });
    expect(removed).toMatchObject({ status: 'fulfilled' });
    expect(kept).toMatchObject({ status: 'rejected', reason: { codigo: 'no_encontrado' } });
    expect((await world.grants.of(usuario.id)).switches).toEqual([]);
  });
});
