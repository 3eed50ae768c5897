import type { Caller, CallInput, Switch, SwitchesGuardados } from '@acequia/contracts';
import { RedisServer, testDatabase, testEnv, type TestDatabase } from '@acequia/testing';
import { GLOBAL, until, World } from '../inventory.fixture.js';

let database: TestDatabase;
let redis: RedisServer;
let world: World;
let empresa_id: number;
let placa: number;

beforeAll(async () => {
  [database, redis] = await Promise.all([testDatabase(), RedisServer.start()]);
  world = await World.start({ database: database.url, redis: redis.url, env: testEnv() });
}, 120_000);
afterAll(async () => {
  await world?.stop();
  await redis?.stop();
  await database?.drop();
});
beforeEach(async () => {
  empresa_id = world.empresa();
  placa = await nuevaPlaca(empresa_id);
});

type Item = CallInput<'switches.guardar_lote'>['switches'][number];

const nuevaPlaca = async (de: number): Promise<number> => {
  const [registrada] = await world.call('placas.registrar', { empresa_id: de, id: null, nombre: '' }, GLOBAL);
  return registrada?.id ?? 0;
};
const item = (hardware_pin: number, change: Partial<Item> = {}): Item => ({
  nombre: `Riego ${hardware_pin}`,
  tipo: 'selenoide',
  zona: 'Norte',
  empresa_id,
  dispositivo_id: placa,
  switch_site_id: 1,
  hardware_pin,
  sensor_pin: null,
  ...change,
});
const guardar = (switches: Item[], caller: Caller = GLOBAL): Promise<SwitchesGuardados> =>
  world.call('switches.guardar_lote', { switches }, caller);
const listar = (): Promise<Switch[]> => world.call('switches.listar', { empresa_id }, GLOBAL);
const uno = async (hardware_pin: number, change: Partial<Item> = {}): Promise<Switch> => {
  const { switches } = await guardar([item(hardware_pin, change)]);
  if (!switches[0]) throw new Error('no switch was saved');
  return switches[0];
};

describe('saving switches', () => {
  it('keeps the longest time on that it is not told of, and lets no pump go without one', async () => {
    const { id, max_encendido_s } = await uno(25, { max_encendido_s: 900 });
    expect(max_encendido_s).toBe(900);
    expect((await uno(25, { id })).max_encendido_s).toBe(900);
    expect((await uno(25, { id, max_encendido_s: null })).max_encendido_s).toBeNull();
    for (const tipo of ['selenoide', 'difusor', 'motor', 'turbina'] as const) {
      await expect(uno(26, { tipo, max_encendido_s: 0 })).rejects.toMatchObject({ codigo: 'datos_invalidos' });
    }
    const cooler = await uno(26, { tipo: 'cooler', max_encendido_s: 0 });
    expect(cooler.max_encendido_s).toBe(0);
    await expect(uno(26, { id: cooler.id, tipo: 'motor' })).rejects.toMatchObject({ codigo: 'datos_invalidos' });
  });

  it('creates pairs and individuals and answers them in the order given', async () => {
    const { switches } = await guardar([
      item(25, { par_numero: 2, tiene_sensor: 1, sensor_pin: 32 }),
      item(26, { par_numero: 2, tiene_sensor: true, sensor_pin: 32 }),
      item(27, { switch_site_id: 2, activo: 0 }),
    ]);
    expect(switches.map(({ hardware_pin }) => hardware_pin)).toEqual([25, 26, 27]);
    expect(switches[0]).toMatchObject({
      dispositivo_id: placa,
      empresa_id,
      par_numero: 2,
      tiene_sensor: 1,
      sensor_pin: 32,
      activo: 1,
      version: 1,
    });
    expect(await listar()).toEqual(switches);
  });

  it('drops the sensor pin of a switch without sensor, and takes a sensor without pin', async () => {
    const { switches } = await guardar([
      item(25, { tiene_sensor: 0, sensor_pin: 32 }),
      item(26, { tiene_sensor: 1, sensor_pin: null }),
    ]);
    expect(switches.map(({ tiene_sensor, sensor_pin }) => [tiene_sensor, sensor_pin])).toEqual([
      [0, null],
      [1, null],
    ]);
  });

  it('warns of doubtful pins, and saves them', async () => {
    const { avisos } = await guardar([item(12), item(34, { tiene_sensor: 1, sensor_pin: 35 })]);
    expect(avisos).toHaveLength(3);
    expect(await listar()).toHaveLength(2);
  });

  it('tells each switch with its board, under a rev that rises', async () => {
    const { id, placa_id } = await uno(25);
    await guardar([item(26, { id, nombre: 'Otro' })]);
    await until(() => world.eventsOf(`switch:${id}`).length === 2);
    expect(world.eventsOf(`switch:${id}`)).toMatchObject([
      { name: 'switch.guardado', rev: 1, data: { id, placa_id, dispositivo_id: placa, hardware_pin: 25 } },
      { name: 'switch.guardado', rev: 2, data: { id, placa_id, hardware_pin: 26, nombre: 'Otro' } },
    ]);
  });

  it('changes the switch that an item names, and keeps its place in the panel', async () => {
    const { id } = await uno(25, { par_numero: 2, switch_site_id: 3 });
    const { switches } = await guardar([
      item(25, { id, nombre: 'Nuevo', par_numero: 1, switch_site_id: 9, activo: 0 }),
    ]);
    expect(switches[0]).toMatchObject({ id, nombre: 'Nuevo', par_numero: 2, switch_site_id: 3, activo: 0, version: 2 });
  });

  it('leaves a trail of who changed what', async () => {
    const admin = world.persona('admin_empresa', empresa_id);
    const { id } = await uno(25);
    await guardar([item(25, { id, nombre: 'Nuevo' })], admin);
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
    const { id } = await uno(25);
    await guardar([item(25, { id, version: 1 })]);
    const otro = await uno(26);
    const [stored] = (await listar()).filter((each) => each.id === id);
    await expect(
      guardar([item(26, { id: otro.id, version: 1 }), item(25, { id, nombre: 'Tarde', version: 1 })]),
    ).rejects.toMatchObject({
      codigo: 'version_vieja',
      detalles: [{ campo: 'body.switches.1.version' }],
      actual: [stored],
    });
    expect((await listar()).map(({ version }) => version)).toEqual([2, 1]);
    await guardar([item(25, { id })]);
  });

  it('lets one of two who read the same version save', async () => {
    const { id } = await uno(25);
    const results = await Promise.allSettled(
      ['A', 'B', 'C'].map((nombre) => guardar([item(25, { id, nombre, version: 1 })])),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('refuses the same switch twice in one call', async () => {
    const { id } = await uno(25);
    await expect(guardar([item(25, { id }), item(26, { id })])).rejects.toMatchObject({ codigo: 'datos_invalidos' });
  });

  it('does not move a switch to another company', async () => {
    const { id } = await uno(25);
    const otra = world.empresa();
    const ajena = await nuevaPlaca(otra);
    await expect(guardar([item(25, { id, empresa_id: otra, dispositivo_id: ajena })])).rejects.toMatchObject({
      codigo: 'datos_invalidos',
    });
  });

  it('moves a switch to another board of its company', async () => {
    const { id } = await uno(25);
    const nueva = await nuevaPlaca(empresa_id);
    const { switches } = await guardar([item(25, { id, dispositivo_id: nueva })]);
    expect(switches[0]).toMatchObject({ id, dispositivo_id: nueva });
    await guardar([item(25)]);
  });

  it('saves nothing when nothing is given', async () => {
    expect(await guardar([])).toEqual({ switches: [], avisos: [] });
  });
});

describe('the pins of a save', () => {
  it('are all or nothing: one bad item refuses the call', async () => {
    await uno(25);
    await expect(guardar([item(26), item(25)])).rejects.toMatchObject({ codigo: 'pin_ocupado' });
    expect(await listar()).toHaveLength(1);
  });

  it('name pin, board and switch when one is taken', async () => {
    await uno(25, { nombre: 'Bomba norte' });
    await expect(guardar([item(26), item(25)])).rejects.toMatchObject({
      codigo: 'pin_ocupado',
      texto: `El pin 25 de la placa ${placa} ya es del switch «Bomba norte».`,
      detalles: [{ campo: 'body.switches.1.hardware_pin' }],
    });
  });

  it('name pin and board when the board lacks one', async () => {
    await expect(guardar([item(24)])).rejects.toMatchObject({
      codigo: 'pin_inexistente',
      texto: expect.stringMatching(new RegExp(`placa ${placa} .*pin 24`)),
    });
  });

  it('are taken by switches that are not active too', async () => {
    await uno(25, { activo: 0 });
    await expect(guardar([item(25)])).rejects.toMatchObject({ codigo: 'pin_ocupado' });
  });

  it('may be exchanged between two switches in one call', async () => {
    const a = await uno(25);
    const b = await uno(26);
    const { switches } = await guardar([item(26, { id: a.id }), item(25, { id: b.id })]);
    expect(switches.map(({ id, hardware_pin }) => [id, hardware_pin])).toEqual([
      [a.id, 26],
      [b.id, 25],
    ]);
    expect((await listar()).map(({ id, hardware_pin }) => [id, hardware_pin])).toEqual([
      [a.id, 26],
      [b.id, 25],
    ]);
  });

  it('may be handed on in one call: one switch leaves a pin and a new one takes it', async () => {
    const a = await uno(25);
    await guardar([item(25), item(26, { id: a.id })]);
    expect((await listar()).map(({ hardware_pin }) => hardware_pin).sort()).toEqual([25, 26]);
  });

  it('go to one of many who ask for them at once; the others learn who has it', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => guardar([item(25, { nombre: `Nº ${i}` })])),
    );
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as object] : []));
    expect(refused).toHaveLength(11);
    const [winner] = await listar();
    for (const reason of refused)
      expect(reason).toMatchObject({ codigo: 'pin_ocupado', texto: expect.stringContaining(`«${winner?.nombre}»`) });
  });

  it('are kept apart by two instances of the service', async () => {
    await world.startInventory();
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => guardar([item(25), item(26)])));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listar()).toHaveLength(2);
  });

  it('cannot be doubled in the database either', async () => {
    const { placa_id } = await uno(25);
    const doubled = world.dataSource.query(
      `INSERT INTO inventory.switches (empresa_id, placa_id, nombre, tipo, zona, switch_site_id, hardware_pin)
       VALUES ($1, $2, 'x', 'otro', 'x', 1, 25)`,
      [empresa_id, placa_id],
    );
    await expect(doubled).rejects.toThrow(/switches_pin_key/);
  });
});

describe('the boards of a save', () => {
  it('are registered when an admin_global types a new number, without credentials yet', async () => {
    const { switches } = await guardar([item(25, { dispositivo_id: 8_800 }), item(26, { dispositivo_id: 8_800 })]);
    expect(switches.map(({ dispositivo_id }) => dispositivo_id)).toEqual([8_800, 8_800]);
    expect(switches[0]?.placa_id).toBe(switches[1]?.placa_id);
    const placas = await world.call('placas.listar', { empresa_id }, GLOBAL);
    expect(placas.find(({ id }) => id === 8_800)).toMatchObject({ credencial_definida: 0, switches: 2 });
    const placa_id = switches[0]?.placa_id ?? 0;
    await until(() => world.eventsOf(`placa:${placa_id}`).length === 1);
    expect(world.eventsOf(`placa:${placa_id}`)[0]?.data).toMatchObject({ numero: 8_800, credencial_sha256: null });
    expect((await world.call('placas.renovar_credencial', { placa_id }, GLOBAL)).username).toBe('8800');
  });

  it('are not registered by a call that is refused', async () => {
    await expect(guardar([item(25, { dispositivo_id: 8_900 }), item(24)])).rejects.toMatchObject({
      codigo: 'pin_inexistente',
    });
    expect((await world.call('placas.listar', { empresa_id }, GLOBAL)).map(({ id }) => id)).not.toContain(8_900);
  });

  it('are the same word for an admin_empresa whether foreign or absent', async () => {
    const ajena = await nuevaPlaca(world.empresa());
    const admin = world.persona('admin_empresa', empresa_id);
    const refusals = await Promise.all(
      [ajena, 99_000].map((dispositivo_id) =>
        guardar([item(25, { dispositivo_id })], admin).then(
          () => null,
          (error: { codigo: string; texto: string; detalles: unknown }) => error,
        ),
      ),
    );
    expect(refusals[0]).toMatchObject({ codigo: 'placa_no_disponible', status: 404 });
    expect(refusals[1]?.texto).toBe(refusals[0]?.texto);
    expect(refusals[1]?.detalles).toEqual(refusals[0]?.detalles);
    expect((await guardar([item(25)], admin)).switches).toHaveLength(1);
  });

  it("are refused to an admin_global too when another company's", async () => {
    const ajena = await nuevaPlaca(world.empresa());
    await expect(guardar([item(25, { dispositivo_id: ajena })])).rejects.toMatchObject({
      codigo: 'placa_no_disponible',
    });
  });

  it('are registered once when many name the new number at once', async () => {
    const results = await Promise.all(
      [25, 26, 27, 32, 33].map((pin) => guardar([item(pin, { dispositivo_id: 9_100 })])),
    );
    expect(new Set(results.map(({ switches }) => switches[0]?.placa_id)).size).toBe(1);
  });

  it('belong to one of two companies that type the same new number at once', async () => {
    const otra = world.empresa();
    const results = await Promise.allSettled([
      guardar([item(25, { dispositivo_id: 9_200 })]),
      guardar([item(25, { dispositivo_id: 9_200, empresa_id: otra })]),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { codigo: 'placa_no_disponible' },
    });
  });
});

describe('deleting a switch', () => {
  it('frees its pin and is told with a rev above its last one', async () => {
    const { id } = await uno(25);
    await guardar([item(25, { id })]);
    await world.call('switches.eliminar', { id }, GLOBAL);
    await until(() => world.eventsOf(`switch:${id}`).length === 3);
    expect(world.eventsOf(`switch:${id}`).at(-1)).toMatchObject({
      name: 'switch.eliminado',
      rev: 3,
      data: { id, empresa_id },
    });
    await guardar([item(25)]);
    await expect(world.call('switches.eliminar', { id }, GLOBAL)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });
});
