import type { Caller } from '@acequia/contracts';
import { until } from '@acequia/testing';
import { GLOBAL, World } from '../inventory.fixture.js';
import { item } from '../switches/batch.fixture.js';

let world: World;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world?.stop());

const conSwitch = (empresa_id: number, dispositivo_id: number, hardware_pin = 25) =>
  world.call('switches.guardar_lote', { switches: [item(empresa_id, dispositivo_id, hardware_pin)] }, GLOBAL);
describe('deleting a board', () => {
  it('is refused while it has switches', async () => {
    const empresa_id = world.empresa();
    const { id, placa_id } = await world.placa(empresa_id);
    const { switches } = await conSwitch(empresa_id, id);
    await expect(world.call('placas.eliminar', { placa_id }, GLOBAL)).rejects.toMatchObject({ codigo: 'placa_en_uso' });
    await world.call('switches.eliminar', { id: switches[0]?.id ?? 0 }, GLOBAL);
    await world.call('placas.eliminar', { placa_id }, GLOBAL);
    await expect(world.call('placas.revocar', { placa_id }, GLOBAL)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });

  it('is told with a rev above all earlier ones', async () => {
    const { placa_id } = await world.placa(world.empresa());
    await world.call('placas.revocar', { placa_id }, GLOBAL);
    await world.call('placas.eliminar', { placa_id }, GLOBAL);
    await until(() => world.eventsOf(`placa:${placa_id}`).length === 3);
    expect(world.eventsOf(`placa:${placa_id}`).at(-1)).toMatchObject({
      name: 'placa.eliminada',
      rev: 3,
      data: { placa_id },
    });
  });

  it('leaves no switch behind when one is being added at the same time', async () => {
    const empresa_id = world.empresa();
    for (let round = 0; round < 5; round += 1) {
      const { id, placa_id } = await world.placa(empresa_id);
      const [added, deleted] = await Promise.allSettled([
        conSwitch(empresa_id, id),
        world.call('placas.eliminar', { placa_id }, world.persona('admin_global', null)),
      ]);
      // Either the switch was stored first and keeps its board, or the board was deleted first and the number was registered again.
      expect(added.status).toBe('fulfilled');
      const fila = added.status === 'fulfilled' ? added.value.switches[0] : undefined;
      expect(fila?.placa_id === placa_id).toBe(deleted.status === 'rejected');
    }
  });
});

describe('the list of boards', () => {
  it('shows how each is connected and how many switches it has', async () => {
    const empresa_id = world.empresa();
    const { id, placa_id } = await world.placa(empresa_id);
    await conSwitch(empresa_id, id, 25);
    await conSwitch(empresa_id, id, 26);
    const consumo = { ritmo: 0.2, ritmo_max: 500, hoy: 4_000, hoy_max: 1_000_000, frenada: 0 } as const;
    world.conexiones.set(placa_id, {
      placa_id,
      online: 1,
      ultimo_visto: 5_000,
      fw: '1.4.0',
      rssi: -61,
      reloj_adelantado: 0,
      consumo,
    });
    const [placa] = await world.call('placas.listar', { empresa_id }, GLOBAL);
    expect(placa).toEqual({
      id,
      placa_id,
      empresa_id,
      sitio: '',
      nombre: '',
      modelo: 'esp32',
      dialecto: 'acequia',
      revocada: 0,
      credencial_definida: 1,
      switches: 2,
      online: 1,
      ultimo_visto: 5_000,
      fw: '1.4.0',
      rssi: -61,
      reloj_adelantado: 0,
      consumo,
    });
  });

  it('holds only the own boards of an admin_empresa', async () => {
    const [mine, other] = [world.empresa(), world.empresa()];
    const { id } = await world.placa(mine);
    await world.placa(other);
    const admin = world.persona('admin_empresa', mine);
    expect((await world.call('placas.listar', {}, admin)).map((placa) => placa.id)).toEqual([id]);
    await expect(world.call('placas.listar', { empresa_id: other }, admin)).rejects.toMatchObject({
      codigo: 'no_encontrado',
    });
  });

  it('fails rather than guess while device-gateway is away', async () => {
    const empresa_id = world.empresa();
    await world.placa(empresa_id);
    await world.stopGateway();
    await expect(world.call('placas.listar', { empresa_id }, GLOBAL)).rejects.toMatchObject({
      codigo: 'servicio_no_disponible',
    });
    await world.restartGateway();
    expect(await world.call('placas.listar', { empresa_id }, GLOBAL)).toHaveLength(1);
  });

  it('is empty, without asking anybody, for a company without boards', async () => {
    const before = world.asked.filter(({ name }) => name === 'placas.conexion').length;
    expect(await world.call('placas.listar', { empresa_id: world.empresa() }, GLOBAL)).toEqual([]);
    expect(world.asked.filter(({ name }) => name === 'placas.conexion')).toHaveLength(before);
  });
});

describe('who may manage boards', () => {
  const callers = (empresa_id: number): [string, Caller][] => [
    ['admin_empresa', world.persona('admin_empresa', empresa_id)],
    ['usuario', world.persona('usuario', empresa_id)],
  ];

  it('only an admin_global registers and deletes them', async () => {
    const empresa_id = world.empresa();
    const { placa_id } = await world.placa(empresa_id);
    for (const [, caller] of callers(empresa_id)) {
      await expect(world.call('placas.registrar', { empresa_id, id: null, nombre: '' }, caller)).rejects.toMatchObject({
        codigo: 'sin_permiso',
      });
      await expect(world.call('placas.eliminar', { placa_id }, caller)).rejects.toMatchObject({
        codigo: 'sin_permiso',
      });
    }
  });

  it("another company's board is as absent as one that never was", async () => {
    const { placa_id } = await world.placa(world.empresa());
    const stranger = world.persona('admin_empresa', world.empresa());
    for (const id of [placa_id, 2_000_000]) {
      await expect(world.call('placas.revocar', { placa_id: id }, stranger)).rejects.toMatchObject({
        codigo: 'no_encontrado',
      });
      await expect(world.call('placas.renovar_credencial', { placa_id: id }, stranger)).rejects.toMatchObject({
        codigo: 'no_encontrado',
      });
    }
    expect(world.eventsOf(`placa:${placa_id}`).filter(({ rev }) => rev > 1)).toEqual([]);
  });
});

describe('the name and place of a board', () => {
  it('are changed by the admins of its company, told to the others, and what is not sent stays', async () => {
    const empresa_id = world.empresa();
    const { placa_id } = await world.placa(empresa_id);
    const admin = world.persona('admin_empresa', empresa_id);
    await world.call('placas.actualizar', { placa_id, nombre: 'Pozo 3', sitio: 'Sector norte' }, admin);
    const kept = await world.call('placas.actualizar', { placa_id, nombre: 'Pozo 4' }, admin);
    expect(kept).toMatchObject({ placa_id, nombre: 'Pozo 4', sitio: 'Sector norte' });
    await until(() => world.eventsOf(`placa:${placa_id}`).length === 3);
    expect(world.eventsOf(`placa:${placa_id}`).at(-1)?.data).toMatchObject({ nombre: 'Pozo 4', sitio: 'Sector norte' });
  });
});
