import type { Caller } from '@acequia/contracts';
import { until } from '@acequia/testing';
import { GLOBAL, World } from '../inventory.fixture.js';
import { item } from '../switches/batch.fixture.js';
import { crearIn, medidor, moisture, ranchoOf, type Save } from './puntos.fixture.js';

let world: World;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world?.stop());

const rancho = () => ranchoOf(world);
const crear = (request: Save, caller: Caller = GLOBAL) => crearIn(world, request, caller);
const list = (empresa_id: number) => world.call('puntos.listar', { empresa_id }, GLOBAL);

const probe = { tipo: 'placa', driver: 'ds18b20', pin: 32, addr: '280102030405069E' } as const;
const line: Save['fuente'] = {
  tipo: 'placa',
  driver: 'modbus',
  addr: 1,
  reg: 100,
  fn: 4,
  format: 'u32',
  baud: 9_600,
  parity: 'n',
};
const warm = { magnitud: 'temperatura', a: 1 } as const;
const soil = (pin: number): Save['fuente'] => ({ tipo: 'placa', driver: 'adc', pin });
const heap: Save['fuente'] = { tipo: 'mensaje', ruta: 'status.chip.heap' };

describe('a point of measurement', () => {
  it('is created, changed, listed and deleted, with its events', async () => {
    const farm = await rancho();
    const { empresa_id, placa_id, dispositivo_id, valve } = farm;
    const made = await crear(medidor(farm, { mide: { switch_ids: [valve.id] } }));
    expect(made).toEqual({
      id: made.id,
      empresa_id,
      placa_id,
      dispositivo_id,
      n: 1,
      fuente: { tipo: 'placa', driver: 'pulsos', pin: 27 },
      magnitud: 'volumen',
      nombre: 'Medidor',
      sitio: '',
      mide: { switch_ids: [valve.id] },
      a: 0.01,
      b: 0,
      cada_s: 60,
      activo: 1,
      valor: null,
      ts: null,
      version: 1,
    });
    const saved = await world.call(
      'puntos.actualizar',
      { id: made.id, ...medidor(farm, { nombre: 'Medidor del pozo', a: 0.1, version: 1 }) },
      GLOBAL,
    );
    expect(saved).toMatchObject({ nombre: 'Medidor del pozo', a: 0.1, mide: null, n: 1, version: 2 });
    expect(await list(empresa_id)).toEqual([saved]);
    await expect(
      world.call('puntos.actualizar', { id: made.id, ...medidor(farm, { version: 1 }) }, GLOBAL),
    ).rejects.toMatchObject({ codigo: 'version_vieja' });
    await world.call('puntos.eliminar', { id: made.id }, GLOBAL);
    expect(await list(empresa_id)).toEqual([]);
    await until(() => world.eventsOf(`punto:${made.id}`).length === 3);
    expect(world.eventsOf(`punto:${made.id}`)).toMatchObject([
      { name: 'punto.guardado', rev: 1, data: { n: 1, magnitud: 'volumen', a: 0.01 } },
      { name: 'punto.guardado', rev: 2, data: { a: 0.1 } },
      { name: 'punto.eliminado', rev: 3, data: { id: made.id, empresa_id, placa_id } },
    ]);
  });

  it('keeps what its meter may take in a year until another is said, and says it', async () => {
    const farm = await rancho();
    const made = await crear(medidor(farm, { concesion_m3: 60_000 }));
    const change = (changes: Partial<Save>) =>
      world.call('puntos.actualizar', { id: made.id, ...medidor(farm, changes) }, GLOBAL);
    expect(await change({ nombre: 'Pozo' })).toMatchObject({ nombre: 'Pozo', concesion_m3: 60_000 });
    expect(await change({ concesion_m3: null })).not.toHaveProperty('concesion_m3');
    await until(() => world.eventsOf(`punto:${made.id}`).length === 3);
    const told = world.eventsOf(`punto:${made.id}`).map(({ data }) => data);
    expect(told).toMatchObject([{ concesion_m3: 60_000 }, { concesion_m3: 60_000 }, { nombre: 'Medidor' }]);
    expect(told[2]).not.toHaveProperty('concesion_m3');
  });

  it('follows what the sensor of a switch says, each channel once', async () => {
    const farm = await rancho();
    const { empresa_id, dispositivo_id } = farm;
    const wired = item(empresa_id, dispositivo_id, 18, { tiene_sensor: 1, sensor_pin: 15 });
    await world.call('switches.guardar_lote', { switches: [wired] }, GLOBAL);
    const of = (pin: number, ch: 't' | 'h'): Partial<Save> => ({ fuente: { tipo: 'sensor', pin, ch }, a: 1 });
    const warm = await crear(medidor(farm, { ...of(15, 't'), magnitud: 'temperatura' }));
    expect(warm).toMatchObject({ fuente: { tipo: 'sensor', pin: 15, ch: 't' }, n: 1 });
    await crear(medidor(farm, { ...of(15, 'h'), magnitud: 'humedad' }));
    for (const [changes, campo] of [
      [{ ...of(15, 't'), magnitud: 'temperatura' }, 'fuente'],
      [{ ...of(16, 't'), magnitud: 'temperatura' }, 'fuente.pin'],
      [{ ...of(15, 'h'), magnitud: 'temperatura' }, 'magnitud'],
    ] as const)
      await expect(crear(medidor(farm, changes))).rejects.toMatchObject({
        codigo: 'datos_invalidos',
        detalles: [{ campo: expect.stringContaining(campo) as string }],
      });
  });

  it('follows a value of a centinela of its company', async () => {
    const farm = await rancho();
    const other = world.empresa();
    const device = (empresa_id: number, tipo: 'shelly_pro3m' | 'shelly_1', shelly_id: string) =>
      world.call(
        'dispositivos.crear',
        { nombre: shelly_id, shelly_id, auth_key: '', tipo, server: '', empresa_id, fecha_vencimiento: null },
        GLOBAL,
      );
    const meter = await device(farm.empresa_id, 'shelly_pro3m', 'medidor1');
    const relay = await device(farm.empresa_id, 'shelly_1', 'relevador1');
    const foreign = await device(other, 'shelly_pro3m', 'medidor2');
    const of = (id: number, changes: Partial<Save> = {}) =>
      medidor(farm, {
        placa_id: null,
        fuente: { tipo: 'centinela', dispositivo_id: id, campo: 'total_act_power' },
        magnitud: 'potencia',
        a: 1,
        ...changes,
      });
    expect(await crear(of(meter.id))).toMatchObject({ placa_id: null, n: null, magnitud: 'potencia' });
    await expect(crear(of(foreign.id))).rejects.toMatchObject({ codigo: 'no_encontrado' });
    for (const [request, campo] of [
      [of(meter.id), 'fuente'],
      [of(relay.id), 'fuente.dispositivo_id'],
      [of(meter.id, { magnitud: 'energia' }), 'magnitud'],
      [of(meter.id, { placa_id: farm.placa_id }), 'placa_id'],
    ] as const)
      await expect(crear(request)).rejects.toMatchObject({
        codigo: 'datos_invalidos',
        detalles: [{ campo: expect.stringContaining(campo) as string }],
      });
  });

  it('has a number on its board that no later one gets', async () => {
    const farm = await rancho();
    const [first, second] = [await crear(medidor(farm)), await crear(medidor(farm, { fuente: soil(34), ...moisture }))];
    expect([first.n, second.n]).toEqual([1, 2]);
    await world.call('puntos.eliminar', { id: second.id }, GLOBAL);
    expect((await crear(medidor(farm, { fuente: soil(34), ...moisture }))).n).toBe(3);
  });

  it.each<[string, Partial<Save>, string]>([
    ['pulses that are a moisture', { magnitud: 'humedad_suelo' }, 'magnitud'],
    ['a counter that goes down', { a: -1 }, 'a'],
    ['a factor of 0', { a: 0 }, 'a'],
    ['a concession of soil', { ...moisture, fuente: soil(34), concesion_m3: 5 }, 'concesion_m3'],
    ['a wrap of soil', { ...moisture, fuente: soil(34), vuelta: 5 }, 'vuelta'],
    ['a wrap of what the board counts itself', { vuelta: 65_536 }, 'vuelta'],
    ['a voltage at a pin that measures none', { magnitud: 'humedad_suelo', fuente: soil(27) }, 'fuente.pin'],
    ['a counter of degrees', { fuente: probe }, 'magnitud'],
    ['a DS18B20 at an input', { ...warm, fuente: { ...probe, pin: 34 } }, 'fuente.pin'],
    ['a field of a message, of our own firmware', { fuente: { tipo: 'mensaje', ruta: 'SENSOR.A' } }, 'fuente'],
    ['what a board says hourly, each minute', { fuente: heap, magnitud: 'memoria', a: 0.001 }, 'cada_s'],
  ])('is refused with its field: %s', async (_, changes, campo) => {
    const farm = await rancho();
    await expect(crear(medidor(farm, changes))).rejects.toMatchObject({
      codigo: 'datos_invalidos',
      detalles: expect.arrayContaining([expect.objectContaining({ campo: `body.${campo}` })]) as object[],
    });
    expect(await list(farm.empresa_id)).toEqual([]);
  });

  it('can be what a board of ours says of itself', async () => {
    const made = await crear(medidor(await rancho(), { fuente: heap, magnitud: 'memoria', a: 0.001, cada_s: 3_600 }));
    expect(made.fuente).toEqual(heap);
  });

  it('shares a wire with sensors of other addresses, and with nothing else', async () => {
    const farm = await rancho();
    const put = (nombre: string, fuente: Save['fuente'], rest: Partial<Save> = warm) =>
      crear(medidor(farm, { ...rest, nombre, fuente }));
    expect((await put('Suelo', { ...probe, addr: '9E-06-05-04-03-02-01-28' })).fuente).toEqual(probe);
    await put('Aire', { ...probe, addr: '28020203040506C7' });
    await put('Humedad', { tipo: 'placa', driver: 'sht4x', addr: 0x44, ch: 'h' }, { magnitud: 'humedad', a: 1 });
    await put('Frío', { tipo: 'placa', driver: 'sht4x', addr: 0x44, ch: 't' });
    const others: [Save['fuente'], string][] = [
      [probe, 'datos_invalidos'],
      [{ tipo: 'placa', driver: 'adc', pin: probe.pin }, 'pin_ocupado'],
      [{ ...probe, addr: '28030203040506F0', pin: 21 }, 'pin_ocupado'],
      // A valve is on the pin with which the board speaks on RS-485.
      [line, 'pin_ocupado'],
    ];
    for (const [fuente, codigo] of others) await expect(put('Otro', fuente)).rejects.toMatchObject({ codigo });
  });

  it('keeps its pin for itself, and gets none that a switch has', async () => {
    const farm = await rancho();
    await crear(medidor(farm));
    await expect(crear(medidor(farm, { nombre: 'Otro' }))).rejects.toMatchObject({ codigo: 'datos_invalidos' });
    await expect(crear(medidor(farm, { fuente: { tipo: 'placa', driver: 'pulsos', pin: 4 } }))).rejects.toMatchObject({
      codigo: 'pin_ocupado',
      texto: expect.stringContaining('Válvula 4') as string,
    });
    await expect(
      world.call('switches.guardar_lote', { switches: [item(farm.empresa_id, farm.dispositivo_id, 27)] }, GLOBAL),
    ).rejects.toMatchObject({ codigo: 'pin_ocupado', texto: expect.stringContaining('Medidor') as string });
  });

  it('is of one company: boards and switches of another are as absent ones', async () => {
    const [mine, theirs] = [await rancho(), await rancho()];
    const admin = world.persona('admin_empresa', mine.empresa_id);
    const foreign = await crear(medidor(theirs));
    const refused = { codigo: 'no_encontrado' };
    for (const request of [
      medidor(mine, { placa_id: theirs.placa_id }),
      medidor(mine, { placa_id: 2_000_000 }),
      medidor(mine, { mide: { switch_ids: [theirs.valve.id] } }),
      medidor(theirs),
    ])
      await expect(crear(request, admin)).rejects.toMatchObject(refused);
    for (const id of [foreign.id, 2_000_000]) {
      await expect(world.call('puntos.actualizar', { id, ...medidor(mine) }, admin)).rejects.toMatchObject(refused);
      await expect(world.call('puntos.eliminar', { id }, admin)).rejects.toMatchObject(refused);
    }
    expect(await world.call('puntos.listar', {}, admin)).toEqual([]);
    for (const placa_id of [theirs.placa_id, 2_000_000])
      await expect(world.call('puntos.listar', { placa_id }, admin)).rejects.toMatchObject(refused);
    const own = await crear(medidor(mine), admin);
    for (const placa_id of [theirs.placa_id, 2_000_000])
      await expect(
        world.call('puntos.actualizar', { id: own.id, ...medidor(mine, { placa_id }) }, admin),
      ).rejects.toMatchObject(refused);
    await expect(world.call('puntos.listar', {}, world.persona('usuario', mine.empresa_id))).rejects.toMatchObject({
      codigo: 'sin_permiso',
    });
  });

  it('needs no board where a program sends its values, and goes with its company', async () => {
    const farm = await rancho();
    const { empresa_id, placa_id, valve } = farm;
    const api = { placa_id: null, fuente: { tipo: 'api' }, a: 1, mide: { switch_ids: [valve.id] } } as const;
    const made = await crear(medidor(farm, api), world.persona('admin_empresa', empresa_id));
    expect(made).toMatchObject({ placa_id: null, dispositivo_id: null, n: null, fuente: { tipo: 'api' }, valor: null });
    for (const [campo, changes] of [
      ['placa_id', { ...api, placa_id }],
      ['a', { ...api, a: 2 }],
      ['b', { ...api, magnitud: 'presion', b: 1 }],
      ['placa_id', { placa_id: null }],
    ] as [string, Partial<Save>][])
      await expect(crear(medidor(farm, changes))).rejects.toMatchObject({
        codigo: 'datos_invalidos',
        detalles: expect.arrayContaining([expect.objectContaining({ campo: `body.${campo}` })]) as object[],
      });
    const toBoard = { id: made.id, ...medidor(farm) };
    await expect(world.call('puntos.actualizar', toBoard, GLOBAL)).rejects.toMatchObject({ codigo: 'datos_invalidos' });
    const renamed = { id: made.id, ...medidor(farm, { ...api, nombre: 'Caudalímetro' }) };
    expect(await world.call('puntos.actualizar', renamed, GLOBAL)).toMatchObject({
      nombre: 'Caudalímetro',
      version: 2,
    });
    await world.call('switches.eliminar', { id: valve.id }, GLOBAL);
    expect(await list(empresa_id)).toMatchObject([{ id: made.id, mide: null }]);
    await world.emit('empresa.eliminada', `empresa:${empresa_id}`, 2, { id: empresa_id });
    await until(() => world.eventsOf(`punto:${made.id}`).some(({ name }) => name === 'punto.eliminado'));
  });

  it('forgets deleted switches, and goes with its board and with its company', async () => {
    const farm = await rancho();
    const { empresa_id, valve, other, placa_id } = farm;
    const point = await crear(medidor(farm, { mide: { switch_ids: [valve.id, other.id] } }));
    await world.call('switches.eliminar', { id: valve.id }, GLOBAL);
    expect(await list(empresa_id)).toMatchObject([{ id: point.id, mide: { switch_ids: [other.id] }, version: 2 }]);
    await world.call('switches.eliminar', { id: other.id }, GLOBAL);
    expect(await list(empresa_id)).toMatchObject([{ id: point.id, mide: null }]);
    await world.call('placas.eliminar', { placa_id }, GLOBAL);
    expect(await list(empresa_id)).toEqual([]);

    const gone = await rancho();
    const { id } = await crear(medidor(gone));
    await world.emit('empresa.eliminada', `empresa:${gone.empresa_id}`, 2, { id: gone.empresa_id });
    await until(() => world.eventsOf(`punto:${id}`).some(({ name }) => name === 'punto.eliminado'));
  });
});
