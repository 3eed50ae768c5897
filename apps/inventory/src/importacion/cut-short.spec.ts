import type { InventoryImport } from '@acequia/contracts';
import { until } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { UnconfirmedSweeper } from '../projection/unconfirmed-sweeper.js';
import { GLOBAL, World } from '../inventory.fixture.js';
import { item } from '../switches/batch.fixture.js';

/**
 * An import of a new company: inventory commits its part, and auth-tenancy then commits the company, or is killed before it does. What
 * inventory sees of the kill is a company that no event tells of and that auth-tenancy does not know.
 */
let world: World;
let inventory: INestApplication;
beforeAll(async () => {
  world = await World.start();
  inventory = await world.startInventory();
});
afterAll(() => world?.stop());

let next = 700_000;
/** Imports a new company with a board and a switch. */
const imported = async () => {
  const numero = next++;
  const empresa = { id: numero, nombre: `Rancho ${numero}`, activa: 1, zona_horaria: 'UTC' } as const;
  const placa = {
    empresa_id: empresa.id,
    id: numero,
    nombre: '',
    sitio: '',
    cantidad: 1,
    dialecto: 'acequia',
  } as const;
  const request = {
    empresas: [{ ...empresa, nueva: 1 }],
    placas: [{ linea: 2, data: placa }],
    switches: [{ linea: 3, data: item(empresa.id, numero, 25) }],
    aplicar: 1,
  } as unknown as InventoryImport;
  const { creadas, errores } = await world.call('inventario.importar', request, GLOBAL);
  expect(errores).toEqual([]);
  const entities = [`switch:${creadas.switches[0]}`, `placa:${creadas.placas[0]}`];
  return { empresa, numero, entities };
};

/** As if the import had been two minutes ago. */
const twoMinutesOn = (): Promise<unknown> =>
  world.dataSource.query(`UPDATE inventory.empresas SET sin_confirmar = sin_confirmar - interval '2 minutes'`);
const sweep = (): Promise<void> => inventory.get(UnconfirmedSweeper).sweep();

const left = async (empresa_id: number): Promise<number> => {
  const [row] = await world.dataSource.query<{ n: number }[]>(
    `SELECT ((SELECT count(*) FROM inventory.switches WHERE empresa_id = $1)
           + (SELECT count(*) FROM inventory.placas WHERE empresa_id = $1)
           + (SELECT count(*) FROM inventory.empresas WHERE id = $1))::int AS n`,
    [empresa_id],
  );
  return row?.n ?? -1;
};
const isUnconfirmed = async (id: number): Promise<boolean> =>
  (await world.dataSource.query('SELECT FROM inventory.empresas WHERE id = $1 AND sin_confirmar IS NOT NULL', [id]))
    .length === 1;

describe('what an import wrote for a company', () => {
  it('that auth-tenancy never committed is deleted, told to everybody, and the number of the board is free', async () => {
    const { empresa, numero, entities } = await imported();
    await sweep();
    expect(await left(empresa.id)).toBe(3);

    await twoMinutesOn();
    await sweep();
    expect(await left(empresa.id)).toBe(0);
    await until(() => entities.every((entity) => world.eventsOf(entity).some(({ name }) => /\.eliminad/.test(name))));
    expect((await world.placa(world.empresa(), numero)).id).toBe(numero);
  });

  it('that an event told of stays', async () => {
    const { empresa } = await imported();
    await world.emit('empresa.guardada', `empresa:${empresa.id}`, 1, { ...empresa, fecha_vencimiento: '2099-01-01' });
    await until(async () => !(await isUnconfirmed(empresa.id)));
    await twoMinutesOn();
    await sweep();
    expect(await left(empresa.id)).toBe(3);
  });

  it('whose event is late stays, because auth-tenancy is asked', async () => {
    const { empresa } = await imported();
    world.profiles.set(empresa.id, empresa);
    await twoMinutesOn();
    await sweep();
    expect(await left(empresa.id)).toBe(3);
    expect(await isUnconfirmed(empresa.id)).toBe(false);
  });

  it('stays while auth-tenancy does not answer, or cannot tell because a COMMIT still waits for a standby', async () => {
    const { empresa } = await imported();
    world.authIsAway = true;
    await twoMinutesOn();
    await expect(sweep()).rejects.toMatchObject({ codigo: 'servicio_no_disponible' });
    world.authIsAway = false;
    expect(await left(empresa.id)).toBe(3);
  });
});
