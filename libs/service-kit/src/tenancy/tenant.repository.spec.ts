import { sistema, type Caller, type Persona } from '@acequia/contracts';
import { testDatabase, type TestDatabase } from '@acequia/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Column,
  DataSource,
  Entity,
  In,
  LessThan,
  ManyToOne,
  MoreThan,
  Not,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { TenantRepository } from './tenant.repository.js';

@Entity('parcelas')
class PlotEntity {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int') empresa_id!: number;
  @Column('text') nombre!: string;
  @ManyToOne(() => PlotEntity, { nullable: true }) madre?: Relation<PlotEntity> | null;
}

@Entity('empresas')
class EmpresaEntity {
  @PrimaryGeneratedColumn() id!: number;
  @Column('text') nombre!: string;
}

class Plots extends TenantRepository<PlotEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, PlotEntity);
  }
}
class Empresas extends TenantRepository<EmpresaEntity> {
  constructor(dataSource: DataSource) {
    super(dataSource, EmpresaEntity, { empresa: 'id' });
  }
}

const persona = (rol: Persona['rol'], empresa_id: number | null): Persona => ({
  tipo: 'persona',
  usuario_id: 1,
  rol,
  empresa_id,
  sid: 's'.repeat(22),
});
const UNO = persona('admin_empresa', 1);
const DOS = persona('usuario', 2);
const NOBODY = persona('admin_empresa', null);
const GLOBAL = persona('admin_global', null);
/** An admin_global who belongs to a company is still not confined to it. */
const GLOBAL_DE_UNO = persona('admin_global', 1);
const SISTEMA: Caller = sistema('inventory');

describe('a tenant repository', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let plots: Plots;
  /** Ids: a1, a2 of company 1; b1 of company 2. */
  let ids: Record<'a1' | 'a2' | 'b1', number>;

  beforeAll(async () => {
    database = await testDatabase();
    dataSource = new DataSource({
      type: 'postgres',
      url: database.url,
      entities: [PlotEntity, EmpresaEntity],
      synchronize: true,
    });
    await dataSource.initialize();
    plots = new Plots(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });
  beforeEach(async () => {
    await dataSource.query('TRUNCATE parcelas, empresas RESTART IDENTITY CASCADE');
    const rows = await dataSource.getRepository(PlotEntity).save([
      { empresa_id: 1, nombre: 'a1' },
      { empresa_id: 1, nombre: 'a2' },
      { empresa_id: 2, nombre: 'b1' },
    ]);
    ids = Object.fromEntries(rows.map(({ nombre, id }) => [nombre, id])) as typeof ids;
  });

  const names = (rows: PlotEntity[]) => rows.map(({ nombre }) => nombre).sort();

  it('finds the rows of the own company, and all of them for an admin_global and a service', async () => {
    expect(names(await plots.find(UNO))).toEqual(['a1', 'a2']);
    expect(names(await plots.find(DOS))).toEqual(['b1']);
    expect(names(await plots.find(NOBODY))).toEqual([]);
    for (const caller of [GLOBAL, GLOBAL_DE_UNO, SISTEMA]) {
      expect(names(await plots.find(caller))).toEqual(['a1', 'a2', 'b1']);
    }
  });

  it.each([
    ['the id of a foreign row', () => ({ id: ids.b1 })],
    ['a foreign company', () => ({ empresa_id: 2 })],
    ['several companies', () => ({ empresa_id: In([2, 3]) })],
    ['anything but the own company', () => ({ empresa_id: Not(1) })],
    ['alternatives', () => [{ id: ids.b1 }, { empresa_id: 2 }, { nombre: 'b1' }]],
  ])('finds nothing foreign when asked for %s', async (_name, where) => {
    expect(await plots.find(UNO, { where: where() })).toEqual([]);
    expect(await plots.findOne(UNO, { where: where() })).toBeNull();
    expect(await plots.count(UNO, where())).toBe(0);
    expect(await plots.update(UNO, where(), { nombre: 'x' })).toBe(0);
    expect(await plots.delete(UNO, where())).toBe(0);
    expect(names(await plots.find(GLOBAL))).toEqual(['a1', 'a2', 'b1']);
    // The condition itself matches: a caller with access finds the row.
    expect(await plots.count(GLOBAL, where())).toBe(1);
  });

  it('keeps the given conditions beside the scope, in alternatives too', async () => {
    expect(names(await plots.find(UNO, { where: [{ nombre: 'a1' }, { nombre: 'b1' }] }))).toEqual(['a1']);
    expect(names(await plots.find(UNO, { where: [] }))).toEqual(['a1', 'a2']);
    expect(await plots.count(UNO, { nombre: Not('a1') })).toBe(1);
    expect(names(await plots.find(UNO, { where: { empresa_id: LessThan(9) } }))).toEqual(['a1', 'a2']);
    expect(names(await plots.find(UNO, { order: { id: 'DESC' }, take: 1 }))).toEqual(['a2']);
  });

  it('answers a foreign id like an absent one', async () => {
    const failures = await Promise.all(
      [ids.b1, 999_999].map((id) => plots.getOrFail(UNO, id).catch((error: unknown) => error)),
    );
    expect(failures[0]).toMatchObject({ codigo: 'no_encontrado' });
    expect(failures[1]).toEqual(failures[0]);
    expect((await plots.getOrFail(UNO, ids.a1)).nombre).toBe('a1');
    expect((await plots.getOrFail(GLOBAL, ids.b1)).nombre).toBe('b1');
  });

  it('does not save a row into a foreign company, nor over a foreign row', async () => {
    const refused = { codigo: 'no_encontrado' };
    await expect(plots.save(UNO, { empresa_id: 2, nombre: 'x' })).rejects.toMatchObject(refused);
    await expect(plots.save(UNO, { nombre: 'sin empresa' })).rejects.toMatchObject(refused);
    await expect(plots.save(UNO, { id: ids.b1, empresa_id: 1, nombre: 'x' })).rejects.toMatchObject(refused);
    await expect(plots.save(UNO, { id: 999_999, empresa_id: 1, nombre: 'x' })).rejects.toMatchObject(refused);
    await expect(plots.save(UNO, { id: ids.a1, empresa_id: 2, nombre: 'x' })).rejects.toMatchObject(refused);
    await expect(plots.update(UNO, { id: ids.a1 }, { empresa_id: 2 })).rejects.toMatchObject(refused);
    expect(names(await plots.find(GLOBAL))).toEqual(['a1', 'a2', 'b1']);
    expect(names(await plots.find(DOS))).toEqual(['b1']);
  });

  it('saves and changes what is the own', async () => {
    const row = await plots.save(UNO, { empresa_id: 1, nombre: 'a3' });
    await plots.save(UNO, { id: row.id, empresa_id: 1, nombre: 'a3 bis' });
    expect(await plots.update(UNO, { id: ids.a1 }, { nombre: 'a1 bis' })).toBe(1);
    expect(await plots.delete(UNO, { id: ids.a2 })).toBe(1);
    expect(names(await plots.find(UNO))).toEqual(['a1 bis', 'a3 bis']);
  });

  it('moves a row to another company for an admin_global only', async () => {
    expect(await plots.update(GLOBAL, { id: ids.a1 }, { empresa_id: 2 })).toBe(1);
    expect(names(await plots.find(DOS))).toEqual(['a1', 'b1']);
  });

  it('takes part in a transaction', async () => {
    await expect(
      dataSource.transaction(async (tx) => {
        await plots.in(tx).save(UNO, { id: ids.a1, empresa_id: 1, nombre: 'cambiada' });
        expect(names(await plots.in(tx).find(UNO))).toEqual(['a2', 'cambiada']);
        expect(names(await plots.find(UNO))).toEqual(['a1', 'a2']);
        throw new Error('undo');
      }),
    ).rejects.toThrow('undo');
    expect(names(await plots.find(UNO))).toEqual(['a1', 'a2']);
  });

  it('puts the scope round whatever conditions a query has', async () => {
    const query = (caller: Caller) =>
      plots.queryBuilder(caller, 'p', (q) =>
        q.where('p.nombre = :n', { n: 'a1' }).orWhere('p.empresa_id = 2').orWhere('true').orderBy('p.id'),
      );
    expect(names(await query(UNO).getMany())).toEqual(['a1', 'a2']);
    expect(await query(DOS).getCount()).toBe(1);
    expect(await query(GLOBAL).getCount()).toBe(3);
    expect(await plots.queryBuilder(UNO, 'p').getCount()).toBe(2);
    expect(
      names(
        await plots
          .queryBuilder(UNO, 'p', (q) => q.setFindOptions({ where: [{ id: MoreThan(0) }, { nombre: 'b1' }] }))
          .getMany(),
      ),
    ).toEqual(['a1', 'a2']);
  });

  it('scopes companies themselves by their id', async () => {
    const empresas = new Empresas(dataSource);
    await dataSource.getRepository(EmpresaEntity).save([{ nombre: 'Uno' }, { nombre: 'Dos' }]);
    expect((await empresas.find(UNO)).map(({ nombre }) => nombre)).toEqual(['Uno']);
    await expect(empresas.getOrFail(UNO, 2)).rejects.toMatchObject({ codigo: 'no_encontrado' });
    await expect(empresas.save(UNO, { nombre: 'Tres' })).rejects.toMatchObject({ codigo: 'no_encontrado' });
    await empresas.save(UNO, { id: 1, nombre: 'Uno bis' });
    expect((await empresas.getOrFail(GLOBAL, 1)).nombre).toBe('Uno bis');
  });

  it('refuses an id that is missing instead of finding the first row', async () => {
    await expect(plots.getOrFail(UNO, undefined as never)).rejects.toThrow();
  });

  it('cannot be asked without a caller', () => {
    const unscoped = (): void => {
      // @ts-expect-error a caller comes first
      void plots.find({});
      // @ts-expect-error a caller comes first
      void plots.find();
      // @ts-expect-error a caller comes first
      void plots.findOne({ where: { id: 1 } });
      // @ts-expect-error a caller comes first
      void plots.getOrFail(1);
      // @ts-expect-error a caller comes first
      void plots.count();
      // @ts-expect-error a caller comes first
      void plots.save({ nombre: 'x' });
      // @ts-expect-error a caller comes first
      void plots.update({ id: 1 }, { nombre: 'x' });
      // @ts-expect-error a caller comes first
      void plots.delete({ id: 1 });
      // @ts-expect-error a caller comes first
      void plots.queryBuilder('p');
      // @ts-expect-error the conditions of a scoped query cannot be replaced
      void plots.queryBuilder(UNO, 'p').where('true');
      // @ts-expect-error nor can its manager be reached
      void plots.manager;
    };
    // The compiler is the test (`npm run types`): each line above must be an error.
    expect(unscoped).toBeInstanceOf(Function);
  });
});
