import type { Empresa, Persona, Usuario } from '@acequia/contracts';
import { refusal, World } from '../auth-tenancy.fixture.js';

describe('users', () => {
  let world: World;
  let own: Empresa;
  let foreignOne: Empresa;
  let jefe: Persona;

  beforeAll(async () => {
    world = await World.start();
    [own, foreignOne] = [await world.empresa({ nombre: 'Propia' }), await world.empresa({ nombre: 'Ajena' })];
    jefe = await world.persona('admin_empresa', own.id);
  });

  afterAll(() => world?.stop());

  describe('saving', () => {
    it('answers with the user, their company and nothing secret', async () => {
      const usuario = await world.crear({ nombre: ' Inés ', email: 'INES@acequia.test', empresa_id: own.id });
      expect(usuario).toEqual({
        id: expect.any(Number) as number,
        nombre: 'Inés',
        email: 'ines@acequia.test',
        rol: 'usuario',
        empresa_id: own.id,
        empresa_nombre: 'Propia',
        activo: 1,
        dispositivos_asignados: [],
        switches_asignados: [],
        version: 1,
      });
    });

    it('keeps the password when it is left blank, and changes it when it is not', async () => {
      const usuario = await world.crear({ empresa_id: own.id });
      const guardado = await world.save(usuario, { nombre: 'Otro', password: '' });
      expect(guardado).toMatchObject({ nombre: 'Otro', version: 2 });
      expect((await world.logIn(usuario.email)).user.nombre).toBe('Otro');
      await world.save(guardado, { password: 'otra-clave-larga' });
      expect((await refusal(world.logIn(usuario.email))).codigo).toBe('credenciales_invalidas');
      expect((await world.logIn(usuario.email, 'otra-clave-larga')).user.id).toBe(usuario.id);
    });

    it('needs a password for a new user, and not a common one', async () => {
      const sin = await refusal(world.crear({ empresa_id: own.id, password: '' }));
      expect(sin).toMatchObject({ codigo: 'datos_invalidos', detalles: [{ campo: 'body.password' }] });
      expect((await refusal(world.crear({ empresa_id: own.id, password: 'password123' }))).codigo).toBe('clave_comun');
      const usuario = await world.crear({ empresa_id: own.id, password: 'acequia-demo' });
      expect((await refusal(world.save(usuario, { password: 'qwertyuiop' }))).codigo).toBe('clave_comun');
    });

    it('needs a company for anybody but an admin_global', async () => {
      for (const rol of ['usuario', 'admin_empresa'] as const) {
        const answer = await refusal(world.crear({ rol, empresa_id: '' }));
        expect(answer).toMatchObject({ codigo: 'datos_invalidos', detalles: [{ campo: 'body.empresa_id' }] });
      }
      expect((await world.crear({ rol: 'admin_global', empresa_id: '' })).empresa_id).toBeNull();
      expect((await refusal(world.crear({ empresa_id: 999_999 }))).codigo).toBe('no_encontrado');
    });

    it('refuses an address that another user has, however it is written, also at the same moment', async () => {
      const usuario = await world.crear({ empresa_id: own.id });
      const email = usuario.email.toUpperCase();
      expect((await refusal(world.crear({ empresa_id: foreignOne.id, email }))).codigo).toBe('email_duplicado');
      const otro = await world.crear({ empresa_id: own.id });
      expect((await refusal(world.save(otro, { email }))).codigo).toBe('email_duplicado');
      const results = await Promise.allSettled(
        Array.from({ length: 6 }, () => world.crear({ empresa_id: own.id, email: 'gemelo@acequia.test' })),
      );
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    });

    it('refuses a stale version, and takes a save without one', async () => {
      const usuario = await world.crear({ empresa_id: own.id });
      await world.save(usuario, { nombre: 'Primero', version: 1 });
      const refused = await refusal(world.save(usuario, { nombre: 'Tarde', version: 1 }));
      expect(refused).toMatchObject({ codigo: 'version_vieja', actual: await world.read(usuario.id) });
      expect(await world.save(usuario, { nombre: 'Sin versión' })).toMatchObject({
        nombre: 'Sin versión',
        version: 3,
      });
    });

    it('lets one of many saves of the same version win', async () => {
      const usuario = await world.crear({ empresa_id: own.id });
      const saves = Array.from({ length: 8 }, (_, n) => world.save(usuario, { nombre: `Versión ${n}`, version: 1 }));
      const results = await Promise.allSettled(saves);
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
      expect((await world.read(usuario.id))?.version).toBe(2);
    });

    it('takes all of many saves without a version, one after the other', async () => {
      const usuario = await world.crear({ empresa_id: own.id });
      await Promise.all(Array.from({ length: 20 }, (_, n) => world.save(usuario, { nombre: `Nombre ${n}` })));
      expect((await world.read(usuario.id))?.version).toBe(21);
    });
  });

  describe('tenancy', () => {
    it('forces an admin_empresa into their own company, whatever the body says', async () => {
      const usuario = await world.crear({ empresa_id: foreignOne.id }, jefe);
      expect(usuario.empresa_id).toBe(own.id);
      expect((await world.save(usuario, { empresa_id: foreignOne.id }, jefe)).empresa_id).toBe(own.id);
    });

    it('does not let an admin_empresa make or become an admin_global', async () => {
      const usuario = await world.crear({ empresa_id: own.id });
      const yo = await world.read(jefe.usuario_id);
      const answers = await Promise.all([
        refusal(world.crear({ rol: 'admin_global' }, jefe)),
        refusal(world.save(usuario, { rol: 'admin_global' }, jefe)),
        refusal(world.save(yo as Usuario, { rol: 'admin_global' }, jefe)),
      ]);
      expect(answers.map((answer) => answer.codigo)).toEqual(Array(3).fill('sin_permiso'));
      expect((await world.read(usuario.id))?.rol).toBe('usuario');
    });

    it('answers an admin_empresa for an admin_global as for a foreign or absent user, also one of their company', async () => {
      const foreign = await world.crear({ empresa_id: foreignOne.id });
      const foreignGlobal = await world.crear({ rol: 'admin_global', empresa_id: foreignOne.id });
      const ownGlobal = await world.crear({ rol: 'admin_global', empresa_id: own.id });
      const freeGlobal = await world.crear({ rol: 'admin_global', empresa_id: '' });
      const absent = { ...foreign, id: 999_999 };
      for (const usuario of [foreign, foreignGlobal, ownGlobal, freeGlobal, absent]) {
        const { id } = usuario;
        const answers = await Promise.all([
          refusal(world.save(usuario, {}, jefe)),
          refusal(world.save(usuario, { rol: 'admin_global', version: 99 }, jefe)),
          refusal(world.call('usuarios.suspender', { id }, jefe)),
          refusal(world.call('usuarios.reactivar', { id }, jefe)),
          refusal(world.call('usuarios.eliminar', { id }, jefe)),
          refusal(world.call('asignaciones.de_usuario', { usuario_id: id }, jefe)),
        ]);
        expect(answers).toEqual(Array(6).fill({ codigo: 'no_encontrado', texto: 'No se encontró lo que buscas.' }));
      }
      for (const one of [foreign, ownGlobal]) expect(await world.read(one.id)).toEqual(one);
      const listed = await world.call('usuarios.listar', {}, jefe);
      expect(listed.map(({ rol }) => rol)).not.toContain('admin_global');
    });

    it('lists to each what they may see', async () => {
      await world.crear({ empresa_id: foreignOne.id });
      const mine = await world.call('usuarios.listar', {}, jefe);
      expect(new Set(mine.map((usuario) => usuario.empresa_id))).toEqual(new Set([own.id]));
      expect(await world.call('usuarios.listar', { empresa_id: own.id }, jefe)).toEqual(mine);
      for (const empresa_id of [foreignOne.id, 999_999]) {
        expect((await refusal(world.call('usuarios.listar', { empresa_id }, jefe))).codigo).toBe('no_encontrado');
      }
      const todos = await world.call('usuarios.listar', {}, world.root);
      expect(todos.length).toBeGreaterThan(mine.length);
      const ofForeign = await world.call('usuarios.listar', { empresa_id: foreignOne.id }, world.root);
      expect(ofForeign.every((usuario) => usuario.empresa_nombre === 'Ajena')).toBe(true);
    });

    it('lists in pages: at most so many after an id, of whom the caller may see', async () => {
      for (let i = 0; i < 3; i++) await world.crear({ empresa_id: own.id });
      const { id: foreign } = await world.crear({ empresa_id: foreignOne.id });
      const mine = await world.call('usuarios.listar', {}, jefe);
      const page = (despues_de?: number) => world.call('usuarios.listar', { despues_de, limite: 2 }, jefe);
      expect(await page()).toEqual(mine.slice(0, 2));
      expect(await page(mine[1]?.id)).toEqual(mine.slice(2, 4));
      expect(await page((mine.at(-1)?.id ?? 0) - 1)).toEqual(mine.slice(-1));
      expect(await page(foreign)).toEqual([]);
      const empresas = await world.call('empresas.listar', {}, world.root);
      expect(await world.call('empresas.listar', { despues_de: empresas[0]?.id, limite: 1 }, world.root)).toEqual(
        empresas.slice(1, 2),
      );
    });

    it('is closed to a usuario', async () => {
      const usuario = await world.crear({ empresa_id: own.id });
      const yo = await world.logInAs(usuario.email);
      const answers = await Promise.all([
        refusal(world.call('usuarios.listar', {}, yo)),
        refusal(world.crear({}, yo)),
        refusal(world.save(usuario, { rol: 'admin_empresa' }, yo)),
        refusal(world.call('usuarios.suspender', { id: usuario.id }, yo)),
        refusal(world.call('usuarios.reactivar', { id: usuario.id }, yo)),
        refusal(world.call('usuarios.eliminar', { id: usuario.id }, yo)),
      ]);
      expect(answers.map((answer) => answer.codigo)).toEqual(Array(6).fill('sin_permiso'));
    });
  });

  it('lets nobody suspend or delete themself', async () => {
    const yo = (await world.read(jefe.usuario_id)) as Usuario;
    const answers = await Promise.all([
      refusal(world.call('usuarios.suspender', { id: yo.id }, jefe)),
      refusal(world.call('usuarios.eliminar', { id: yo.id }, jefe)),
      refusal(world.save(yo, { activo: 0 }, jefe)),
    ]);
    expect(answers.map((answer) => answer.codigo)).toEqual(Array(3).fill('uno_mismo'));
  });

  it('suspends, reactivates and deletes', async () => {
    const { id } = await world.crear({ empresa_id: own.id });
    expect(await world.call('usuarios.suspender', { id }, jefe)).toMatchObject({ activo: 0, version: 2 });
    expect(await world.call('usuarios.reactivar', { id }, jefe)).toMatchObject({ activo: 1, version: 3 });
    await world.call('usuarios.eliminar', { id }, jefe);
    expect(await world.read(id)).toBeUndefined();
    const events = await world.database.query<object[]>(
      'SELECT name, rev, data FROM auth_tenancy.bus_outbox WHERE entidad = $1',
      [`usuario:${id}`],
    );
    expect(events).toEqual([{ name: 'usuario.eliminado', rev: 4, data: { id } }]);
  });

  it('leaves it to an admin_global to reactivate whom an admin_global suspended', async () => {
    const refused = {
      codigo: 'puesto_por_la_plataforma',
      texto: 'Un administrador global suspendió a esta persona: solo un administrador global puede reactivarla.',
      detalles: [{ campo: 'body.activo' }],
    };
    const one = await world.crear({ empresa_id: own.id });
    const { id } = one;
    await world.call('usuarios.suspender', { id }, jefe);
    // Who is suspended already stays so in the hands of who did it.
    await world.save(one, { nombre: 'Otra', activo: 0 });
    await world.call('usuarios.reactivar', { id }, jefe);
    const suspended = await world.call('usuarios.suspender', { id }, world.root);
    expect(await refusal(world.call('usuarios.reactivar', { id }, jefe))).toMatchObject(refused);
    expect(await refusal(world.save(suspended, { activo: 1 }, jefe))).toMatchObject(refused);
    expect(await world.save(suspended, { nombre: 'Otro nombre', activo: 0 }, jefe)).toMatchObject({ activo: 0 });
    await world.call('usuarios.suspender', { id }, jefe);
    expect(await refusal(world.call('usuarios.reactivar', { id }, jefe))).toMatchObject(refused);
    const closed = await world.crear({ empresa_id: own.id, activo: 0 });
    expect(await refusal(world.call('usuarios.reactivar', { id: closed.id }, jefe))).toMatchObject(refused);
    await world.call('usuarios.reactivar', { id }, world.root);
    await world.call('usuarios.suspender', { id }, jefe);
    expect(await world.call('usuarios.reactivar', { id }, jefe)).toMatchObject({ activo: 1 });
  });

  it('leaves a trail of who changed what, without secrets', async () => {
    const usuario = await world.crear({ empresa_id: own.id }, jefe);
    await world.save(usuario, { nombre: 'Con otro nombre', password: 'otra-clave-larga' }, jefe);
    const rows = await world.database.query<object[]>(
      `SELECT usuario_id, servicio, empresa_id, accion, antes, despues FROM auditoria WHERE entidad = $1 ORDER BY id`,
      [`usuario:${usuario.id}`],
    );
    expect(rows).toMatchObject([
      { usuario_id: jefe.usuario_id, servicio: null, empresa_id: own.id, accion: 'usuario.crear', antes: null },
      {
        accion: 'usuario.actualizar',
        antes: { nombre: usuario.nombre, clave: null },
        despues: { nombre: 'Con otro nombre', clave: 'cambiada' },
      },
    ]);
  });
});
