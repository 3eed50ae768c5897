import type { CallInput, Proteccion } from '@acequia/contracts';
import { GLOBAL, World } from '../inventory.fixture.js';
import { item } from '../switches/batch.fixture.js';

let world: World;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world?.stop());

type Save = CallInput<'protecciones.crear'>;
let numero = 11_000;
const point = (empresa_id: number, placa_id: number, magnitud: 'nivel' | 'volumen', pin: number) =>
  world.call(
    'puntos.crear',
    {
      empresa_id,
      placa_id,
      fuente: { tipo: 'placa', driver: magnitud === 'nivel' ? 'adc' : 'pulsos', pin },
      magnitud,
      nombre: 'Pozo',
      sitio: '',
      mide: null,
    },
    GLOBAL,
  );
const board = async (empresa_id: number) => {
  const dispositivo_id = numero++;
  const { switches } = await world.call(
    'switches.guardar_lote',
    { switches: [4, 18].map((pin) => item(empresa_id, dispositivo_id, pin, { nombre: `Bomba ${pin}` })) },
    GLOBAL,
  );
  const [pump, other] = switches;
  if (!pump || !other) throw new Error('no switches');
  return { pump, other, placa_id: pump.placa_id };
};
/** A company with a board of two pumps over a well. */
const farm = async () => {
  const empresa_id = world.empresa();
  const { pump, other, placa_id } = await board(empresa_id);
  const well = await point(empresa_id, placa_id, 'nivel', 34);
  const lowWell = (change: Partial<Save> = {}): Save => ({
    empresa_id,
    nombre: 'Pozo bajo',
    punto_id: well.id,
    cuando: 'abajo',
    valor: 0.5,
    durante_s: 5,
    gracia_s: 20,
    con_switch_id: pump.id,
    apaga: [pump.id, other.id],
    sin_dato: 'apagar',
    libera: { valor: 1 },
    ...change,
  });
  return { empresa_id, placa_id, pump, other, well, lowWell };
};
const crear = (request: Save): Promise<Proteccion> => world.call('protecciones.crear', request, GLOBAL);
const list = (empresa_id: number) => world.call('protecciones.listar', { empresa_id }, GLOBAL);
const actions = async (id: number): Promise<string[]> => {
  const rows: { accion: string }[] = await world.dataSource.query(
    'SELECT accion FROM inventory.auditoria WHERE entidad = $1 ORDER BY id',
    [`proteccion:${id}`],
  );
  return rows.map(({ accion }) => accion);
};

describe('a protection', () => {
  it('is created, changed, bypassed, let go and deleted, and the trail has it all', async () => {
    const { empresa_id, placa_id, lowWell } = await farm();
    const made = await crear(lowWell());
    expect(made).toMatchObject({ placa_id, omitida_hasta: null, soltada: 0, estado: null, disparada: null });
    const { id } = made;
    const changed = await world.call('protecciones.actualizar', { ...lowWell({ valor: 0.4 }), version: 1, id }, GLOBAL);
    expect(changed).toMatchObject({ valor: 0.4, version: 2 });
    await expect(world.call('protecciones.actualizar', { ...lowWell(), version: 1, id }, GLOBAL)).rejects.toMatchObject(
      { codigo: 'version_vieja' },
    );
    const bypassed = await world.call('protecciones.omitir', { id, minutos: 30 }, GLOBAL);
    expect(bypassed.omitida_hasta).toBeGreaterThan(Date.now() + 29 * 60_000);
    expect(await world.call('protecciones.omitir', { id, minutos: 0 }, GLOBAL)).toMatchObject({ omitida_hasta: null });

    // Nothing is let go that is not known to have acted.
    expect(await world.call('protecciones.soltar', { id }, GLOBAL)).toMatchObject({ soltada: 0 });
    const trip = { id, desde: 1_795_000_000_000 };
    world.protecciones.set(placa_id, { placa_id, tomadas: true, lleva: [id], disparadas: [trip] });
    expect(await list(empresa_id)).toMatchObject([{ id, estado: 'en_placa', disparada: { desde: trip.desde } }]);
    expect(await world.call('protecciones.soltar', { id }, GLOBAL)).toMatchObject({ soltada: 1 });

    await world.call('protecciones.eliminar', { id }, GLOBAL);
    expect(await list(empresa_id)).toEqual([]);
    const verbs = ['crear', 'actualizar', 'omitir', 'omitir', 'soltar', 'eliminar'];
    expect(await actions(id)).toEqual(verbs.map((verb) => `proteccion.${verb}`));
  });

  it('says whether its board keeps it, or the service', async () => {
    const { empresa_id, placa_id, lowWell } = await farm();
    const { id } = await crear(lowWell());
    const board = { placa_id, tomadas: false, lleva: [id], disparadas: [] };
    world.protecciones.set(placa_id, board);
    expect(await list(empresa_id)).toMatchObject([{ estado: 'por_tomar' }]);
    world.protecciones.set(placa_id, { ...board, tomadas: true, lleva: [] });
    expect(await list(empresa_id)).toMatchObject([{ estado: 'por_servicio' }]);
    await world.call('protecciones.actualizar', { ...lowWell({ activa: 0 }), id }, GLOBAL);
    expect(await list(empresa_id)).toMatchObject([{ estado: null }]);
  });

  it('is refused where it says what nobody could follow', async () => {
    const { empresa_id, placa_id, lowWell } = await farm();
    const refusal = async (change: Partial<Save>): Promise<string | undefined> =>
      crear(lowWell(change)).then(
        () => undefined,
        ({ codigo, detalles }: { codigo: string; detalles?: { campo: string }[] }) => detalles?.[0]?.campo ?? codigo,
      );
    const counter = await point(empresa_id, placa_id, 'volumen', 27);
    const foreign = await farm();
    expect(await refusal({ punto_id: counter.id })).toBe('body.punto_id');
    expect(await refusal({ apaga: [foreign.pump.id] })).toBe('no_encontrado');
    expect(await refusal({ punto_id: foreign.well.id })).toBe('no_encontrado');
    expect(await refusal({ con_switch_id: null })).toBe('body.gracia_s');
    expect(await refusal({ libera: { valor: 0.4 } })).toBe('body.libera');
    expect(await refusal({})).toBeUndefined();
  });

  it('over a flow takes a meter and valves whose flow is known, and goes with its last valve', async () => {
    const { empresa_id, placa_id, pump, other, well, lowWell } = await farm();
    const meter = await point(empresa_id, placa_id, 'volumen', 27);
    const burst = (change: Partial<Save> = {}): Save =>
      lowWell({
        nombre: 'Rotura',
        punto_id: meter.id,
        cuando: 'rotura',
        valor: 130,
        valvula_ids: [other.id],
        apaga: [pump.id],
        con_switch_id: null,
        gracia_s: 180,
        libera: 'persona',
        ...change,
      });
    const refusal = (change: Partial<Save>): Promise<string | undefined> =>
      crear(burst(change)).then(
        () => undefined,
        ({ detalles }: { detalles?: { campo: string }[] }) => detalles?.[0]?.campo,
      );
    expect(await refusal({})).toBe('body.valvula_ids');
    await world.dataSource.query('UPDATE inventory.switches SET caudal_m3h = 9 WHERE id = $1', [other.id]);
    expect(await refusal({ punto_id: well.id })).toBe('body.punto_id');
    expect(await refusal({ valvula_ids: [] })).toBe('body.valvula_ids');
    expect(await refusal({ con_switch_id: pump.id })).toBe('body.con_switch_id');
    expect(await refusal({ libera: { valor: 100 } })).toBe('body.libera');
    const foreign = await farm();
    await expect(crear(burst({ valvula_ids: [foreign.other.id] }))).rejects.toMatchObject({ codigo: 'no_encontrado' });
    const { id } = await crear(burst());
    const caudal = { causa: 'rotura' as const, m3h: 14.2, esperado_m3h: 9 };
    const trip = { id, desde: 1_795_000_000_000, caudal };
    const board = { placa_id, tomadas: true, lleva: [id], disparadas: [trip] };
    world.protecciones.set(placa_id, board);
    expect(await list(empresa_id)).toMatchObject([{ estado: 'en_placa', disparada: { caudal } }]);
    // Its board cannot judge it: the service tells.
    world.protecciones.set(placa_id, { ...board, lleva: [], disparadas: [] });
    expect(await list(empresa_id)).toMatchObject([{ estado: 'por_servicio' }]);
    await world.call('switches.eliminar', { id: other.id }, GLOBAL);
    expect(await list(empresa_id)).toEqual([]);
  });

  it('is for the service where its point and its switches are not of one board', async () => {
    const { empresa_id, pump, placa_id, lowWell } = await farm();
    const elsewhere = await board(empresa_id);
    const following = await crear(lowWell({ con_switch_id: elsewhere.pump.id }));
    expect(following).toMatchObject({ placa_id, con_switch_id: elsewhere.pump.id });
    const fuente = { tipo: 'api' as const };
    const tank = {
      empresa_id,
      placa_id: null,
      fuente,
      magnitud: 'nivel' as const,
      nombre: 'Tanque',
      sitio: '',
      mide: null,
    };
    const { id: punto_id } = await world.call('puntos.crear', tank, GLOBAL);
    const both = { punto_id, apaga: [elsewhere.pump.id, pump.id], con_switch_id: null, gracia_s: 0 };
    expect(await crear(lowWell(both))).toMatchObject({ placa_id: pump.placa_id, punto_id });
  });

  it('over a flow is for the service where meter and valves are not of one board of ours', async () => {
    const { empresa_id, pump, other, well } = await farm();
    const elsewhere = await board(empresa_id);
    const node = await world.call(
      'puntos.crear',
      {
        empresa_id,
        placa_id: null,
        fuente: { tipo: 'lorawan', dev_eui: '70b3d57ed0000001', ruta: 'litros' },
        magnitud: 'volumen',
        nombre: 'Medidor',
        sitio: '',
        mide: null,
      },
      GLOBAL,
    );
    const leak: Save = {
      empresa_id,
      nombre: 'Fuga',
      punto_id: node.id,
      cuando: 'fuga',
      valor: 0.3,
      valvula_ids: [other.id, elsewhere.other.id],
      durante_s: 0,
      gracia_s: 180,
      con_switch_id: null,
      apaga: [pump.id],
      sin_dato: 'seguir',
      libera: 'persona',
    };
    expect(await crear(leak)).toMatchObject({ placa_id: pump.placa_id, valvula_ids: leak.valvula_ids });
    // Nobody has to say what a valve takes: the service learns it.
    expect(await crear({ ...leak, cuando: 'rotura', valor: 130 })).toMatchObject({ cuando: 'rotura' });
    await expect(crear({ ...leak, punto_id: well.id })).rejects.toMatchObject({ codigo: 'datos_invalidos' });
    // Of its own counters a board follows pulses alone: a register is for the service.
    const meter = await point(empresa_id, elsewhere.placa_id, 'volumen', 27);
    const burst: Save = {
      ...leak,
      cuando: 'rotura',
      valor: 130,
      punto_id: meter.id,
      valvula_ids: [elsewhere.other.id],
    };
    await expect(crear({ ...burst, apaga: [elsewhere.pump.id] })).rejects.toMatchObject({ codigo: 'datos_invalidos' });
    const line = { tipo: 'placa', driver: 'modbus', addr: 1, reg: 0, fn: 4, format: 'u32', baud: 9_600, parity: 'n' };
    await world.dataSource.query('UPDATE inventory.puntos SET fuente = $2 WHERE id = $1', [meter.id, line]);
    await expect(crear({ ...burst, apaga: [elsewhere.pump.id] })).resolves.toMatchObject({ cuando: 'rotura' });
    world.protecciones.set(pump.placa_id, {
      placa_id: pump.placa_id,
      tomadas: true,
      lleva: [],
      disparadas: [],
    });
    expect((await list(empresa_id)).slice(0, 2).map(({ estado }) => estado)).toEqual(['por_servicio', 'por_servicio']);
  });

  it('loses a deleted switch, and goes with its last one, its pump or its point', async () => {
    const { empresa_id, pump, other, well, lowWell } = await farm();
    const following = await crear(lowWell());
    const both = await crear(lowWell({ con_switch_id: null, gracia_s: 0, nombre: 'Ambas' }));
    await world.call('switches.eliminar', { id: pump.id }, GLOBAL);
    expect(await list(empresa_id)).toMatchObject([{ id: both.id, apaga: [other.id] }]);
    expect(await actions(following.id)).toEqual(['proteccion.crear', 'proteccion.eliminar']);
    await world.call('puntos.eliminar', { id: well.id }, GLOBAL);
    expect(await list(empresa_id)).toEqual([]);
  });
});
