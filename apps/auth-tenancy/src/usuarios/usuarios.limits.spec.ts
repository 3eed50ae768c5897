import type { Empresa, Persona, Usuario } from '@acequia/contracts';
import { refusal, World } from '../auth-tenancy.fixture.js';

const ADMINISTRADORES = `SELECT 1 FROM usuarios WHERE rol = 'admin_global' FOR UPDATE`;

describe('users under concurrency', () => {
  let world: World;
  let propia: Empresa;

  beforeAll(async () => {
    world = await World.start();
    propia = await world.empresa();
  });

  afterAll(() => world?.stop());

  describe('limite_usuarios', () => {
    const llena = async (lugares: number): Promise<Empresa> => {
      const empresa = await world.empresa({ limite_usuarios: lugares + 2 });
      await Promise.all([world.crear({ empresa_id: empresa.id }), world.crear({ empresa_id: empresa.id, activo: 0 })]);
      return empresa;
    };
    const deEmpresa = ({ id }: Empresa): string => `SELECT 1 FROM empresas WHERE id = ${id} FOR UPDATE`;
    const cuantos = async ({ id }: Empresa): Promise<number> =>
      (await world.call('usuarios.listar', { empresa_id: id }, world.raiz)).length;

    it('lets exactly one of fifty concurrent creations take the last place', async () => {
      const empresa = await llena(1);
      const results = await world.colliding(deEmpresa(empresa), 4, () =>
        Array.from({ length: 50 }, () => world.crear({ empresa_id: empresa.id })),
      );
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused).toHaveLength(49);
      expect(new Set(refused.map((each) => (each.reason as { codigo: string }).codigo))).toEqual(
        new Set(['limite_usuarios']),
      );
      expect(await cuantos(empresa)).toBe(3);
    });

    it('holds for moving in too, also at the same moment', async () => {
      const empresa = await llena(1);
      const otros = await Promise.all(Array.from({ length: 6 }, () => world.crear({ empresa_id: propia.id })));
      const results = await world.colliding(deEmpresa(empresa), 4, () =>
        otros.map((otro) => world.guardar(otro, { empresa_id: empresa.id })),
      );
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
      expect(await cuantos(empresa)).toBe(3);
    });

    it('does not stand in the way of saving who is already there', async () => {
      const empresa = await llena(0);
      const [usuario] = await world.call('usuarios.listar', { empresa_id: empresa.id }, world.raiz);
      expect((await world.guardar(usuario as Usuario, { nombre: 'Sigue aquí' })).nombre).toBe('Sigue aquí');
      await world.call('usuarios.reactivar', { id: (usuario as Usuario).id }, world.raiz);
    });

    it('means nothing when it is 0', async () => {
      const empresa = await world.empresa({ limite_usuarios: 0 });
      await world.crear({ empresa_id: empresa.id });
      expect(await cuantos(empresa)).toBe(1);
    });
  });

  describe('the last administrator', () => {
    const administradores = async (): Promise<Usuario[]> =>
      (await world.call('usuarios.listar', {}, world.raiz)).filter(
        (each) => each.rol === 'admin_global' && each.activo,
      );
    const quedanDos = async (): Promise<[Persona, Persona]> => {
      const otra = await world.persona('admin_global', null);
      for (const { id } of await administradores()) {
        if (id !== otra.usuario_id && id !== world.raiz.usuario_id) {
          await world.call('usuarios.eliminar', { id }, world.raiz);
        }
      }
      return [world.raiz, otra];
    };
    const fila = async (persona: Persona): Promise<Usuario> => (await world.leer(persona.usuario_id)) as Usuario;

    it('stays when two demote each other at the same moment', async () => {
      const [una, otra] = await quedanDos();
      const [filaUna, filaOtra] = [await fila(una), await fila(otra)];
      const results = await world.colliding(ADMINISTRADORES, 2, () => [
        world.guardar(filaOtra, { rol: 'admin_empresa', empresa_id: propia.id }, una),
        world.guardar(filaUna, { rol: 'admin_empresa', empresa_id: propia.id }, otra),
      ]);
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused.map((each) => (each.reason as { codigo: string }).codigo)).toEqual(['ultimo_admin']);
      expect(await administradores()).toHaveLength(1);
      const [sobrevive] = await administradores();
      if (sobrevive?.id !== world.raiz.usuario_id) {
        world.raiz = { ...otra };
        await world.guardar(await fila(una), { rol: 'admin_global', empresa_id: null });
      }
    });

    it('stays when two are suspended and deleted at the same moment', async () => {
      const [una, otra] = await quedanDos();
      const results = await world.colliding<unknown>(ADMINISTRADORES, 2, () => [
        world.call('usuarios.suspender', { id: otra.usuario_id }, una),
        world.call('usuarios.eliminar', { id: una.usuario_id }, otra),
      ]);
      expect(results.filter((result) => result.status === 'rejected')).toHaveLength(1);
      expect(await administradores()).toHaveLength(1);
      if ((await administradores())[0]?.id !== world.raiz.usuario_id) world.raiz = otra;
    });

    it('cannot be suspended, demoted or deleted', async () => {
      const [, otra] = await quedanDos();
      await world.call('usuarios.suspender', { id: otra.usuario_id }, world.raiz);
      const yo = await fila(world.raiz);
      const answers = await Promise.all([
        refusal(world.call('usuarios.suspender', { id: yo.id }, world.raiz)),
        refusal(world.call('usuarios.eliminar', { id: yo.id }, world.raiz)),
        refusal(world.guardar(yo, { activo: 0 })),
        refusal(world.guardar(yo, { rol: 'usuario', empresa_id: propia.id })),
      ]);
      expect(answers.map((answer) => answer.codigo)).toEqual(Array(4).fill('ultimo_admin'));
    });
  });
});
