import type { CallInput, Caller, Dispositivo } from '@acequia/contracts';
import { until } from '@acequia/testing';
import { GLOBAL, World } from '../inventory.fixture.js';
import { item } from '../switches/batch.fixture.js';

let world: World;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world?.stop());

type Form = CallInput<'dispositivos.crear'>;
let serial = 0;
const freshId = (): string => (0xc45bbe000000 + serial++).toString(16);
const form = (empresa_id: number, change: Partial<Form> = {}): Form => ({
  nombre: 'Bomba',
  shelly_id: freshId(),
  auth_key: '',
  tipo: 'shelly_1',
  server: 'shelly-12-eu.shelly.cloud',
  empresa_id,
  fecha_vencimiento: '',
  ...change,
});
const create = (empresa_id: number, change: Partial<Form> = {}, caller: Caller = GLOBAL): Promise<Dispositivo> =>
  world.call('dispositivos.crear', form(empresa_id, change), caller);
/** Saves all fields of the device form, with `change` applied. */
const save = (shown: Dispositivo, change: Partial<Form> = {}, caller: Caller = GLOBAL): Promise<Dispositivo> => {
  const { id, nombre, shelly_id, tipo, server, empresa_id, fecha_vencimiento, activo, suspendido } = shown;
  const body = { nombre, shelly_id, tipo, server, empresa_id, fecha_vencimiento, activo, suspendido, auth_key: '' };
  return world.call('dispositivos.actualizar', { ...body, ...change, id }, caller);
};

describe('the key of a device', () => {
  it.each([{ shelly_id: 'c45bbe5f9a99' }, { server: 'shelly-99-eu.shelly.cloud' }])(
    'is asked for again when the device becomes another one by %j',
    async (change) => {
      const empresa_id = world.empresa();
      const admin = world.persona('admin_empresa', empresa_id);
      const device = await create(empresa_id, { auth_key: `llave-${empresa_id}` });
      await expect(save(device, change, admin)).rejects.toMatchObject({
        codigo: 'auth_key_requerida',
        detalles: [{ campo: 'body.auth_key' }],
      });
      expect(await save(device, { ...change, auth_key: 'la-suya' }, admin)).toMatchObject({
        ...change,
        auth_key_definida: 1,
      });
    },
  );

  it('stays when the same device is only written in another way, and when it has none to give', async () => {
    const empresa_id = world.empresa();
    const device = await create(empresa_id, { auth_key: 'llave' });
    const written = { shelly_id: device.shelly_id.toUpperCase(), server: `https://${device.server}` };
    expect(await save(device, written)).toMatchObject({ ...written, auth_key_definida: 1 });
    const keyless = await create(empresa_id);
    expect((await save(keyless, { shelly_id: freshId() })).auth_key_definida).toBe(0);
  });

  it('stays behind when the device moves to another company', async () => {
    const device = await create(world.empresa(), { auth_key: 'llave' });
    const moved = await save(device, { empresa_id: world.empresa() });
    expect(moved.auth_key_definida).toBe(0);
    await until(() => world.eventsOf(`dispositivo:${device.id}`).length === 3);
    expect(world.eventsOf(`dispositivo:${device.id}`).at(-1)?.data).toMatchObject({ auth_key_cifrada: null });
  });
});

describe('a device of a cloud account', () => {
  it('belongs to one company, however its id is written', async () => {
    const [owner, other] = [world.empresa(), world.empresa()];
    const account = { auth_key: 'cuenta-compartida', shelly_id: freshId() };
    await create(owner, account);
    const taken = { codigo: 'dispositivo_de_otra_empresa', status: 409 };
    const admin = world.persona('admin_empresa', other);
    await expect(create(other, account, admin)).rejects.toMatchObject(taken);
    const shelly_id = String(BigInt(`0x${account.shelly_id}`));
    await expect(create(other, { ...account, shelly_id }, admin)).rejects.toMatchObject(taken);
    // Another device of the same account may belong to the other company; changing it into the first device is refused.
    const own = await create(other, { auth_key: account.auth_key }, admin);
    await expect(save(own, account, admin)).rejects.toMatchObject(taken);
    await expect(save(own, { shelly_id: account.shelly_id }, admin)).rejects.toMatchObject({
      codigo: 'auth_key_requerida',
    });
  });

  it('goes to one of two companies that claim it at once', async () => {
    const account = { auth_key: 'cuenta-disputada', shelly_id: freshId() };
    const claims = await Promise.allSettled([world.empresa(), world.empresa()].map((id) => create(id, account)));
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is known also where it was stored before there were fingerprints', async () => {
    const account = { auth_key: 'cuenta-antigua', shelly_id: freshId() };
    const { id } = await create(world.empresa(), account);
    await world.dataSource.query(`UPDATE inventory.dispositivos SET cuenta_ids = '{}' WHERE id = $1`, [id]);
    await world.startInventory();
    await expect(create(world.empresa(), account)).rejects.toMatchObject({ codigo: 'dispositivo_de_otra_empresa' });
  });

  it('is there once in its company', async () => {
    const empresa_id = world.empresa();
    const device = await create(empresa_id, { nombre: 'Pozo' });
    const { shelly_id } = device;
    await expect(create(empresa_id, { shelly_id: shelly_id.toUpperCase() })).rejects.toMatchObject({
      codigo: 'dispositivo_duplicado',
      texto: 'La empresa ya tiene ese dispositivo en ese servidor: «Pozo».',
    });
    await create(empresa_id, { shelly_id, server: 'shelly-13-eu.shelly.cloud' });
    await create(world.empresa(), { shelly_id });
    expect(await save(device, { nombre: 'Pozo 2' })).toMatchObject({ nombre: 'Pozo 2' });
  });
});

describe('what an admin_global set on a device', () => {
  const refused = { codigo: 'puesto_por_la_plataforma', status: 409 };

  it('is lifted by an admin_global only', async () => {
    const empresa_id = world.empresa();
    const admin = world.persona('admin_empresa', empresa_id);
    const device = await create(empresa_id, { fecha_vencimiento: '2030-01-01' });
    await expect(save(device, { fecha_vencimiento: '2099-01-01' }, admin)).rejects.toMatchObject(refused);
    await expect(save(device, { fecha_vencimiento: '' }, admin)).rejects.toMatchObject(refused);
    const { id } = device;
    const suspended = await world.call('dispositivos.suspender', { id }, GLOBAL);
    await expect(world.call('dispositivos.reactivar', { id }, admin)).rejects.toMatchObject(refused);
    await expect(save(suspended, { activo: 1, suspendido: 0 }, admin)).rejects.toMatchObject(refused);
    // A limit of the platform does not stop the admin from changing other fields.
    expect(await save(suspended, { nombre: 'Otra' }, admin)).toMatchObject({ nombre: 'Otra', suspendido: 1 });
    expect(await world.call('dispositivos.reactivar', { id }, GLOBAL)).toMatchObject({ activo: 1, suspendido: 0 });
    expect(await save(device, { fecha_vencimiento: '' })).toMatchObject({ fecha_vencimiento: null });
    expect(await save(device, { fecha_vencimiento: '2031-01-01' }, admin)).toMatchObject({
      fecha_vencimiento: '2031-01-01',
    });
  });

  it('does not go away by deleting or renaming the device', async () => {
    const empresa_id = world.empresa();
    const admin = world.persona('admin_empresa', empresa_id);
    const device = await create(empresa_id, { fecha_vencimiento: '2030-01-01' });
    await world.call('dispositivos.suspender', { id: device.id }, GLOBAL);
    const { shelly_id, fecha_vencimiento } = device;
    await world.call('dispositivos.eliminar', { id: device.id }, admin);
    await expect(create(empresa_id, { shelly_id, fecha_vencimiento }, admin)).rejects.toMatchObject(refused);
    await expect(create(empresa_id, { shelly_id, activo: 0, suspendido: 1 }, admin)).rejects.toMatchObject(refused);
    const again = await create(empresa_id, { shelly_id, fecha_vencimiento, activo: 0, suspendido: 1 }, admin);
    await expect(world.call('dispositivos.reactivar', { id: again.id }, admin)).rejects.toMatchObject(refused);
    const renamed = await save(again, { shelly_id: freshId() }, admin);
    const decoy = await create(empresa_id, { fecha_vencimiento: '' }, admin);
    await expect(save(decoy, { shelly_id }, admin)).rejects.toMatchObject(refused);
    expect(renamed.suspendido).toBe(1);
    expect(await create(empresa_id, { shelly_id })).toMatchObject({ activo: 1, fecha_vencimiento: null });
  });

  it('binds another device of the company that takes its id', async () => {
    const empresa_id = world.empresa();
    const admin = world.persona('admin_empresa', empresa_id);
    const { id, shelly_id } = await create(empresa_id, { fecha_vencimiento: '2030-01-01' });
    await world.call('dispositivos.suspender', { id }, GLOBAL);
    await world.call('dispositivos.eliminar', { id }, admin);
    const limits = { fecha_vencimiento: '2030-01-01', activo: 0, suspendido: 1 } as const;
    const other = await create(empresa_id, limits, admin);
    const renamed = await save(other, { shelly_id }, admin);
    await expect(world.call('dispositivos.reactivar', { id: other.id }, admin)).rejects.toMatchObject(refused);
    await expect(save(renamed, { fecha_vencimiento: '2099-01-01' }, admin)).rejects.toMatchObject(refused);
    // Away from that id they stay too.
    const away = await save(renamed, { shelly_id: freshId() }, admin);
    await expect(world.call('dispositivos.reactivar', { id: away.id }, admin)).rejects.toMatchObject(refused);
  });

  it('no longer applies once an admin_global has decided again', async () => {
    const empresa_id = world.empresa();
    const admin = world.persona('admin_empresa', empresa_id);
    const { id, shelly_id } = await create(empresa_id);
    await world.call('dispositivos.suspender', { id }, GLOBAL);
    await world.call('dispositivos.eliminar', { id }, admin);
    const again = await create(empresa_id, { shelly_id, activo: 0, suspendido: 1 }, admin);
    const lifted = await world.call('dispositivos.reactivar', { id: again.id }, GLOBAL);
    const renamed = await save(lifted, { shelly_id: freshId(), auth_key: 'llave' }, admin);
    expect(await save(renamed, { shelly_id, auth_key: 'llave' }, admin)).toMatchObject({ activo: 1, suspendido: 0 });
  });
});

describe('what a company set on its device', () => {
  it('is lifted by the company itself, unless an admin_global took it over', async () => {
    const empresa_id = world.empresa();
    const admin = world.persona('admin_empresa', empresa_id);
    const device = await create(empresa_id, { fecha_vencimiento: '2030-01-01' }, admin);
    const { id } = device;
    const suspended = await world.call('dispositivos.suspender', { id }, admin);
    await save(suspended, { nombre: 'Otro nombre' });
    expect(await world.call('dispositivos.reactivar', { id }, admin)).toMatchObject({ activo: 1, suspendido: 0 });
    expect(await save(device, { fecha_vencimiento: '2032-01-01' }, admin)).toMatchObject({
      fecha_vencimiento: '2032-01-01',
    });
  });
});

describe('the place of a device and the switch that it proves', () => {
  it('are published, stay when a save does not name them, and end with the switch', async () => {
    const empresa_id = world.empresa();
    const { switches } = await world.call('switches.guardar_lote', { switches: [item(empresa_id, 7_100, 25)] }, GLOBAL);
    const vigila_switch_id = switches[0]?.id ?? 0;
    const device = await create(empresa_id, { sitio: 'Pozo norte', vigila_switch_id });
    expect(device).toMatchObject({ sitio: 'Pozo norte', vigila_switch_id });
    expect(await save(device)).toMatchObject({ sitio: 'Pozo norte', vigila_switch_id });
    const foreign = world.empresa();
    await expect(create(foreign, { vigila_switch_id })).rejects.toMatchObject({ codigo: 'no_encontrado' });
    await world.call('switches.eliminar', { id: vigila_switch_id }, GLOBAL);
    await until(() => world.eventsOf(`dispositivo:${device.id}`).length === 3);
    expect(world.eventsOf(`dispositivo:${device.id}`).at(-1)).toMatchObject({
      rev: 3,
      data: { sitio: 'Pozo norte', vigila_switch_id: null },
    });
  });
});

describe('the flow of a switch', () => {
  it('is kept by a save that does not name it, and published', async () => {
    const empresa_id = world.empresa();
    const one = item(empresa_id, 7_101, 25);
    const made = await world.call('switches.guardar_lote', { switches: [{ ...one, caudal_m3h: 12.5 }] }, GLOBAL);
    const id = made.switches[0]?.id ?? 0;
    const saved = await world.call('switches.guardar_lote', { switches: [{ ...one, id }] }, GLOBAL);
    expect(saved.switches[0]).toMatchObject({ id, caudal_m3h: 12.5, version: 2 });
    await until(() => world.eventsOf(`switch:${id}`).length === 2);
    expect(world.eventsOf(`switch:${id}`).at(-1)?.data).toMatchObject({ caudal_m3h: 12.5 });
  });
});
