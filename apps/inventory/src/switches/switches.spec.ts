import type { CallInput, ComandoOfSwitchKept, EstadoPlaca } from '@acequia/contracts';
import { GLOBAL, World } from '../inventory.fixture.js';

let world: World;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world?.stop());

type Item = CallInput<'switches.guardar_lote'>['switches'][number];
let next = 5_000;

/** Creates a company with one board and these switches. */
const farm = async (items: Partial<Item>[]) => {
  const empresa_id = world.empresa();
  const dispositivo_id = next++;
  const { switches } = await world.call(
    'switches.guardar_lote',
    {
      switches: items.map((item, i): Item => ({
        nombre: `Switch ${i}`,
        tipo: 'selenoide',
        zona: 'Norte',
        empresa_id,
        dispositivo_id,
        switch_site_id: i,
        hardware_pin: 25 + i,
        sensor_pin: null,
        ...item,
      })),
    },
    GLOBAL,
  );
  return { empresa_id, placa_id: switches[0]?.placa_id ?? 0, ids: switches.map(({ id }) => id) };
};
const estado = (placa_id: number): EstadoPlaca => ({
  placa_id,
  online: 1,
  ts: 9_000,
  pines: [
    { pin: 25, estado: 1, ts: 8_000 },
    { pin: 26, estado: 0, ts: 8_500 },
  ],
  sensores: [{ pin: 32, temperatura: 21.5, humedad: 60.25, ts: 7_000 }],
});

describe('the panel of a company', () => {
  it('shows each switch with the last report of its board', async () => {
    const { empresa_id, placa_id } = await farm([
      { tiene_sensor: 1, sensor_pin: 32 },
      { tiene_sensor: 0, sensor_pin: 32 },
      {},
    ]);
    world.estados.set(placa_id, estado(placa_id));
    const panel = await world.call('switches.panel', { empresa_id }, GLOBAL);
    expect(panel).toMatchObject([
      {
        estado: 1,
        estado_ts: 8_000,
        temperatura: 21.5,
        humedad: 60.25,
        sensor_ts: 7_000,
        placa_online: 1,
        placa_ts: 9_000,
      },
      { estado: 0, estado_ts: 8_500, temperatura: null, humedad: null, sensor_ts: null },
      { estado: null, estado_ts: null, placa_online: 1 },
    ]);
  });

  it('has no state for a board that never reported', async () => {
    const { empresa_id } = await farm([{}]);
    const [fila] = await world.call('switches.panel', { empresa_id }, GLOBAL);
    expect(fila).toMatchObject({ estado: null, placa_online: 0, placa_ts: null });
  });

  it('asks device-gateway once for all boards of every company', async () => {
    const farms = [await farm([{}]), await farm([{}, {}])];
    const before = world.asked.length;
    const panel = await world.call('switches.panel', {}, GLOBAL);
    const asked = world.asked.slice(before).filter(({ name }) => name === 'estado.leer');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.size).toBe(new Set(panel.map(({ placa_id }) => placa_id)).size);
    for (const { ids } of farms) for (const id of ids) expect(panel.map((fila) => fila.id)).toContain(id);
  });

  it('fails rather than invent a state while device-gateway is away', async () => {
    const { empresa_id, ids } = await farm([{}]);
    const usuario = world.usuario(empresa_id, { switches: ids });
    await world.stopGateway();
    await expect(world.call('switches.panel', { empresa_id }, GLOBAL)).rejects.toMatchObject({
      codigo: 'servicio_no_disponible',
    });
    await expect(world.call('switches.de_usuario', { usuario_id: usuario.usuario_id }, usuario)).rejects.toMatchObject({
      codigo: 'servicio_no_disponible',
    });
    expect(await world.call('switches.listar', { empresa_id }, GLOBAL)).toHaveLength(1);
    await world.restartGateway();
    expect(await world.call('switches.panel', { empresa_id }, GLOBAL)).toHaveLength(1);
  });
});

describe('a list in pages', () => {
  const ofShelly = (empresa_id: number, n: number): CallInput<'dispositivos.crear'> => ({
    empresa_id,
    nombre: 'Bomba',
    shelly_id: `c45bbe${n}`,
    auth_key: '',
    tipo: 'shelly_1',
    server: '',
    fecha_vencimiento: null,
  });

  it.each(['switches.listar', 'dispositivos.listar', 'placas.listar'] as const)(
    '%s holds at most so many after an id, of what the caller may see',
    async (name) => {
      const { empresa_id } = await farm([{}, {}, {}]);
      for (const n of [1, 2, 3]) await world.call('dispositivos.crear', ofShelly(empresa_id, n), GLOBAL);
      await world.registrar(empresa_id, { cantidad: 2 });
      await world.call('dispositivos.crear', ofShelly((await farm([{}])).empresa_id, 4), GLOBAL);
      const admin = world.persona('admin_empresa', empresa_id);
      const page = async (despues_de?: number): Promise<{ id: number }[]> =>
        world.call(name, { despues_de, limite: 2 }, admin);
      const whole: { id: number }[] = await world.call(name, {}, admin);
      expect(whole).toHaveLength(3);
      expect(await page()).toEqual(whole.slice(0, 2));
      expect(await page(whole[1]?.id)).toEqual(whole.slice(2));
      expect(await page(whole[2]?.id)).toEqual([]);
      await expect(world.call(name, { limite: 1_001 }, admin)).rejects.toMatchObject({ codigo: 'datos_invalidos' });
    },
  );
});

describe('the switches of a user', () => {
  it('are those assigned that still exist, active or not, with their state', async () => {
    const { empresa_id, placa_id, ids } = await farm([{}, { activo: 0 }, {}]);
    world.estados.set(placa_id, estado(placa_id));
    const usuario = world.usuario(empresa_id, { switches: [ids[0] ?? 0, ids[1] ?? 0, 1_999_999] });
    const mine = await world.call('switches.de_usuario', { usuario_id: usuario.usuario_id }, usuario);
    expect(mine).toMatchObject([
      { id: ids[0], activo: 1, estado: 1 },
      { id: ids[1], activo: 0, estado: 0 },
    ]);
  });

  it('tell of a refused order without the name of a switch that is not assigned', async () => {
    const { empresa_id, placa_id, ids } = await farm([{}]);
    const [own = 0] = ids;
    const detalle = 'No se puede encender: antes debe estar abierta «Compuerta».';
    const told = { comando_id: 'c', accion: 'on', estado: 'rechazado', detalle, ts: 1 } as const;
    const usuario = world.usuario(empresa_id, { switches: ids });
    const readBy = async (comando: ComandoOfSwitchKept) => {
      const mando = { switch_id: own, discrepancia: 0, comando, bloqueo: null } as const;
      world.estados.set(placa_id, { ...estado(placa_id), mandos: [mando] });
      const [mine] = await world.call('switches.de_usuario', { usuario_id: usuario.usuario_id }, usuario);
      const [shown] = await world.call('switches.panel', { empresa_id }, world.persona('admin_empresa', empresa_id));
      return [mine?.comando, shown?.comando];
    };
    const detalle_datos = { codigo: 'falta_valvula', valves: ['Compuerta'] } as const;
    const unnamed = { ...told, detalle: 'No se puede encender: antes debe estar abierta una válvula.' };
    expect(await readBy({ ...told, detalle_datos })).toEqual([unnamed, told]);
    // As a device-gateway of the version before sends it.
    expect(await readBy(told)).toEqual([{ ...told, detalle: null }, told]);
  });

  it("never include another company's, whatever the grants say", async () => {
    const mine = await farm([{}]);
    const other = await farm([{}]);
    const usuario = world.usuario(mine.empresa_id, { switches: [...mine.ids, ...other.ids] });
    for (const caller of [usuario, GLOBAL]) {
      const seen = await world.call('switches.de_usuario', { usuario_id: usuario.usuario_id }, caller);
      expect(seen.map(({ id }) => id)).toEqual(mine.ids);
    }
  });

  it('are none, without asking for any state, when nothing is assigned', async () => {
    const usuario = world.usuario(world.empresa());
    const before = world.asked.length;
    expect(await world.call('switches.de_usuario', { usuario_id: usuario.usuario_id }, usuario)).toEqual([]);
    expect(world.asked.slice(before).map(({ name }) => name)).not.toContain('estado.leer');
  });

  it('may be asked for by themself and by the admins of their company only', async () => {
    const { empresa_id, ids } = await farm([{}]);
    const usuario = world.usuario(empresa_id, { switches: ids });
    const { usuario_id } = usuario;
    const ask = (caller: Parameters<World['call']>[2], id = usuario_id) =>
      world.call('switches.de_usuario', { usuario_id: id }, caller);
    expect(await ask(world.persona('admin_empresa', empresa_id))).toHaveLength(1);
    expect(await ask(GLOBAL)).toHaveLength(1);
    for (const stranger of [world.usuario(empresa_id), world.usuario(world.empresa())])
      await expect(ask(stranger)).rejects.toMatchObject({ codigo: 'no_encontrado' });
    const foreignAdmin = world.persona('admin_empresa', world.empresa());
    await expect(ask(foreignAdmin)).rejects.toMatchObject({ codigo: 'no_encontrado' });
    await expect(ask(foreignAdmin, 1_888_888)).rejects.toMatchObject({ codigo: 'no_encontrado' });
    await expect(ask(GLOBAL, 1_888_888)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });
});

describe('what may be assigned', () => {
  const verificar = (empresa_id: number, switches: number[], dispositivos: number[] = []) =>
    world.call('inventario.verificar', { empresa_id, switches, dispositivos }, GLOBAL);

  it('is what belongs to the company', async () => {
    const { empresa_id, ids } = await farm([{}, {}]);
    expect(await verificar(empresa_id, [...ids, ...ids])).toEqual({});
    expect(await verificar(empresa_id, [])).toEqual({});
  });

  it('contains nothing foreign and nothing absent', async () => {
    const mine = await farm([{}]);
    const other = await farm([{}]);
    for (const ids of [other.ids, [...mine.ids, ...other.ids], [1_999_999]])
      await expect(verificar(mine.empresa_id, ids)).rejects.toMatchObject({ codigo: 'no_encontrado' });
    await expect(verificar(mine.empresa_id, mine.ids, [1_999_999])).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });
});
