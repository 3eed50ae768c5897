import type { Empresa, Persona, Usuario } from '@acequia/contracts';
import { refusal, World } from '../auth-tenancy.fixture.js';

const ADMINISTRATORS = `SELECT 1 FROM usuarios WHERE rol = 'admin_global' FOR UPDATE`;

describe('users under concurrency', () => {
  let world: World;
  let own: Empresa;

  beforeAll(async () => {
    world = await World.start();
    own = await world.empresa();
  });

  afterAll(() => world?.stop());

  describe('limite_usuarios', () => {
    const full = async (places: number): Promise<Empresa> => {
      const empresa = await world.empresa({ limite_usuarios: places + 2 });
      await Promise.all([world.crear({ empresa_id: empresa.id }), world.crear({ empresa_id: empresa.id, activo: 0 })]);
      return empresa;
    };
    const deEmpresa = ({ id }: Empresa): string => `SELECT 1 FROM empresas WHERE id = ${id} FOR UPDATE`;
    const howMany = async ({ id }: Empresa): Promise<number> =>
      (await world.call('usuarios.listar', { empresa_id: id }, world.root)).length;

    it('lets exactly one of fifty concurrent creations take the last place', async () => {
      const empresa = await full(1);
      const results = await world.colliding(deEmpresa(empresa), 4, () =>
        Array.from({ length: 50 }, () => world.crear({ empresa_id: empresa.id })),
      );
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused).toHaveLength(49);
      expect(new Set(refused.map((each) => (each.reason as { codigo: string }).codigo))).toEqual(
        new Set(['limite_usuarios']),
      );
      expect(await howMany(empresa)).toBe(3);
    });

    it('holds for moving in too, also at the same moment', async () => {
      const empresa = await full(1);
      const others = await Promise.all(Array.from({ length: 6 }, () => world.crear({ empresa_id: own.id })));
      const results = await world.colliding(deEmpresa(empresa), 4, () =>
        others.map((otro) => world.save(otro, { empresa_id: empresa.id })),
      );
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
      expect(await howMany(empresa)).toBe(3);
    });

    it('does not prevent saving an existing user', async () => {
      const empresa = await full(0);
      const [usuario] = await world.call('usuarios.listar', { empresa_id: empresa.id }, world.root);
      expect((await world.save(usuario as Usuario, { nombre: 'Sigue aquí' })).nombre).toBe('Sigue aquí');
      await world.call('usuarios.reactivar', { id: (usuario as Usuario).id }, world.root);
    });

    it('counts no admin_global, whom the company does not see, until they become one of its people', async () => {
      const empresa = await world.empresa({ limite_usuarios: 1 });
      const hidden = await world.crear({ rol: 'admin_global', empresa_id: empresa.id });
      await world.crear({ empresa_id: empresa.id });
      await world.crear({ rol: 'admin_global', empresa_id: empresa.id });
      await expect(world.crear({ empresa_id: empresa.id })).rejects.toMatchObject({ codigo: 'limite_usuarios' });
      await expect(world.save(hidden, { rol: 'usuario' })).rejects.toMatchObject({ codigo: 'limite_usuarios' });
    });

    it('means nothing when it is 0', async () => {
      const empresa = await world.empresa({ limite_usuarios: 0 });
      await world.crear({ empresa_id: empresa.id });
      expect(await howMany(empresa)).toBe(1);
    });
  });

  describe('the last administrator', () => {
    const administrators = async (): Promise<Usuario[]> =>
      (await world.call('usuarios.listar', {}, world.root)).filter(
        (each) => each.rol === 'admin_global' && each.activo,
      );
    const twoRemain = async (): Promise<[Persona, Persona]> => {
      const another = await world.persona('admin_global', null);
      for (const { id } of await administrators()) {
        if (id !== another.usuario_id && id !== world.root.usuario_id) {
          await world.call('usuarios.eliminar', { id }, world.root);
        }
      }
      return [world.root, another];
    };
    const fila = async (persona: Persona): Promise<Usuario> => (await world.read(persona.usuario_id)) as Usuario;

    it('stays when two demote each other at the same moment', async () => {
      const [una, another] = await twoRemain();
      const [filaUna, otherRow] = [await fila(una), await fila(another)];
      const results = await world.colliding(ADMINISTRATORS, 2, () => [
        world.save(otherRow, { rol: 'admin_empresa', empresa_id: own.id }, una),
        world.save(filaUna, { rol: 'admin_empresa', empresa_id: own.id }, another),
      ]);
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused.map((each) => (each.reason as { codigo: string }).codigo)).toEqual(['ultimo_admin']);
      expect(await administrators()).toHaveLength(1);
      const [survives] = await administrators();
      if (survives?.id !== world.root.usuario_id) {
        world.root = { ...another };
        await world.save(await fila(una), { rol: 'admin_global', empresa_id: null });
      }
    });

    it('stays when two are suspended and deleted at the same moment', async () => {
      const [una, another] = await twoRemain();
      const results = await world.colliding<unknown>(ADMINISTRATORS, 2, () => [
        world.call('usuarios.suspender', { id: another.usuario_id }, una),
        world.call('usuarios.eliminar', { id: una.usuario_id }, another),
      ]);
      expect(results.filter((result) => result.status === 'rejected')).toHaveLength(1);
      expect(await administrators()).toHaveLength(1);
      if ((await administrators())[0]?.id !== world.root.usuario_id) world.root = another;
    });

    it('cannot be suspended, demoted or deleted', async () => {
      const [, another] = await twoRemain();
      await world.call('usuarios.suspender', { id: another.usuario_id }, world.root);
      const yo = await fila(world.root);
      const answers = await Promise.all([
        refusal(world.call('usuarios.suspender', { id: yo.id }, world.root)),
        refusal(world.call('usuarios.eliminar', { id: yo.id }, world.root)),
        refusal(world.save(yo, { activo: 0 })),
        refusal(world.save(yo, { rol: 'usuario', empresa_id: own.id })),
      ]);
      expect(answers.map((answer) => answer.codigo)).toEqual(Array(4).fill('ultimo_admin'));
    });
  });
});
