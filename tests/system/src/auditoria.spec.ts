import type { RouteResponse } from '@acequia/contracts';
import {
  ADMIN,
  type ApiClient,
  eventually,
  Farm,
  PASSWORD,
  type RunningAcequia,
  sharedAcequia,
} from '@acequia/testing';

type Page = RouteResponse<'auditoria.listar'>;
type Query = Record<string, string | number>;
const ABSENT = 2_000_000_000;
const SECRET = 'palabra-que-nadie-ve';

let acequia: RunningAcequia;
let root: ApiClient;
let mine: Farm;
let theirs: Farm;

beforeAll(async () => {
  acequia = await sharedAcequia();
  root = await acequia.loginAdmin();
  mine = await Farm.create(acequia, root);
  theirs = await Farm.create(acequia, root);
});

afterAll(() => acequia?.stop());

const leer = (caller: ApiClient, query: Query = {}): Promise<Page> =>
  caller.call('auditoria.listar', { query: query as never });
const acciones = async (entidad: string, entidad_id: number): Promise<string[]> =>
  (await leer(root, { entidad, entidad_id })).entradas.map(({ accion }) => accion).reverse();

describe('the trail', () => {
  it('holds every change of a company and of its people, in order, with who did it', async () => {
    const body = { nombre: 'Rancho con historia', fecha_vencimiento: '2099-12-31', token_telegram: SECRET };
    const { id } = await root.call('empresas.crear', { body });
    const params = { id };
    await root.call('empresas.actualizar', { params, body: { ...body, nombre: 'Rancho renombrado', activa: 1 } });
    await root.call('empresas.desactivar', { params });
    await root.call('empresas.activar', { params });
    const persona = { nombre: 'Ana', email: 'ana@historia.test', password: PASSWORD, empresa_id: id };
    const ana = await root.call('usuarios.crear', { body: persona });
    const deAna = { params: { id: ana.id } };
    await root.call('usuarios.actualizar', { ...deAna, body: { ...persona, nombre: 'Ana María', password: SECRET } });
    await root.call('usuarios.suspender', deAna);
    await root.call('usuarios.reactivar', deAna);
    const theirLogin = await acequia.login(persona.email, SECRET);
    await theirLogin.call('cuenta.clave', { body: { actual: SECRET, nueva: `${SECRET}-otra` } });
    await root.call('empresas.eliminar', { params });

    expect(await acciones('empresa', id)).toEqual(
      ['crear', 'actualizar', 'desactivar', 'activar', 'eliminar'].map((verb) => `empresa.${verb}`),
    );
    expect(await acciones('usuario', ana.id)).toEqual(
      ['crear', 'actualizar', 'suspender', 'reactivar', 'cambiar_clave', 'eliminar'].map((verb) => `usuario.${verb}`),
    );
    const { entradas } = await leer(root, { entidad: 'usuario', entidad_id: ana.id });
    // The trail still names a person who was deleted with the company.
    expect(entradas.find(({ accion }) => accion === 'usuario.cambiar_clave')).toMatchObject({
      usuario_id: ana.id,
      usuario_nombre: 'Ana María',
      usuario_email: persona.email,
      empresa_id: id,
      empresa_nombre: 'Rancho renombrado',
      descripcion: 'Cambió la contraseña del usuario «Ana María»',
    });
    expect(entradas.find(({ accion }) => accion === 'usuario.actualizar')).toMatchObject({
      usuario_email: ADMIN.email,
      descripcion: 'Guardó al usuario «Ana María»: contraseña y nombre',
      cambios: [
        { campo: 'clave', antes: null, despues: 'cambiada' },
        { campo: 'nombre', antes: 'Ana', despues: 'Ana María' },
      ],
    });
  });

  it('holds who locked a switch out, why, and who released it', async () => {
    const { id, nombre } = mine.switches[0]!;
    const params = { id };
    await mine.usuario.api.call('switches.bloquear', { params, body: { motivo: 'Cambio de válvula' } });
    await mine.usuario.api.call('switches.bloquear', { params, body: { motivo: 'Falta el empaque' } });
    await mine.admin.api.call('switches.desbloquear', { params });
    await mine.admin.api.call('switches.desbloquear', { params });
    const { entradas } = await leer(mine.admin.api, { entidad: 'switch', entidad_id: id });
    expect(entradas.slice(0, 4)).toMatchObject([
      {
        accion: 'switch.desbloquear',
        usuario_id: mine.admin.id,
        descripcion: `Desbloqueó el switch «${nombre}»`,
        cambios: [
          { campo: 'motivo', antes: 'Falta el empaque', despues: null },
          { campo: 'bloqueado_por', antes: expect.any(String), despues: null },
        ],
      },
      {
        accion: 'switch.bloquear',
        usuario_id: mine.usuario.id,
        cambios: [{ campo: 'motivo', antes: 'Cambio de válvula', despues: 'Falta el empaque' }],
      },
      {
        accion: 'switch.bloquear',
        descripcion: `Bloqueó el switch «${nombre}»`,
        cambios: [{ campo: 'motivo', antes: null, despues: 'Cambio de válvula' }],
      },
      { accion: 'switch.crear' },
    ]);
    const { entradas: strangers } = await leer(theirs.admin.api, { entidad: 'switch', entidad_id: id });
    expect(strangers).toEqual([]);
    // A page may end between rows of different services.
    const primera = await leer(mine.admin.api, { limite: 1 });
    expect(primera.entradas[0]?.accion).toBe('switch.desbloquear');
    const second = await leer(mine.admin.api, { limite: 1, antes_de: primera.siguiente! });
    expect(second.entradas[0]?.accion).toBe('switch.bloquear');
  });

  it('holds every change of boards, switches and devices, and whom it was taken from', async () => {
    const { empresa, usuario } = mine;
    const [placa] = await root.call('placas.registrar', { body: { empresa_id: empresa.id, nombre: 'Pozo' } });
    const params = { placa_id: placa?.placa_id ?? 0 };
    await mine.admin.api.call('placas.renovar_credencial', { params });
    await mine.admin.api.call('placas.revocar', { params });
    const item = { tipo: 'motor', zona: 'Norte', empresa_id: empresa.id, dispositivo_id: placa?.id ?? 0 } as const;
    const batch = (cambio: object) =>
      mine.admin.api.call('switches.guardar_lote', {
        body: { switches: [{ ...item, nombre: 'Bomba', switch_site_id: 1, hardware_pin: 25, ...cambio }] },
      });
    const id = (await batch({})).switches[0]?.id ?? 0;
    await batch({ id, hardware_pin: 26 });
    const apparatus = { nombre: 'Relé', shelly_id: 'abc', tipo: 'shelly_1', empresa_id: empresa.id } as const;
    const { id: dispositivo } = await mine.admin.api.call('dispositivos.crear', { body: apparatus });
    const ofTheApparatus = { params: { id: dispositivo } };
    await root.call('dispositivos.actualizar', { ...ofTheApparatus, body: { ...apparatus, auth_key: SECRET } });
    await root.call('dispositivos.suspender', ofTheApparatus);
    await root.call('dispositivos.reactivar', ofTheApparatus);
    await root.call('usuarios.actualizar', {
      params: { id: usuario.id },
      body: { nombre: 'U', email: usuario.email, empresa_id: empresa.id, switches: [id], dispositivos: [dispositivo] },
    });
    await mine.admin.api.call('switches.eliminar', { params: { id } });
    await mine.admin.api.call('dispositivos.eliminar', ofTheApparatus);
    await root.call('placas.eliminar', { params });

    expect(await acciones('placa', params.placa_id)).toEqual(
      ['registrar', 'renovar_credencial', 'revocar', 'eliminar'].map((verb) => `placa.${verb}`),
    );
    expect(await acciones('switch', id)).toEqual(['crear', 'actualizar', 'eliminar'].map((verb) => `switch.${verb}`));
    expect(await acciones('dispositivo', dispositivo)).toEqual(
      ['crear', 'actualizar', 'suspender', 'reactivar', 'eliminar'].map((verb) => `dispositivo.${verb}`),
    );
    const { entradas } = await leer(mine.admin.api, { entidad: 'switch', entidad_id: id });
    expect(entradas[1]).toMatchObject({
      usuario_id: mine.admin.id,
      entidad_nombre: 'Bomba',
      descripcion: 'Guardó el switch «Bomba»: pin',
      cambios: [{ campo: 'hardware_pin', antes: 25, despues: 26 }],
    });
    await eventually(async () => {
      const { entradas: theirs } = await leer(root, { entidad: 'usuario', entidad_id: usuario.id });
      const removed = theirs.filter(({ accion }) => accion === 'usuario.desasignar');
      expect(removed.map(({ servicio }) => servicio)).toEqual(['inventory', 'inventory']);
      expect(removed.flatMap(({ cambios }) => cambios)).toEqual(
        expect.arrayContaining([
          { campo: 'switches', antes: [id], despues: [] },
          { campo: 'dispositivos', antes: [dispositivo], despues: [] },
        ]),
      );
    });
  });

  it('tells each company its own side only of what moves between them', async () => {
    const apparatus = { nombre: 'Viajero', shelly_id: 'v1', tipo: 'otro' } as const;
    const body = { ...apparatus, empresa_id: mine.empresa.id };
    const { id } = await root.call('dispositivos.crear', { body });
    await root.call('dispositivos.actualizar', {
      params: { id },
      body: { ...apparatus, empresa_id: theirs.empresa.id },
    });
    const query = { entidad: 'dispositivo', entidad_id: id };
    const [here, there] = [await leer(mine.admin.api, query), await leer(theirs.admin.api, query)];
    expect(here.entradas.map(({ accion }) => accion)).toEqual(['dispositivo.mover', 'dispositivo.crear']);
    expect(there.entradas.map(({ accion }) => accion)).toEqual(['dispositivo.mover']);
    expect(JSON.stringify(here)).not.toContain(theirs.empresa.nombre);
    expect(there.entradas[0]?.cambios.every(({ antes }) => antes === null)).toBe(true);
  });

  it('holds no secret', async () => {
    const todo: string[] = [];
    for (let page = await leer(root, { limite: 200 }); ;) {
      todo.push(JSON.stringify(page.entradas));
      if (page.siguiente === null) break;
      page = await leer(root, { limite: 200, antes_de: page.siguiente });
    }
    const texto = todo.join();
    for (const secreto of [SECRET, PASSWORD, mine.board.password, 'argon2']) expect(texto).not.toContain(secreto);
    expect(texto).toContain('"auth_key"');
    expect(texto).toContain('"token_telegram_definido"');
  });

  it('is read in pages: each entry once, newest first, whatever the size', async () => {
    const empresa_id = mine.empresa.id;
    const { entradas: all, siguiente } = await leer(root, { empresa_id, limite: 200 });
    expect(siguiente).toBeNull();
    expect(all.length).toBeGreaterThan(21);
    expect(all.map(({ ts }) => ts)).toEqual(all.map(({ ts }) => ts).sort((a, b) => b - a));
    const found: string[] = [];
    for (let antes_de: string | null = ''; antes_de !== null;) {
      const page: Page = await leer(root, { empresa_id, limite: 7, ...(antes_de && { antes_de }) });
      expect(page.entradas.length).toBeLessThanOrEqual(7);
      found.push(...page.entradas.map(({ id }) => id));
      antes_de = page.siguiente;
    }
    expect(found).toEqual(all.map(({ id }) => id));
    expect(new Set(found).size).toBe(found.length);
  });

  it('is narrowed by person and by days of the company', async () => {
    const deAdmin = await leer(root, { usuario_id: mine.admin.id });
    expect(new Set(deAdmin.entradas.map(({ usuario_id }) => usuario_id))).toEqual(new Set([mine.admin.id]));
    const dia = new Intl.DateTimeFormat('en-CA', { timeZone: mine.empresa.zona_horaria });
    const empresa_id = mine.empresa.id;
    const { entradas } = await leer(root, { empresa_id, limite: 200 });
    const dias = entradas.map(({ ts }) => dia.format(ts));
    const [hasta = '', desde = ''] = [dias[0], dias.at(-1)];
    expect((await leer(root, { empresa_id, desde, hasta, limite: 200 })).entradas).toEqual(entradas);
    const ayer = new Date(Date.parse(desde) - 86_400_000).toISOString().slice(0, 10);
    const manana = new Date(Date.parse(hasta) + 86_400_000).toISOString().slice(0, 10);
    expect((await leer(root, { empresa_id, hasta: ayer })).entradas).toEqual([]);
    expect((await leer(root, { empresa_id, desde: manana })).entradas).toEqual([]);
    expect((await leer(root, { empresa_id, desde: '0001-01-01', hasta: '9999-12-31', limite: 200 })).entradas).toEqual(
      entradas,
    );
  });
});

describe("another company's trail", () => {
  it('is not there: foreign and absent companies and people are refused alike, foreign things find nothing', async () => {
    const { entradas } = await leer(mine.admin.api, { limite: 200 });
    expect(new Set(entradas.map(({ empresa_id }) => empresa_id))).toEqual(new Set([mine.empresa.id]));
    for (const [campo, foreign] of [
      ['empresa_id', theirs.empresa.id],
      ['usuario_id', theirs.usuario.id],
    ] as const) {
      for (const id of [foreign, ABSENT]) {
        const answer = await mine.admin.api.raw('auditoria.listar', { query: { [campo]: id } as never });
        expect([answer.status, ((await answer.json()) as { codigo: string }).codigo]).toEqual([404, 'no_encontrado']);
      }
    }
    for (const entidad_id of [theirs.switches[0]?.id ?? 0, ABSENT])
      expect(await leer(mine.admin.api, { entidad: 'switch', entidad_id })).toEqual({ entradas: [], siguiente: null });
  });

  it('is refused to a usuario, and what makes no sense is refused with its reason', async () => {
    expect((await mine.usuario.api.raw('auditoria.listar')).status).toBe(403);
    for (const [query, campo] of [
      [{ limite: 201 }, 'query.limite'],
      [{ limite: 0 }, 'query.limite'],
      [{ antes_de: '1.x.2' }, 'query.antes_de'],
      [{ antes_de: `${'9'.repeat(17)}.a.1` }, 'query.antes_de'],
      [{ entidad: 'sesion' }, 'query.entidad'],
      [{ entidad_id: 3 }, 'query.entidad'],
      [{ desde: '2026-02-30' }, 'query.desde'],
      [{ empresa_id: 'uno' }, 'query.empresa_id'],
    ] as const) {
      const answer = await root.raw('auditoria.listar', { query: query as never });
      const { codigo, detalles } = (await answer.json()) as { codigo: string; detalles: { campo: string }[] };
      expect([answer.status, codigo, detalles[0]?.campo]).toEqual([400, 'datos_invalidos', campo]);
    }
  });
});
