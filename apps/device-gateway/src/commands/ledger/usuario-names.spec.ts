import { Gateway, Parts } from '../../gateway.fixture.js';
import { type StandIn, startStandIn } from '../../stand-in.fixture.js';
import { UsuarioNames } from './usuario-names.js';

describe('names of people in lists', () => {
  let parts: Parts;
  let gateway: Gateway;
  let authTenancy: StandIn;
  const calls: number[][] = [];

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
    authTenancy = await startStandIn(parts, 'auth-tenancy', {
      'usuarios.nombres': async ({ ids }) => {
        calls.push(ids);
        return ids.filter((id) => id !== 13).map((id) => ({ id, nombre: `Persona ${id}` }));
      },
    });
  });
  afterAll(async () => {
    await authTenancy?.stop();
    await gateway?.stop();
    await parts?.stop();
  });

  it('asks once for everybody, names more than fifty, and remembers who is gone', async () => {
    const ids = Array.from({ length: 120 }, (_, i) => i + 1);
    const names = gateway.app.get(UsuarioNames);
    const told = await names.of([...ids, null, 5]);
    expect(told.size).toBe(119);
    expect(told.get(120)).toBe('Persona 120');
    expect(told.has(13)).toBe(false);
    await names.of(ids);
    expect(calls).toEqual([ids]);
  });
});
