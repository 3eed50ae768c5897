import type { EntityManager } from 'typeorm';
import { World } from '../auth-tenancy.fixture.js';
import { Transactions } from './transactions.js';

describe('transactions', () => {
  let world: World;
  let transactions: Transactions;

  beforeAll(async () => {
    world = await World.start();
    transactions = world.app.get(Transactions);
  });

  afterAll(() => world?.stop());

  const name = (tx: EntityManager, id: number, nombre: string): Promise<unknown> =>
    tx.query('UPDATE empresas SET nombre = $2 WHERE id = $1', [id, nombre]);
  const nombreDe = async (id: number): Promise<string> =>
    (await world.call('empresas.obtener', { id }, world.root)).nombre;

  it('do what follows their commit once it is visible, and before they answer', async () => {
    const { id } = await world.empresa();
    const seen: string[] = [];
    await transactions.run(async (tx) => {
      await name(tx, id, 'Nuevo');
      transactions.afterCommit(tx, async () => void seen.push(await nombreDe(id)));
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual(['Nuevo']);
  });

  it('do nothing after they are rolled back', async () => {
    let effects = 0;
    const failed = transactions.run(async (tx) => {
      transactions.afterCommit(tx, async () => void (effects += 1));
      await tx.query('SELECT 1');
      throw new Error('it went wrong');
    });
    await expect(failed).rejects.toThrow('it went wrong');
    await transactions.run((tx) => tx.query('SELECT 1'));
    expect(effects).toBe(0);
  });

  it('stand although what follows them fails, and the rest of it is done', async () => {
    const { id } = await world.empresa();
    let effects = 0;
    await transactions.run(async (tx) => {
      await name(tx, id, 'Queda');
      transactions.afterCommit(tx, () => Promise.reject(new Error('Redis is away')));
      transactions.afterCommit(tx, async () => void (effects += 1));
    });
    expect([await nombreDe(id), effects]).toEqual(['Queda', 1]);
  });

  it('run again when Postgres ends one to break a deadlock', async () => {
    const [one, other] = [(await world.empresa()).id, (await world.empresa()).id];
    let holding = 0;
    let both = (): void => undefined;
    const bothHold = new Promise<void>((resolve) => (both = resolve));
    const crossing = (first: number, second: number, nombre: string): Promise<void> =>
      transactions.run(async (tx) => {
        await name(tx, first, nombre);
        holding += 1;
        if (holding === 2) both();
        await bothHold;
        await name(tx, second, nombre);
      });
    await Promise.all([crossing(one, other, 'Ida'), crossing(other, one, 'Vuelta')]);
    // More often than once where the repeated one gets its row back before the other is woken.
    expect(holding).toBeGreaterThan(2);
    expect(await nombreDe(one)).toBe(await nombreDe(other));
  });
});
