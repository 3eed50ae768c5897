import type { Caller } from '@acequia/contracts';
import { GLOBAL, World } from '../inventory.fixture.js';
import { crearIn, medidor, moisture, ranchoOf, type Save } from './puntos.fixture.js';

let world: World;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world?.stop());

const rancho = () => ranchoOf(world);
const crear = (request: Save, caller: Caller = GLOBAL) => crearIn(world, request, caller);

describe('what arrives and no point reads', () => {
  it('is listed for its board until a point reads that field of its messages', async () => {
    const farm = await rancho();
    const { empresa_id } = farm;
    const [board] = await world.call(
      'placas.registrar',
      { empresa_id, id: null, nombre: '', dialecto: 'shelly' },
      GLOBAL,
    );
    const placa_id = board?.placa_id ?? 0;
    const unused = async () => (await world.call('puntos.sin_usar', { placa_id }, GLOBAL)).map(({ ruta }) => ruta);
    expect(await unused()).toEqual(['input:100.counts.total', 'switch:0.apower']);
    await crear(medidor(farm, { placa_id, fuente: { tipo: 'mensaje', ruta: 'input:100.counts.total' } }));
    expect(await unused()).toEqual(['switch:0.apower']);
    const other = world.persona('admin_empresa', world.empresa());
    for (const caller of [other, world.persona('usuario', empresa_id)])
      await expect(world.call('puntos.sin_usar', { placa_id }, caller)).rejects.toBeDefined();
  });

  it('is listed for its company until a point reads that field of the node', async () => {
    const farm = await rancho();
    const { empresa_id, placa_id } = farm;
    const dev_eui = 'a8404187d187106e';
    const campo = (ruta: string, valor: number, rechazo: string | null = null) => ({ ruta, valor, ts: 1, rechazo });
    world.nodos.set(empresa_id, [
      {
        dev_eui,
        nombre: 'Sonda',
        servidor: 'tts',
        ts: 1,
        f_cnt: 7,
        recibidos: 7,
        perdidos: 0,
        repetidos: 0,
        campos: [campo('BatV', 3.3), campo('suelo.agua', 400, 'Va de 0 a 100 %.'), campo('suelo.ce', 35)],
      },
    ]);
    const admin = world.persona('admin_empresa', empresa_id);
    const unused = async () => world.call('puntos.sin_usar', { fuente: 'lorawan' }, admin);
    const listed = { ts: 1, dev_eui, nodo: 'Sonda', rechazo: null };
    expect(await unused()).toEqual([
      { ...listed, ruta: 'BatV', valor: 3.3 },
      { ...listed, ruta: 'suelo.agua', valor: 400 },
      { ...listed, ruta: 'suelo.ce', valor: 35 },
    ]);
    const ofNode = (ruta: string, changes: Partial<Save> = {}): Save =>
      medidor(farm, {
        ...moisture,
        placa_id: null,
        fuente: { tipo: 'lorawan', dev_eui, ruta },
        cada_s: 86_400,
        ...changes,
      });
    // As it stands on the label.
    const made = await crear(
      ofNode('suelo.agua', { fuente: { tipo: 'lorawan', dev_eui: 'A8:40:41:87:D1:87:10:6E', ruta: 'suelo.agua' } }),
      admin,
    );
    expect(made).toMatchObject({ placa_id: null, n: null, fuente: { dev_eui }, a: 30, b: -10, cada_s: 86_400 });
    await crear(ofNode('suelo.ce', { magnitud: 'ce_suelo', a: 0.001, b: 0 }), admin);
    expect(await unused()).toEqual([
      { ...listed, ruta: 'BatV', valor: 3.3 },
      { ...listed, ruta: 'suelo.agua', valor: 400, rechazo: 'Va de 0 a 100 %.' },
    ]);
    for (const [campo, request] of [
      ['fuente', ofNode('suelo.agua')],
      ['placa_id', ofNode('BatV', { placa_id })],
      ['cada_s', medidor(farm, { cada_s: 3_601 })],
    ] as [string, Save][])
      await expect(crear(request, admin)).rejects.toMatchObject({
        codigo: 'datos_invalidos',
        detalles: expect.arrayContaining([expect.objectContaining({ campo: `body.${campo}` })]) as object[],
      });
    // The same node may be another company's too: each has its own points of it.
    const other = await rancho();
    await crear({ ...ofNode('suelo.agua'), empresa_id: other.empresa_id });
    for (const [campo, request, caller] of [
      ['query.placa_id', {}, admin],
      ['query.empresa_id', { fuente: 'lorawan' }, GLOBAL],
    ] as const)
      await expect(world.call('puntos.sin_usar', request, caller)).rejects.toMatchObject({ detalles: [{ campo }] });
    await expect(
      world.call('puntos.sin_usar', { fuente: 'lorawan', empresa_id: other.empresa_id }, admin),
    ).rejects.toMatchObject({ codigo: 'no_encontrado' });
    await expect(
      world.call('puntos.sin_usar', { fuente: 'lorawan' }, world.persona('usuario', empresa_id)),
    ).rejects.toMatchObject({ codigo: 'sin_permiso' });
  });
});
