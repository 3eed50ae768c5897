import type { CallInput, Caller, Enclavamiento, Switch } from '@acequia/contracts';
import { until } from '@acequia/testing';
import { GLOBAL, World } from '../inventory.fixture.js';
import { item } from '../switches/batch.fixture.js';

let world: World;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world?.stop());

const PINES = [4, 5, 18, 19];
let numero = 7_000;

/** A company with a board of four switches. */
const rancho = async (): Promise<{ empresa_id: number; ids: number[]; switches: Switch[] }> => {
  const empresa_id = world.empresa();
  const dispositivo_id = numero++;
  const { switches } = await world.call(
    'switches.guardar_lote',
    {
      switches: PINES.map((pin, i) => item(empresa_id, dispositivo_id, pin, { nombre: `Válvula ${i}`, par_numero: 1 })),
    },
    GLOBAL,
  );
  return { empresa_id, ids: switches.map(({ id }) => id), switches };
};

type Request = CallInput<'enclavamientos.crear'>;
const exclusion = (empresa_id: number, switches: number[], change: Partial<Request> = {}): Request => ({
  empresa_id,
  nombre: 'Turno',
  tipo: 'exclusion',
  switches,
  bomba_id: null,
  ...change,
});
const requiere = (
  empresa_id: number,
  bomba_id: number,
  switches: number[],
  change: Partial<Request> = {},
): Request => ({
  ...exclusion(empresa_id, switches),
  nombre: 'Bomba con válvula',
  tipo: 'requiere',
  bomba_id,
  retardo_encendido_s: 5,
  retardo_apagado_s: 10,
  ...change,
});
const crear = (request: Request, caller: Caller = GLOBAL): Promise<Enclavamiento> =>
  world.call('enclavamientos.crear', request, caller);
const list = (empresa_id: number) => world.call('enclavamientos.listar', { empresa_id }, GLOBAL);
const auditoria = async (id: number): Promise<string[]> => {
  const rows: { accion: string }[] = await world.dataSource.query(
    'SELECT accion FROM inventory.auditoria WHERE entidad = $1 ORDER BY id',
    [`enclavamiento:${id}`],
  );
  return rows.map(({ accion }) => accion);
};

describe('an interlock group', () => {
  it('is created, changed, listed and deleted, with its events and in the trail', async () => {
    const { empresa_id, ids } = await rancho();
    const [pump, una, another] = ids as [number, number, number];
    const made = await crear(requiere(empresa_id, pump, [another, una]));
    expect(made).toEqual({
      id: made.id,
      empresa_id,
      nombre: 'Bomba con válvula',
      tipo: 'requiere',
      switches: [una, another].sort((a, b) => a - b),
      bomba_id: pump,
      retardo_encendido_s: 5,
      retardo_apagado_s: 10,
      version: 1,
    });
    const changed = await world.call(
      'enclavamientos.actualizar',
      { id: made.id, ...exclusion(empresa_id, [una, another], { retardo_apagado_s: 9, version: 1 }) },
      GLOBAL,
    );
    expect(changed).toMatchObject({ tipo: 'exclusion', bomba_id: null, retardo_apagado_s: 0, version: 2 });
    expect(await list(empresa_id)).toEqual([changed]);
    await expect(
      world.call(
        'enclavamientos.actualizar',
        { id: made.id, ...exclusion(empresa_id, [una, another], { version: 1 }) },
        GLOBAL,
      ),
    ).rejects.toMatchObject({ codigo: 'version_vieja', actual: changed });
    await world.call('enclavamientos.eliminar', { id: made.id }, GLOBAL);
    expect(await list(empresa_id)).toEqual([]);
    await until(() => world.eventsOf(`enclavamiento:${made.id}`).length === 3);
    expect(world.eventsOf(`enclavamiento:${made.id}`)).toMatchObject([
      { name: 'enclavamiento.guardado', rev: 1, data: { tipo: 'requiere', bomba_id: pump } },
      { name: 'enclavamiento.guardado', rev: 2, data: { tipo: 'exclusion', bomba_id: null } },
      { name: 'enclavamiento.eliminado', rev: 3, data: { id: made.id, empresa_id } },
    ]);
    expect(await auditoria(made.id)).toEqual([
      'enclavamiento.crear',
      'enclavamiento.actualizar',
      'enclavamiento.eliminar',
    ]);
  });

  it('that binds nothing is refused, with the field', async () => {
    const { empresa_id, ids } = await rancho();
    const [a, b] = ids as [number, number];
    for (const [request, campo] of [
      [exclusion(empresa_id, [a]), 'switches'],
      [exclusion(empresa_id, [a, a]), 'switches'],
      [exclusion(empresa_id, [a, b], { bomba_id: b }), 'bomba_id'],
      [requiere(empresa_id, a, [b], { bomba_id: null }), 'bomba_id'],
      [requiere(empresa_id, a, [a, b]), 'switches'],
    ] as const) {
      await expect(crear(request)).rejects.toMatchObject({
        codigo: 'datos_invalidos',
        detalles: expect.arrayContaining([
          { campo: `body.${campo}`, mensaje: expect.any(String) as string },
        ]) as object[],
      });
    }
    expect(await list(empresa_id)).toEqual([]);
  });

  it('holds switches of one company only, and is seen by that company only', async () => {
    const [mine, theirs] = [await rancho(), await rancho()];
    const admin = world.persona('admin_empresa', mine.empresa_id);
    const own = await crear(exclusion(mine.empresa_id, mine.ids.slice(0, 2)), admin);
    const foreign = await crear(exclusion(theirs.empresa_id, theirs.ids.slice(0, 2)));
    const refused = { codigo: 'no_encontrado' };
    const [a] = mine.ids as [number];
    const [b] = theirs.ids as [number];
    for (const request of [
      exclusion(mine.empresa_id, [a, b]),
      exclusion(mine.empresa_id, [a, 2_000_000]),
      requiere(mine.empresa_id, b, [a]),
      exclusion(theirs.empresa_id, theirs.ids),
    ])
      await expect(crear(request, admin)).rejects.toMatchObject(refused);
    for (const id of [foreign.id, 2_000_000]) {
      await expect(
        world.call('enclavamientos.actualizar', { id, ...exclusion(mine.empresa_id, mine.ids) }, admin),
      ).rejects.toMatchObject(refused);
      await expect(world.call('enclavamientos.eliminar', { id }, admin)).rejects.toMatchObject(refused);
    }
    expect((await world.call('enclavamientos.listar', {}, admin)).map(({ id }) => id)).toEqual([own.id]);
    await expect(
      world.call('enclavamientos.actualizar', { id: own.id, ...exclusion(theirs.empresa_id, theirs.ids) }, GLOBAL),
    ).rejects.toMatchObject({ codigo: 'datos_invalidos' });
    await expect(
      world.call('enclavamientos.listar', {}, world.persona('usuario', mine.empresa_id)),
    ).rejects.toMatchObject({ codigo: 'sin_permiso' });
  });

  it('loses deleted switches, and is deleted once it binds nothing', async () => {
    const { empresa_id, ids } = await rancho();
    const [a, b, c, d] = ids as [number, number, number, number];
    const tres = await crear(exclusion(empresa_id, [a, b, c]));
    const pump = await crear(requiere(empresa_id, b, [c, d]));
    const caller = world.persona('admin_empresa', empresa_id);
    await world.call('switches.eliminar', { id: c }, caller);
    expect((await list(empresa_id)).map(({ id, switches, version }) => [id, switches, version])).toEqual([
      [tres.id, [a, b], 2],
      [pump.id, [d], 2],
    ]);
    await world.call('switches.eliminar', { id: b }, caller);
    expect(await list(empresa_id)).toEqual([]);
    for (const { id } of [tres, pump]) {
      await until(() => world.eventsOf(`enclavamiento:${id}`).at(-1)?.name === 'enclavamiento.eliminado');
      expect((await auditoria(id)).at(-1)).toBe('enclavamiento.eliminar');
    }
  });

  it('and a switch of it that is deleted at the same moment leave nothing dangling', async () => {
    const { empresa_id, ids } = await rancho();
    const [a, b] = ids as [number, number];
    const [made, deleted] = await Promise.allSettled([
      crear(exclusion(empresa_id, [a, b])),
      world.call('switches.eliminar', { id: b }, GLOBAL),
    ]);
    expect(deleted.status).toBe('fulfilled');
    expect(await list(empresa_id)).toEqual([]);
    if (made.status === 'rejected') expect(made.reason).toMatchObject({ codigo: 'no_encontrado' });
  });

  it('goes with its company', async () => {
    const { empresa_id, ids } = await rancho();
    const { id } = await crear(exclusion(empresa_id, ids));
    await world.emit('empresa.eliminada', `empresa:${empresa_id}`, 2, { id: empresa_id });
    await until(() => world.eventsOf(`enclavamiento:${id}`).some(({ name }) => name === 'enclavamiento.eliminado'));
    const rows: unknown[] = await world.dataSource.query('SELECT 1 FROM inventory.enclavamientos WHERE id = $1', [id]);
    expect(rows).toEqual([]);
  });
});
