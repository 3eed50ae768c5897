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

describe('saving switches', () => {
  it('keeps the longest time on that it is not told of, and lets no pump go without one', async () => {
    const { id, max_encendido_s } = await farm.one(25, { max_encendido_s: 900 });
    expect(max_encendido_s).toBe(900);
    expect((await farm.one(25, { id })).max_encendido_s).toBe(900);
    expect((await farm.one(25, { id, max_encendido_s: null })).max_encendido_s).toBeNull();
    for (const tipo of ['selenoide', 'difusor', 'motor', 'turbina'] as const) {
      await expect(farm.one(26, { tipo, max_encendido_s: 0 })).rejects.toMatchObject({ codigo: 'datos_invalidos' });
    }
    const cooler = await farm.one(26, { tipo: 'cooler', max_encendido_s: 0 });
    expect(cooler.max_encendido_s).toBe(0);
    await expect(farm.one(26, { id: cooler.id, tipo: 'motor' })).rejects.toMatchObject({ codigo: 'datos_invalidos' });
  });

  it('creates pairs and individuals and answers them in the order given', async () => {
    const { switches } = await farm.save([
      farm.item(25, { par_numero: 2, tiene_sensor: 1, sensor_pin: 32 }),
      farm.item(26, { par_numero: 2, tiene_sensor: true, sensor_pin: 32 }),
      farm.item(27, { switch_site_id: 2, activo: 0 }),
    ]);
    expect(switches.map(({ hardware_pin }) => hardware_pin)).toEqual([25, 26, 27]);
    expect(switches[0]).toMatchObject({
      dispositivo_id: farm.placa,
      empresa_id: farm.empresa_id,
      par_numero: 2,
      tiene_sensor: 1,
      sensor_pin: 32,
      activo: 1,
      version: 1,
    });
    expect(await farm.list()).toEqual(switches);
  });

  it('drops the sensor pin of a switch without sensor, and takes a sensor without pin', async () => {
    const { switches } = await farm.save([
      farm.item(25, { tiene_sensor: 0, sensor_pin: 32 }),
      farm.item(26, { tiene_sensor: 1, sensor_pin: null }),
    ]);
    expect(switches.map(({ tiene_sensor, sensor_pin }) => [tiene_sensor, sensor_pin])).toEqual([
      [0, null],
      [1, null],
    ]);
  });

  it('warns of doubtful pins, and saves them', async () => {
    const { avisos } = await farm.save([farm.item(15), farm.item(34, { tiene_sensor: 1, sensor_pin: 4 })]);
    expect(avisos).toHaveLength(3);
    expect(await farm.list()).toHaveLength(2);
  });

  it('refuses a pin that harms the board, and keeps one that the switch has had', async () => {
    await expect(farm.save([farm.item(12)])).rejects.toMatchObject({ codigo: 'pin_no_apto' });
    const { id } = await farm.one(25);
    await world.dataSource.query('UPDATE inventory.switches SET hardware_pin = 12 WHERE id = $1', [id]);
    const { avisos } = await farm.save([farm.item(12, { id, nombre: 'De antes' })]);
    expect(avisos).toEqual([expect.stringContaining('pin 12')]);
  });

  it('tells each switch with its board, under a rev that rises', async () => {
    const { id, placa_id } = await farm.one(25);
    await farm.save([farm.item(26, { id, nombre: 'Otro' })]);
    await until(() => world.eventsOf(`switch:${id}`).length === 2);
    expect(world.eventsOf(`switch:${id}`)).toMatchObject([
      { name: 'switch.guardado', rev: 1, data: { id, placa_id, dispositivo_id: farm.placa, hardware_pin: 25 } },
      { name: 'switch.guardado', rev: 2, data: { id, placa_id, hardware_pin: 26, nombre: 'Otro' } },
    ]);
  });

  it('changes the switch that an item names, and keeps its place in the panel', async () => {
    const { id } = await farm.one(25, { par_numero: 2, switch_site_id: 3 });
    const { switches } = await farm.save([
      farm.item(25, { id, nombre: 'Nuevo', par_numero: 1, switch_site_id: 9, activo: 0 }),
    ]);
    expect(switches[0]).toMatchObject({ id, nombre: 'Nuevo', par_numero: 2, switch_site_id: 3, activo: 0, version: 2 });
  });

  it('leaves a trail of who changed what', async () => {
    const admin = world.persona('admin_empresa', farm.empresa_id);
    const { id } = await farm.one(25);
    await farm.save([farm.item(25, { id, nombre: 'Nuevo' })], admin);
    const rows: object[] = await world.dataSource.query(
      'SELECT * FROM inventory.auditoria WHERE entidad = $1 ORDER BY id',
      [`switch:${id}`],
    );
    expect(rows).toMatchObject([
      { usuario_id: 1, accion: 'switch.crear', antes: null, despues: { nombre: 'Riego 25' } },
      {
        usuario_id: admin.usuario_id,
        accion: 'switch.actualizar',
        antes: { nombre: 'Riego 25' },
        despues: { nombre: 'Nuevo' },
      },
    ]);
  });

  it('refuses a stale version, and takes none at all', async () => {
    const { id } = await farm.one(25);
    await farm.save([farm.item(25, { id, version: 1 })]);
    const otro = await farm.one(26);
    const [stored] = (await farm.list()).filter((each) => each.id === id);
    await expect(
      farm.save([farm.item(26, { id: otro.id, version: 1 }), farm.item(25, { id, nombre: 'Tarde', version: 1 })]),
    ).rejects.toMatchObject({
      codigo: 'version_vieja',
      detalles: [{ campo: 'body.switches.1.version' }],
      actual: [stored],
    });
    expect((await farm.list()).map(({ version }) => version)).toEqual([2, 1]);
    await farm.save([farm.item(25, { id })]);
  });

  it('lets one of two who read the same version save', async () => {
    const { id } = await farm.one(25);
    const results = await Promise.allSettled(
      ['A', 'B', 'C'].map((nombre) => farm.save([farm.item(25, { id, nombre, version: 1 })])),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('refuses the same switch twice in one call', async () => {
    const { id } = await farm.one(25);
    await expect(farm.save([farm.item(25, { id }), farm.item(26, { id })])).rejects.toMatchObject({
      codigo: 'datos_invalidos',
    });
  });

  it('does not move a switch to another company', async () => {
    const { id } = await farm.one(25);
    const another = world.empresa();
    const foreignOne = (await world.placa(another)).id;
    await expect(
      farm.save([farm.item(25, { id, empresa_id: another, dispositivo_id: foreignOne })]),
    ).rejects.toMatchObject({
      codigo: 'datos_invalidos',
    });
  });

  it('moves a switch to another board of its company', async () => {
    const { id } = await farm.one(25);
    const nueva = (await world.placa(farm.empresa_id)).id;
    const { switches } = await farm.save([farm.item(25, { id, dispositivo_id: nueva })]);
    expect(switches[0]).toMatchObject({ id, dispositivo_id: nueva });
    await farm.save([farm.item(25)]);
  });

  it('saves nothing when nothing is given', async () => {
    expect(await farm.save([])).toEqual({ switches: [], avisos: [] });
  });
});

describe('deleting a switch', () => {
  it('frees its pin and is told with a rev above its last one', async () => {
    const { id } = await farm.one(25);
    await farm.save([farm.item(25, { id })]);
    await world.call('switches.eliminar', { id }, GLOBAL);
    await until(() => world.eventsOf(`switch:${id}`).length === 3);
    expect(world.eventsOf(`switch:${id}`).at(-1)).toMatchObject({
      name: 'switch.eliminado',
      rev: 3,
      data: { id, empresa_id: farm.empresa_id },
    });
    await farm.save([farm.item(25)]);
    await expect(world.call('switches.eliminar', { id }, GLOBAL)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });
});
