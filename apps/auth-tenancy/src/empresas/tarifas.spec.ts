import { type CallInput, DIAS_TARIFA, type Persona, TARIFA_EJEMPLOS } from '@acequia/contracts';
import { until } from '@acequia/testing';
import { refusal, World } from '../auth-tenancy.fixture.js';

type Version = CallInput<'tarifas.guardar'>['versiones'][number];

const rule = (periodo: string, desde: number, hasta: number) => ({ periodo, dias: [...DIAS_TARIFA], desde, hasta });
const twoPrices = (desde = '2026-01-01'): Version => ({
  desde,
  periodos: [
    { nombre: 'Base', precio: 1.2 },
    { nombre: 'Punta', precio: 3.4 },
  ],
  reglas: [rule('Base', 0, 18), rule('Punta', 18, 24)],
  festivos: ['12-25'],
});

describe("a company's prices by hour", () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world?.stop());

  const read = (empresa_id: number, caller: Persona = world.root) => world.call('tarifas.leer', { empresa_id }, caller);
  const save = (empresa_id: number, versiones: Version[], caller: Persona = world.root) =>
    world.call('tarifas.guardar', { empresa_id, versiones }, caller);
  const put = (id: number, nombre: string, tarifa_kwh: number | null | undefined) =>
    world.call('empresas.actualizar', { ...world.profile({ nombre, tarifa_kwh }), id }, world.root);

  it('are one period, always, where a company has a price', async () => {
    const { id } = await world.empresa({ tarifa_kwh: 2.9 });
    expect(await read(id)).toEqual({
      empresa_id: id,
      zona_horaria: 'America/Mexico_City',
      version: 1,
      versiones: [
        {
          desde: '2000-01-01',
          periodos: [{ nombre: 'Único', precio: 2.9 }],
          reglas: [{ periodo: 'Único', dias: [...DIAS_TARIFA], desde: 0, hasta: 24 }],
          festivos: [],
        },
      ],
    });
    expect((await read((await world.empresa()).id)).versiones).toEqual([]);
    const fine = await world.empresa({ tarifa_kwh: 2.12345678 });
    expect((await read(fine.id)).versiones).toMatchObject([{ periodos: [{ precio: 2.123457 }] }]);
  });

  it('come back as they were saved, are told to the other services, and stand in the trail', async () => {
    const { id, nombre } = await world.empresa({ tarifa_kwh: 2.9 });
    const versiones = [twoPrices(), { ...twoPrices('2026-07-16'), festivos: [] }];
    expect(await save(id, versiones)).toMatchObject({ version: 2, versiones });
    expect(await read(id)).toMatchObject({ version: 2, versiones });
    expect(await world.call('empresas.ficha', { id }, world.root)).toMatchObject({
      tarifa_kwh: null,
      tarifas: { versiones },
    });
    await until(() => world.eventsOf(`empresa:${id}`).some(({ rev }) => rev === 2));
    expect(world.eventsOf(`empresa:${id}`).at(-1)).toMatchObject({ data: { tarifas: { versiones } } });
    const [entry] = await world.database.query<{ nombre: string; antes: object; despues: { tarifas: string } }[]>(
      `SELECT nombre, antes, despues FROM auditoria WHERE accion = 'empresa.tarifas' AND entidad = $1`,
      [`empresa:${id}`],
    );
    expect(entry).toMatchObject({ nombre, antes: { tarifas: expect.stringContaining('Único $2.9') as string } });
    expect(entry?.despues.tarifas).toContain('desde 2026-01-01: Base $1.2 (todos los días de 0 a 18 h), Punta $3.4');
    expect(entry?.despues.tarifas).toContain('Festivos: 12-25');
  });

  it('stay when a client saves the company with the price that it was told, and end with another price', async () => {
    const { id, nombre } = await world.empresa();
    await save(id, [twoPrices()]);
    expect(await put(id, nombre, null)).toMatchObject({ tarifa_kwh: null });
    await put(id, nombre, undefined);
    expect((await read(id)).versiones).toEqual([twoPrices()]);
    expect(await put(id, nombre, 2.5)).toMatchObject({ tarifa_kwh: 2.5 });
    expect((await read(id)).versiones).toMatchObject([{ periodos: [{ precio: 2.5 }] }]);
    await put(id, nombre, null);
    expect((await read(id)).versiones).toEqual([]);
  });

  it('keep what is contracted in kW when their only price changes, and lose it with the price', async () => {
    const { id, nombre } = await world.empresa();
    const periodos = [{ nombre: 'Fija', precio: 2, demanda_kw: 40 }];
    await save(id, [{ ...twoPrices(), periodos, reglas: [rule('Fija', 0, 24)] }]);
    for (const precio of [2.5, 3]) {
      expect(await put(id, nombre, precio)).toMatchObject({ tarifa_kwh: precio });
      expect((await read(id)).versiones).toMatchObject([{ periodos: [{ nombre: 'Único', precio, demanda_kw: 40 }] }]);
    }
    await put(id, nombre, null);
    expect((await read(id)).versiones).toEqual([]);
  });

  it('answer as tarifa_kwh only the one price of a calendar that has no other', async () => {
    const { id } = await world.empresa();
    const single = { ...twoPrices(), periodos: [{ nombre: 'Fija', precio: 2 }], reglas: [rule('Fija', 0, 24)] };
    const told = async () => (await world.call('empresas.obtener', { id }, world.root)).tarifa_kwh;
    await save(id, [single]);
    expect(await told()).toBe(2);
    await save(id, [single, { ...single, desde: '2026-02-15', periodos: [{ nombre: 'Fija', precio: 3 }] }]);
    expect(await told()).toBeNull();
    await save(id, []);
    expect([await told(), (await read(id)).versiones]).toEqual([null, []]);
  });

  it('take both examples', async () => {
    const { id } = await world.empresa();
    for (const { version } of TARIFA_EJEMPLOS) {
      const versiones = [{ ...structuredClone(version), desde: '2026-01-01' }] as Version[];
      expect((await save(id, versiones)).versiones).toEqual(versiones);
    }
  });

  it('belong to an administrator of the company, and refuse a stale version', async () => {
    const [own, other] = [await world.empresa(), await world.empresa()];
    const admin = await world.persona('admin_empresa', own.id);
    expect(await save(own.id, [twoPrices()], admin)).toMatchObject({ empresa_id: own.id, version: 2 });
    expect(await world.call('tarifas.leer', {}, admin)).toMatchObject({ empresa_id: own.id });
    expect((await refusal(save(other.id, [twoPrices()], admin))).codigo).toBe('no_encontrado');
    expect((await refusal(read(other.id, admin))).codigo).toBe('no_encontrado');
    expect((await refusal(world.call('tarifas.leer', {}, world.root))).codigo).toBe('datos_invalidos');
    const usuario = await world.persona('usuario', own.id);
    expect((await refusal(read(own.id, usuario))).codigo).toBe('sin_permiso');
    const stale = world.call('tarifas.guardar', { empresa_id: own.id, versiones: [], version: 1 }, admin);
    expect((await refusal(stale)).codigo).toBe('version_vieja');
  });
});
