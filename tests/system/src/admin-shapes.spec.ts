import { ROUTES } from '@acequia/contracts';
import { PASSWORD } from '@acequia/testing';
import { calls } from './admin-calls.cases.js';
import { AdminWorld, ABSENT, refusal } from './admin-calls.world.js';

const FECHA = /^\d{4}-\d{2}-\d{2}$/;

let world: AdminWorld;

beforeAll(async () => {
  world = await AdminWorld.start();
});

afterAll(() => world?.stop());

describe('shapes', () => {
  it('of a company: numbers, 1/0, days; the token goes in and never comes out', async () => {
    const { token_telegram, ...data } = world.empresa();
    const made = await world.root.call('empresas.crear', { body: { ...data, token_telegram } as never });
    expect(made).toMatchObject({ ...data, token_telegram: '', token_telegram_definido: 1, version: 1 });
    expect(await world.root.call('empresas.obtener', { params: { id: made.id } })).toEqual(made);
    expect(await world.root.call('empresas.listar')).toContainEqual(made);
    expect(await world.root.call('empresas.seleccion')).toContainEqual({ id: made.id, nombre: made.nombre });
    const params = { id: made.id };
    expect(await world.root.call('empresas.desactivar', { params })).toMatchObject({ activa: 0 });
    expect(await world.root.call('empresas.activar', { params })).toMatchObject({ activa: 1 });
    expect((await world.ask('empresas.eliminar', { params })).status).toBe(204);
  });

  it('of a company saved with nothing but what is required: empty texts, no numbers, active', async () => {
    const minima = {
      nombre: 'Mínima',
      fecha_vencimiento: '2099-12-31T06:00:00.000Z',
      costo_plan: '',
      limite_usuarios: '',
    };
    expect(await world.root.call('empresas.crear', { body: minima as never })).toMatchObject({
      telefono_celular: '',
      costo_plan: null,
      limite_usuarios: null,
      comunicador_vencimiento: null,
      fecha_vencimiento: '2099-12-31',
      activa: 1,
      zona_horaria: 'America/Mexico_City',
    });
  });

  it('of a user: ids go in as arrays and come out as objects with id; no password, ever', async () => {
    const { password: _, id: _id, dispositivos, switches, ...data } = world.usuario();
    const made = await world.root.call('usuarios.crear', {
      body: { ...data, password: PASSWORD, dispositivos, switches } as never,
    });
    const expected = {
      ...data,
      id: made.id,
      empresa_nombre: world.farm.empresa.nombre,
      dispositivos_asignados: dispositivos.map((id) => ({ id })),
      switches_asignados: switches.map((id) => ({ id })),
      version: 1,
    };
    expect(made).toEqual(expected);
    const params = { id: made.id };
    expect(await world.root.call('usuarios.listar', { query: { empresa_id: world.farm.empresa.id } })).toContainEqual(
      expected,
    );
    const query = { usuario_id: made.id };
    expect((await world.root.call('dispositivos.de_usuario', { query })).map(({ id }) => id)).toEqual(dispositivos);
    expect((await world.root.call('switches.de_usuario', { query })).map(({ id }) => id)).toEqual(switches);
    expect(await world.root.call('usuarios.suspender', { params })).toMatchObject({ activo: 0 });
    expect(await world.root.call('usuarios.reactivar', { params })).toMatchObject({ activo: 1 });
    expect((await world.ask('usuarios.eliminar', { params })).status).toBe(204);
  });

  it('of a device: 1/0, a day or null; the key goes in and never comes out', async () => {
    const { auth_key, id: _, ...data } = world.dispositivo();
    const made = await world.root.call('dispositivos.crear', { body: { ...data, auth_key } as never });
    expect(made).toMatchObject({ ...data, auth_key: '', auth_key_definida: 1, vencido: 0 });
    const params = { id: made.id };
    const body = { ...data, fecha_vencimiento: '2020-01-01', auth_key: '' };
    expect(await world.root.call('dispositivos.actualizar', { params, body: body as never })).toMatchObject({
      vencido: 1,
      auth_key_definida: 1,
    });
    expect(await world.root.call('dispositivos.suspender', { params })).toMatchObject({ activo: 0, suspendido: 1 });
    expect(await world.root.call('dispositivos.reactivar', { params })).toMatchObject({ activo: 1, suspendido: 0 });
    expect((await world.ask('dispositivos.eliminar', { params })).status).toBe(204);
  });

  it('of switches: the bulk call gives back what it was given, and the same call edits one', async () => {
    const { switches } = await world.root.call('switches.guardar_lote', {
      body: { switches: [world.item()] } as never,
    });
    const [made] = switches;
    expect(made).toMatchObject(world.item());
    const empresa_id = world.farm.empresa.id;
    expect(await world.root.call('switches.listar', { query: { empresa_id } })).toContainEqual(made);
    expect(await world.root.call('switches.panel', { query: { empresa_id } })).toContainEqual(
      expect.objectContaining({ ...made, estado: null, temperatura: null, humedad: null }),
    );
    const edit = { ...world.item(), id: made?.id, nombre: 'Otro', tiene_sensor: 0 };
    const edited = await world.root.call('switches.guardar_lote', { body: { switches: [edit] } as never });
    expect(edited.switches).toMatchObject([
      { id: made?.id, nombre: 'Otro', tiene_sensor: 0, sensor_pin: null, version: 2 },
    ]);
    expect((await world.ask('switches.eliminar', { params: { id: made?.id } })).status).toBe(204);
  });

  it.each(calls.filter(([name]) => name.endsWith('.listar')).map(([name]) => name))(
    '%s answers what the contract promises, with days as YYYY-MM-DD and no booleans',
    async (name) => {
      const answer = await world.ask(name, {});
      expect(answer.status).toBe(200);
      const text = await answer.text();
      const { response } = ROUTES[name];
      if (typeof response === 'string') throw new Error('not a list');
      expect(response.parse(JSON.parse(text))).toEqual(JSON.parse(text));
      expect(text).not.toMatch(/:(true|false)\b/);
      for (const [, dia] of text.matchAll(/"\w*vencimiento":"([^"]*)"/g)) expect(dia).toMatch(FECHA);
    },
  );
});

describe('conflicts', () => {
  it('an email is unique in the whole installation, however it is written', async () => {
    const another = await world.another();
    const email = ` ${world.farm.usuario.email.toUpperCase()} `;
    const body = { ...world.usuario(), email, empresa_id: another.empresa.id, dispositivos: [], switches: [] };
    expect((await refusal(await world.ask('usuarios.crear', { body }))).codigo).toBe('email_duplicado');
    const params = { id: another.usuario.id };
    expect((await refusal(await world.ask('usuarios.actualizar', { params, body }))).codigo).toBe('email_duplicado');
  });

  it('things of another company, and things that are not, cannot be assigned', async () => {
    const another = await world.another();
    for (const switches of [[another.switches[0]?.id], [ABSENT]])
      expect(
        (await refusal(await world.ask('usuarios.crear', { body: { ...world.usuario(), switches } }))).codigo,
      ).toBe('no_encontrado');
  });

  it('a pin that is taken, a number that is taken and a board in use are refused, and nothing is saved', async () => {
    const antes = await world.root.call('switches.listar');
    const libre = { ...world.item(), hardware_pin: 27 };
    const taken = { ...world.item(), hardware_pin: world.farm.switches[0]?.hardware_pin };
    for (const switches of [
      [libre, taken],
      [libre, { ...libre, nombre: 'Dos veces' }],
    ])
      expect((await refusal(await world.ask('switches.guardar_lote', { body: { switches } }))).codigo).toBe(
        'pin_ocupado',
      );
    expect(await world.root.call('switches.listar')).toEqual(antes);
    const body = { empresa_id: world.farm.empresa.id, id: world.farm.board.id };
    expect((await refusal(await world.ask('placas.registrar', { body }))).codigo).toBe('numero_de_placa_ocupado');
    const params = { placa_id: world.farm.board.placa_id };
    expect((await refusal(await world.ask('placas.eliminar', { params }))).codigo).toBe('placa_en_uso');
  });

  it('a stale version is refused with what is stored now, and without a secret', async () => {
    const params = { id: world.farm.empresa.id };
    const stored = await world.root.call('empresas.obtener', { params });
    const body = { ...world.empresa(), limite_usuarios: '', version: stored.version };
    const saved = await world.root.call('empresas.actualizar', { params, body: body as never });
    const stale = await refusal(await world.ask('empresas.actualizar', { params, body }));
    expect(stale).toMatchObject({ status: 409, codigo: 'version_vieja', actual: saved });
    expect(JSON.stringify(stale)).not.toContain(body.token_telegram);

    const [sw] = world.farm.switches;
    const uno = { ...world.item(), ...sw, version: 99 };
    const batch = await refusal(await world.ask('switches.guardar_lote', { body: { switches: [uno] } }));
    expect(batch).toMatchObject({ codigo: 'version_vieja', actual: [{ id: sw?.id, version: sw?.version }] });

    const ofApparatus = { params: { id: world.apparatus }, body: { ...world.dispositivo(), version: 99 } };
    expect(await refusal(await world.ask('dispositivos.actualizar', ofApparatus))).toMatchObject({
      codigo: 'version_vieja',
      actual: { id: world.apparatus, auth_key: '', version: 1 },
    });
    const deUsuario = { params: { id: world.farm.usuario.id }, body: { ...world.usuario(), version: 99 } };
    expect(await refusal(await world.ask('usuarios.actualizar', deUsuario))).toMatchObject({
      codigo: 'version_vieja',
      actual: { id: world.farm.usuario.id, email: world.farm.usuario.email },
    });
  });

  it('of twenty users that are made at once for five places, five are, and the rest learn why', async () => {
    const { id } = await world.root.call('empresas.crear', {
      body: { ...world.empresa(), limite_usuarios: 5 } as never,
    });
    const looseOne = () => ({ ...world.usuario(), empresa_id: id, dispositivos: [], switches: [] });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.ask('usuarios.crear', { body: looseOne() })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect((await refusal(answer)).codigo).toBe('limite_usuarios');
    expect(await world.root.call('usuarios.listar', { query: { empresa_id: id } })).toHaveLength(5);
  });
});
