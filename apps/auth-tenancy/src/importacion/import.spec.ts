import { type Caller, type ImportCells, type Persona } from '@acequia/contracts';
import { jest } from '@jest/globals';
import { World } from '../auth-tenancy.fixture.js';
import { PasswordHasher } from '../sessions/password-hasher.js';

describe('an import of users', () => {
  let world: World;
  let hashed: jest.SpiedFunction<PasswordHasher['hash']>;
  let jefe: Persona;
  let limited: string;

  beforeAll(async () => {
    world = await World.start();
    hashed = jest.spyOn(world.app.get(PasswordHasher), 'hash');
    const empresa = await world.empresa({ nombre: 'Rancho', limite_usuarios: 4 });
    limited = empresa.nombre;
    jefe = await world.persona('admin_empresa', empresa.id);
  });
  afterAll(() => world?.stop());
  beforeEach(() => hashed.mockClear());

  const users = (count: number, more: ImportCells = {}): ImportCells[] =>
    Array.from({ length: count }, (_, i) => ({
      tipo: 'usuario',
      empresa: limited,
      nombre: `Persona ${i}`,
      correo: `p${i}@rancho.test`,
      rol: 'usuario',
      ...more,
    }));
  const send = (rows: readonly ImportCells[], aplicar: 0 | 1, caller: Caller = world.root) =>
    world.call('importacion.hacer', { filas: rows.map((campos, i) => ({ linea: i + 2, campos })), aplicar }, caller);

  it('that is past the limit of its company is refused without hashing a password', async () => {
    const { aplicado, errores, claves } = await send(users(20), 1);
    expect([aplicado, claves, errores.length]).toEqual([0, [], 17]);
    expect(hashed).not.toHaveBeenCalled();
  });

  it.each([
    ['with one wrong line', 1, [...users(2), ...users(1, { correo: 'sin arroba' })]],
    ['that is only tried', 0, users(2)],
  ] as const)('%s hashes none either', async (_name, aplicar, rows) => {
    expect((await send(rows, aplicar)).aplicado).toBe(0);
    expect(hashed).not.toHaveBeenCalled();
  });

  it('that is kept hashes each password once, and people log in with those', async () => {
    const { aplicado, claves } = await send(users(2), 1);
    expect([aplicado, claves.map(({ email }) => email)]).toEqual([1, ['p0@rancho.test', 'p1@rancho.test']]);
    expect(hashed).toHaveBeenCalledTimes(2);
    for (const { email, password } of claves) expect((await world.logIn(email, password)).user.email).toBe(email);
  });

  it('by an admin_empresa tells an admin_global of their company as anybody else’s address', async () => {
    const empresa_id = jefe.empresa_id ?? 0;
    const foreign = await world.crear({ empresa_id: (await world.empresa({ nombre: 'Ajena' })).id });
    const global = await world.crear({ rol: 'admin_global', empresa_id });
    const answers = await Promise.all(
      [foreign, global].map(({ email }) => send(users(1, { empresa: '', correo: email }), 1, jefe)),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]?.errores).toMatchObject([{ campo: 'correo' }]);
  });
});
