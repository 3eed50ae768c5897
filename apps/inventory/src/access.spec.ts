import type { CallInput, CallName, Caller } from '@acequia/contracts';
import { callsOf } from '@acequia/contracts';
import { GLOBAL, SISTEMA, World } from './inventory.fixture.js';
import { item } from './switches/batch.fixture.js';

let world: World;
/** A company with one entity of each kind; another company tries to reach them. */
let victim: Target;
let another: number;
/** A switch of the company that tries. */
let own: number;

beforeAll(async () => {
  world = await World.start();
  const empresa_id = world.empresa();
  another = world.empresa();
  const { switches } = await world.call(
    'switches.guardar_lote',
    { switches: [item(empresa_id, 4_000, 25), item(empresa_id, 4_000, 27)] },
    GLOBAL,
  );
  const dispositivo = await world.call('dispositivos.crear', apparatus(empresa_id), GLOBAL);
  const placa_id = switches[0]?.placa_id ?? 0;
  const interlockGroup = await world.call(
    'enclavamientos.crear',
    turno(
      empresa_id,
      switches.map(({ id }) => id),
    ),
    GLOBAL,
  );
  const point = await world.call('puntos.crear', medidor(empresa_id, placa_id, 13), GLOBAL);
  const probe = await world.call(
    'puntos.crear',
    {
      ...medidor(empresa_id, placa_id, 34),
      fuente: { tipo: 'placa', driver: 'adc', pin: 34 },
      magnitud: 'nivel',
      nombre: 'Pozo',
    },
    GLOBAL,
  );
  const switch_id = switches[0]?.id ?? 0;
  const protection = await world.call('protecciones.crear', lowWell(empresa_id, probe.id, switch_id), GLOBAL);
  victim = {
    empresa_id,
    numero: 4_000,
    placa_id,
    switch_id,
    enclavamiento_id: interlockGroup.id,
    punto_id: point.id,
    nivel_id: probe.id,
    proteccion_id: protection.id,
    id: dispositivo.id,
  };
  const theirs = await world.call('switches.guardar_lote', { switches: [item(another, 4_001, 25)] }, GLOBAL);
  own = theirs.switches[0]?.id ?? 0;
});
afterAll(() => world?.stop());

const apparatus = (empresa_id: number): CallInput<'dispositivos.crear'> => ({
  nombre: 'Bomba',
  shelly_id: 'abc',
  auth_key: '',
  tipo: 'otro',
  server: '',
  empresa_id,
  fecha_vencimiento: null,
});

const turno = (empresa_id: number, switches: number[]): CallInput<'enclavamientos.crear'> => ({
  empresa_id,
  switches,
  nombre: 'Turno',
  tipo: 'exclusion',
  bomba_id: null,
});

const medidor = (empresa_id: number, placa_id: number, pin: number): CallInput<'puntos.crear'> => ({
  empresa_id,
  placa_id,
  fuente: { tipo: 'placa', driver: 'pulsos', pin },
  magnitud: 'volumen',
  nombre: 'Medidor',
  sitio: '',
  mide: null,
});

const lowWell = (empresa_id: number, punto_id: number, switch_id: number): CallInput<'protecciones.crear'> => ({
  empresa_id,
  nombre: 'Pozo bajo',
  punto_id,
  cuando: 'abajo',
  valor: 0.5,
  durante_s: 5,
  con_switch_id: null,
  apaga: [switch_id],
  sin_dato: 'apagar',
  libera: 'persona',
});

/** The ids that a foreign person tries to reach. `id`: a device. */
interface Target {
  empresa_id: number;
  numero: number;
  placa_id: number;
  switch_id: number;
  enclavamiento_id: number;
  punto_id: number;
  /** A point that a protection may watch. */
  nivel_id: number;
  proteccion_id: number;
  id: number;
}
type Attempt = { [N in CallName]: [N, CallInput<N>] }[CallName];
const ABSENT = 1_777_777;

const companyOf = ({ empresa_id: id }: Target) =>
  ({ id, nombre: 'Una', activa: 1, zona_horaria: 'UTC', nueva: 0 }) as const;

/** Every call in which a person of another company can name foreign ids, and the same calls with ids that never existed. */
const attempts = (target: Target): Attempt[] => [
  ['placas.listar', { empresa_id: target.empresa_id }],
  ['placas.actualizar', { placa_id: target.placa_id, sitio: 'Sector norte' }],
  ['placas.renovar_credencial', { placa_id: target.placa_id }],
  ['placas.revocar', { placa_id: target.placa_id }],
  ['switches.listar', { empresa_id: target.empresa_id }],
  ['switches.panel', { empresa_id: target.empresa_id }],
  ['switches.eliminar', { id: target.switch_id }],
  ['switches.guardar_lote', { switches: [item(target.empresa_id, target.numero, 26)] }],
  ['switches.guardar_lote', { switches: [item(another, 4_001, 26, { id: target.switch_id })] }],
  ['switches.guardar_lote', { switches: [item(another, 4_001, 26), item(target.empresa_id, target.numero, 26)] }],
  ['inventario.importar', { empresas: [companyOf(target)], placas: [], switches: [], aplicar: 1 }],
  ['inventario.deshacer_importacion', { placas: [target.placa_id], switches: [target.switch_id] }],
  ['enclavamientos.listar', { empresa_id: target.empresa_id }],
  ['enclavamientos.crear', turno(target.empresa_id, [own, target.switch_id])],
  ['enclavamientos.crear', turno(another, [own, target.switch_id])],
  ['enclavamientos.crear', { ...turno(another, [own]), tipo: 'requiere', bomba_id: target.switch_id }],
  ['enclavamientos.actualizar', { ...turno(another, [own, target.switch_id]), id: target.enclavamiento_id }],
  ['enclavamientos.eliminar', { id: target.enclavamiento_id }],
  ['puntos.listar', { empresa_id: target.empresa_id }],
  ['puntos.sin_usar', { placa_id: target.placa_id }],
  ['puntos.crear', medidor(target.empresa_id, target.placa_id, 14)],
  ['puntos.crear', medidor(another, target.placa_id, 14)],
  ['puntos.actualizar', { ...medidor(another, target.placa_id, 14), id: target.punto_id }],
  ['puntos.eliminar', { id: target.punto_id }],
  ['protecciones.listar', { empresa_id: target.empresa_id }],
  ['protecciones.crear', lowWell(target.empresa_id, target.nivel_id, target.switch_id)],
  ['protecciones.crear', lowWell(another, target.nivel_id, own)],
  ['protecciones.actualizar', { ...lowWell(another, target.nivel_id, own), id: target.proteccion_id }],
  ['protecciones.omitir', { id: target.proteccion_id, minutos: 30 }],
  ['protecciones.soltar', { id: target.proteccion_id }],
  ['protecciones.eliminar', { id: target.proteccion_id }],
  ['dispositivos.listar', { empresa_id: target.empresa_id }],
  ['dispositivos.crear', apparatus(target.empresa_id)],
  ['dispositivos.actualizar', { ...apparatus(another), id: target.id }],
  ['dispositivos.suspender', { id: target.id }],
  ['dispositivos.reactivar', { id: target.id }],
  ['dispositivos.eliminar', { id: target.id }],
  ['inventario.auditoria', { empresa_id: target.empresa_id, limite: 10 }],
  ['inventario.verificar', { empresa_id: target.empresa_id, dispositivos: [], switches: [] }],
  ['inventario.verificar', { empresa_id: another, dispositivos: [], switches: [target.switch_id] }],
  ['inventario.verificar', { empresa_id: another, dispositivos: [target.id], switches: [] }],
];
const refusal = ([name, input]: Attempt, caller: Caller): Promise<unknown> =>
  world.call(name, input as never, caller).then(
    () => 'allowed',
    (error: { codigo: string; texto: string }) => ({ codigo: error.codigo, texto: error.texto }),
  );
/** All stored rows of the inventory. */
const snapshot = async (): Promise<unknown> =>
  world.dataSource.query(
    `SELECT (SELECT jsonb_agg(s ORDER BY id) FROM inventory.switches s) s,
            (SELECT jsonb_agg(p ORDER BY placa_id) FROM inventory.placas p) p,
            (SELECT jsonb_agg(d ORDER BY id) FROM inventory.dispositivos d) d,
            (SELECT jsonb_agg(q ORDER BY id) FROM inventory.puntos q) q,
            (SELECT jsonb_agg(e ORDER BY id) FROM inventory.enclavamientos e) e,
            (SELECT jsonb_agg(r ORDER BY id) FROM inventory.protecciones r) r`,
  );

describe('an admin of another company', () => {
  it('gets the same answer for foreign and absent ids, everywhere, and changes nothing', async () => {
    const admin = world.persona('admin_empresa', another);
    const before = await snapshot();
    const foreign = attempts(victim);
    const absent = attempts({
      empresa_id: ABSENT,
      numero: ABSENT,
      placa_id: ABSENT,
      switch_id: ABSENT,
      enclavamiento_id: ABSENT,
      punto_id: ABSENT,
      nivel_id: ABSENT,
      proteccion_id: ABSENT,
      id: ABSENT,
    });
    for (const [i, attempt] of foreign.entries()) {
      const answer = await refusal(attempt, admin);
      expect([attempt[0], answer]).toEqual([attempt[0], { codigo: 'no_encontrado', texto: expect.any(String) }]);
      const twin = absent[i];
      expect(twin && (await refusal(twin, admin))).toEqual(answer);
    }
    expect(await snapshot()).toEqual(before);
  });

  it('sees their own company when they name none', async () => {
    const admin = world.persona('admin_empresa', another);
    for (const name of ['switches.listar', 'switches.panel', 'placas.listar', 'dispositivos.listar'] as const) {
      const rows: { empresa_id: number }[] = await world.call(name, {}, admin);
      for (const row of rows) expect(row.empresa_id).toBe(another);
    }
    expect(await world.call('switches.listar', {}, admin)).toHaveLength(1);
  });

  it('cannot take a device of their own elsewhere', async () => {
    const mine = await world.call('dispositivos.crear', apparatus(another), GLOBAL);
    const answer = await refusal(
      ['dispositivos.actualizar', { ...apparatus(victim.empresa_id), id: mine.id }],
      world.persona('admin_empresa', another),
    );
    expect(answer).toMatchObject({ codigo: 'no_encontrado' });
  });
});

describe('a usuario', () => {
  it('may read only what is assigned, in their own company too', async () => {
    const usuario = world.usuario(victim.empresa_id);
    for (const attempt of attempts(victim))
      expect([attempt[0], await refusal(attempt, usuario)]).toEqual([
        attempt[0],
        expect.objectContaining({ codigo: 'sin_permiso' }),
      ]);
    for (const name of ['placas.registrar', 'placas.eliminar'] as const) {
      const input =
        name === 'placas.registrar'
          ? { empresa_id: victim.empresa_id, id: null, nombre: '' }
          : { placa_id: victim.placa_id };
      expect(await refusal([name, input] as Attempt, usuario)).toMatchObject({ codigo: 'sin_permiso' });
    }
  });
});

describe('the things of a usuario', () => {
  it('are asked of their owner in the name of an admin, so that foreign and absent take the same way', async () => {
    const foreign = world.usuario(victim.empresa_id, { switches: [victim.switch_id] });
    // Fills the cache first: a cache could answer the foreign and the absent id differently.
    await world.call('switches.de_usuario', { usuario_id: foreign.usuario_id }, foreign);
    const admin = world.persona('admin_empresa', another);
    const before = world.asked.length;
    for (const name of ['switches.de_usuario', 'dispositivos.de_usuario'] as const)
      for (const usuario_id of [foreign.usuario_id, ABSENT])
        expect(await refusal([name, { usuario_id }] as Attempt, admin)).toMatchObject({ codigo: 'no_encontrado' });
    const asked = world.asked.slice(before).filter(({ name }) => name === 'asignaciones.de_usuario');
    expect(asked.map(({ caller }) => caller)).toEqual(Array(4).fill(admin));
  });
});

describe('a person of no company', () => {
  it('anybody but an admin_global sees nothing', async () => {
    const admin = world.persona('admin_empresa', null);
    expect(await world.call('switches.listar', {}, admin)).toEqual([]);
    expect(await refusal(['switches.listar', { empresa_id: victim.empresa_id }], admin)).toMatchObject({
      codigo: 'no_encontrado',
    });
  });
});

describe('an admin_global and the services', () => {
  it('reach every company', async () => {
    for (const caller of [GLOBAL, SISTEMA]) {
      const rows = await world.call('switches.listar', {}, caller);
      expect(new Set(rows.map(({ empresa_id }) => empresa_id)).size).toBeGreaterThan(1);
    }
  });

  it('meet a company that does not exist as not found', async () => {
    for (const name of ['switches.listar', 'switches.panel', 'placas.listar', 'dispositivos.listar'] as const)
      expect(await refusal([name, { empresa_id: ABSENT }], GLOBAL)).toMatchObject({ codigo: 'no_encontrado' });
    expect(await refusal(['dispositivos.crear', apparatus(ABSENT)], GLOBAL)).toMatchObject({ codigo: 'no_encontrado' });
    expect(await refusal(['switches.guardar_lote', { switches: [item(ABSENT, 4_002, 25)] }], GLOBAL)).toMatchObject({
      codigo: 'no_encontrado',
    });
  });
});

describe('what only services may ask for', () => {
  it('is refused to every person', async () => {
    for (const person of [GLOBAL, world.persona('admin_empresa', victim.empresa_id), world.usuario(victim.empresa_id)])
      expect(await refusal(['dispositivos.obtener', { id: victim.id }], person)).toMatchObject({
        codigo: 'sin_permiso',
      });
    expect(await world.call('dispositivos.obtener', { id: victim.id }, SISTEMA)).toMatchObject({ id: victim.id });
  });

  it('what stands in some sitios: the switches of its boards and the dispositivos, of one company', async () => {
    const { empresa_id, placa_id } = victim;
    const request = { empresa_id, sitios: ['Loma'] };
    for (const person of [GLOBAL, world.persona('admin_empresa', empresa_id), world.usuario(empresa_id)])
      expect(await refusal(['inventario.de_sitios', request], person)).toMatchObject({ codigo: 'sin_permiso' });
    expect(await world.call('inventario.de_sitios', request, SISTEMA)).toEqual({ switches: [], dispositivos: [] });
    await world.call('placas.actualizar', { placa_id, sitio: 'Loma' }, GLOBAL);
    const found = await world.call('inventario.de_sitios', request, SISTEMA);
    const all = await world.call('switches.listar', { empresa_id }, GLOBAL);
    expect(found).toEqual({ switches: all.map(({ id }) => id).sort((a, b) => a - b), dispositivos: [] });
    expect(await world.call('inventario.de_sitios', { ...request, empresa_id: another }, SISTEMA)).toEqual({
      switches: [],
      dispositivos: [],
    });
  });
});

describe('this matrix', () => {
  it('names every call of the service', () => {
    const covered = new Set<string>([
      ...attempts(victim).map(([name]) => name),
      // Tested in placas.spec, switches.spec and dispositivos.spec.
      ...['placas.registrar', 'placas.eliminar', 'switches.de_usuario', 'dispositivos.de_usuario'],
      // Only for services; tested below.
      ...['dispositivos.obtener', 'inventario.de_sitios'],
      // The bus itself answers this call.
      'inventory.salud',
    ]);
    expect(callsOf('inventory').filter((name) => !covered.has(name))).toEqual([]);
  });
});
