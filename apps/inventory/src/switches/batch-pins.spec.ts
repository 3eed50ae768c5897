import { until } from '@acequia/testing';
import { GLOBAL, World } from '../inventory.fixture.js';
import { Farm } from './batch.fixture.js';

let world: World;
let farm: Farm;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world?.stop());
beforeEach(async () => {
  farm = await Farm.create(world);
});

describe('the pins of a save', () => {
  it('are all or nothing: one bad item refuses the call', async () => {
    await farm.one(25);
    await expect(farm.save([farm.item(26), farm.item(25)])).rejects.toMatchObject({ codigo: 'pin_ocupado' });
    expect(await farm.list()).toHaveLength(1);
  });

  it('name pin, board and switch when one is taken', async () => {
    await farm.one(25, { nombre: 'Bomba norte' });
    await expect(farm.save([farm.item(26), farm.item(25)])).rejects.toMatchObject({
      codigo: 'pin_ocupado',
      texto: `El pin 25 de la placa ${farm.placa} ya es del switch «Bomba norte».`,
      detalles: [{ campo: 'body.switches.1.hardware_pin' }],
    });
  });

  it('name pin and board when the board lacks one', async () => {
    await expect(farm.save([farm.item(24)])).rejects.toMatchObject({
      codigo: 'pin_inexistente',
      texto: expect.stringMatching(new RegExp(`placa ${farm.placa} .*pin 24`)),
    });
  });

  it('are taken by switches that are not active too', async () => {
    await farm.one(25, { activo: 0 });
    await expect(farm.save([farm.item(25)])).rejects.toMatchObject({ codigo: 'pin_ocupado' });
  });

  it('may be exchanged between two switches in one call', async () => {
    const a = await farm.one(25);
    const b = await farm.one(26);
    const { switches } = await farm.save([farm.item(26, { id: a.id }), farm.item(25, { id: b.id })]);
    expect(switches.map(({ id, hardware_pin }) => [id, hardware_pin])).toEqual([
      [a.id, 26],
      [b.id, 25],
    ]);
    expect((await farm.list()).map(({ id, hardware_pin }) => [id, hardware_pin])).toEqual([
      [a.id, 26],
      [b.id, 25],
    ]);
  });

  it('may be handed on in one call: one switch leaves a pin and a new one takes it', async () => {
    const a = await farm.one(25);
    await farm.save([farm.item(25), farm.item(26, { id: a.id })]);
    expect((await farm.list()).map(({ hardware_pin }) => hardware_pin).sort()).toEqual([25, 26]);
  });

  it('go to one of many concurrent saves; the others are told which switch has it', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => farm.save([farm.item(25, { nombre: `Nº ${i}` })])),
    );
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as object] : []));
    expect(refused).toHaveLength(11);
    const [winner] = await farm.list();
    for (const reason of refused)
      expect(reason).toMatchObject({ codigo: 'pin_ocupado', texto: expect.stringContaining(`«${winner?.nombre}»`) });
  });

  it('are kept apart by two instances of the service', async () => {
    await world.startInventory();
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () => farm.save([farm.item(25), farm.item(26)])),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await farm.list()).toHaveLength(2);
  });

  it('cannot be doubled in the database either', async () => {
    const { placa_id } = await farm.one(25);
    const doubled = world.dataSource.query(
      `INSERT INTO inventory.switches (empresa_id, placa_id, nombre, tipo, zona, switch_site_id, hardware_pin)
       VALUES ($1, $2, 'x', 'otro', 'x', 1, 25)`,
      [farm.empresa_id, placa_id],
    );
    await expect(doubled).rejects.toThrow(/switches_pin_key/);
  });
});

describe('the boards of a save', () => {
  it('are registered when an admin_global types a new number, without credentials yet', async () => {
    const { switches } = await farm.save([
      farm.item(25, { dispositivo_id: 8_800 }),
      farm.item(26, { dispositivo_id: 8_800 }),
    ]);
    expect(switches.map(({ dispositivo_id }) => dispositivo_id)).toEqual([8_800, 8_800]);
    expect(switches[0]?.placa_id).toBe(switches[1]?.placa_id);
    const placas = await world.call('placas.listar', { empresa_id: farm.empresa_id }, GLOBAL);
    expect(placas.find(({ id }) => id === 8_800)).toMatchObject({ credencial_definida: 0, switches: 2 });
    const placa_id = switches[0]?.placa_id ?? 0;
    await until(() => world.eventsOf(`placa:${placa_id}`).length === 1);
    expect(world.eventsOf(`placa:${placa_id}`)[0]?.data).toMatchObject({ numero: 8_800, credencial_sha256: null });
    expect((await world.call('placas.renovar_credencial', { placa_id }, GLOBAL)).username).toBe('8800');
  });

  it('are not registered by a call that is refused', async () => {
    await expect(farm.save([farm.item(25, { dispositivo_id: 8_900 }), farm.item(24)])).rejects.toMatchObject({
      codigo: 'pin_inexistente',
    });
    expect(
      (await world.call('placas.listar', { empresa_id: farm.empresa_id }, GLOBAL)).map(({ id }) => id),
    ).not.toContain(8_900);
  });

  it('are refused alike for an admin_empresa whether foreign or absent', async () => {
    const foreignOne = (await world.placa(world.empresa())).id;
    const admin = world.persona('admin_empresa', farm.empresa_id);
    const refusals = await Promise.all(
      [foreignOne, 99_000].map((dispositivo_id) =>
        farm.save([farm.item(25, { dispositivo_id })], admin).then(
          () => null,
          (error: { codigo: string; texto: string; detalles: unknown }) => error,
        ),
      ),
    );
    expect(refusals[0]).toMatchObject({ codigo: 'placa_no_disponible', status: 404 });
    expect(refusals[1]?.texto).toBe(refusals[0]?.texto);
    expect(refusals[1]?.detalles).toEqual(refusals[0]?.detalles);
    expect((await farm.save([farm.item(25)], admin)).switches).toHaveLength(1);
  });

  it("are refused to an admin_global too when another company's", async () => {
    const foreignOne = (await world.placa(world.empresa())).id;
    await expect(farm.save([farm.item(25, { dispositivo_id: foreignOne })])).rejects.toMatchObject({
      codigo: 'placa_no_disponible',
    });
  });

  it('are registered once when many name the new number at once', async () => {
    const results = await Promise.all(
      [25, 26, 27, 32, 33].map((pin) => farm.save([farm.item(pin, { dispositivo_id: 9_100 })])),
    );
    expect(new Set(results.map(({ switches }) => switches[0]?.placa_id)).size).toBe(1);
  });

  it('belong to one of two companies that type the same new number at once', async () => {
    const another = world.empresa();
    const results = await Promise.allSettled([
      farm.save([farm.item(25, { dispositivo_id: 9_200 })]),
      farm.save([farm.item(25, { dispositivo_id: 9_200, empresa_id: another })]),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { codigo: 'placa_no_disponible' },
    });
  });
});
