import type { Asignaciones, Caller, Persona } from '@acequia/contracts';
import { GrantsReader } from '@acequia/service-kit';
import { CableadoService } from '../../projections/cableado.service.js';
import { monthOf } from '../../maintenance/partitions/month.js';
import { TestHistory } from '../../test/database.fixture.js';
import { AccessService } from './access.service.js';
import { HistoryRepository } from './history.repository.js';
import { HistoryService } from './history.service.js';
import { SerieRepository } from '../series/series.repository.js';

const persona = (rol: Persona['rol'], empresa_id: number | null, usuario_id = 9): Caller => ({
  tipo: 'persona',
  usuario_id,
  rol,
  empresa_id,
  sid: 's',
});
const GRANTS: Asignaciones = { usuario_id: 9, empresa_id: 1, version: 1, dispositivos: [], switches: [1] };
/** Replaces auth-tenancy's answer, which these tests do not cover. */
const load = async (usuario_id: number) => ({ ...GRANTS, usuario_id });
const grants = Object.assign(Object.create(GrantsReader.prototype) as GrantsReader, { of: load, load });

/** 23:30 and 00:30 of the same night in Mexico City (UTC−6). */
const ANTES = Date.parse('2026-03-11T05:30:00Z');
const AFTER = Date.parse('2026-03-11T06:30:00Z');
/** When a sensor gave its last humidity. */
const STOPPED = AFTER - 1_800_000;

describe('the history of switches', () => {
  let history: TestHistory;
  let service: HistoryService;

  beforeAll(async () => {
    history = await TestHistory.start();
    const repository = new HistoryRepository(history.dataSource, history.dataSource);
    service = new HistoryService(
      new AccessService(history.dataSource, grants),
      repository,
      new SerieRepository(history.dataSource),
    );
    await history.query(
      `INSERT INTO empresas (id, nombre, zona_horaria) VALUES (1, 'Uno', 'America/Mexico_City'), (2, 'Dos', 'UTC')`,
    );
    await history.query(
      `INSERT INTO switches (id, empresa_id, nombre, zona) VALUES (1, 1, 'A', 'Norte'), (2, 1, 'B', 'Norte'), (3, 2, 'C', 'Sur')`,
    );
    const cableado = new CableadoService();
    for (const [id, empresa_id, pin] of [
      [1, 1, 4],
      [2, 1, 5],
      [3, 2, 6],
    ] as const) {
      const data = {
        id,
        empresa_id,
        placa_id: empresa_id,
        hardware_pin: pin,
        tiene_sensor: 1 as const,
        sensor_pin: 15,
      };
      await history.dataSource.transaction((tx) => cableado.wire(tx, data, ANTES));
    }
    await history.partitions().ensure([monthOf(ANTES)]);
    const writer = history.writer();
    const on = 2 ** 4 + 2 ** 5;
    await writer.save({
      lecturas: [
        ...[ANTES, AFTER].map((ts, i) => ({ placa_id: 1, pin: 15, ts, temperatura: 2_000 + i, humedad: null })),
        { placa_id: 1, pin: 16, ts: STOPPED, temperatura: 1_900, humedad: 5_000 },
        { placa_id: 1, pin: 16, ts: AFTER, temperatura: 1_950, humedad: null },
      ],
      estados: [
        { placa_id: 1, ts: ANTES, on_lo: on, on_hi: 0, off_lo: 0, off_hi: 0 },
        { placa_id: 1, ts: AFTER, on_lo: 0, on_hi: 0, off_lo: on, off_hi: 0 },
      ],
    });
  });
  afterAll(() => history.stop());

  it('gives points oldest first, in degrees, with what the sensor did not say as null', async () => {
    expect(await service.points(persona('admin_empresa', 1), 1, 50)).toEqual([
      { fecha: new Date(ANTES).toISOString(), temperatura: 20, humedad: null },
      { fecha: new Date(AFTER).toISOString(), temperatura: 20.01, humedad: null },
    ]);
    expect(await service.points(persona('admin_global', null), 1, 1)).toHaveLength(1);
  });

  it.each([
    ['a switch of another company', persona('admin_empresa', 2), 1],
    ['a switch that is not assigned', persona('usuario', 1), 2],
    ['a switch that does not exist', persona('admin_global', null), 99],
  ])('refuses %s with the same words', async (_name, caller, id) => {
    await expect(service.points(caller, id, 50)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });

  it("cuts days at midnight of the company's zone, the last day included", async () => {
    const estados = async (dias: object) =>
      (await service.events(persona('usuario', 1), 9, dias)).map(({ nombre, estado }) => `${nombre}${estado}`);
    expect(await estados({ desde: '2026-03-10', hasta: '2026-03-11' })).toEqual(['A0', 'A1']);
    expect(await estados({ desde: '2026-03-10', hasta: '2026-03-10' })).toEqual(['A1']);
    expect(await estados({ desde: '2026-03-11' })).toEqual(['A0']);
    expect(await estados({ hasta: '2026-03-09' })).toEqual([]);
    expect(await estados({})).toEqual([]);
  });

  it('marks the first state ever known of a pin, and no later one, whatever the range begins with', async () => {
    const firsts = async (dias: object) =>
      (await service.events(persona('usuario', 1), 9, dias)).map(({ estado, primero }) => [estado, primero]);
    expect(await firsts({ desde: '2026-03-10' })).toEqual([
      [0, undefined],
      [1, 1],
    ]);
    expect(await firsts({ desde: '2026-03-11' })).toEqual([[0, undefined]]);
  });

  it('is of one switch alone where one is asked for, which must be theirs', async () => {
    const of = async (only: number) =>
      (await service.events(persona('usuario', 1), 9, { desde: '2026-03-10' }, { only })).map(
        ({ switch_id }) => switch_id,
      );
    expect(await of(1)).toEqual([1, 1]);
    await expect(of(2)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });

  it('is of a switch for whoever may read it', async () => {
    const of = async (caller: Caller, id: number) =>
      (await service.eventsOfSwitch(caller, id, { desde: '2026-03-10' }, undefined)).map(({ switch_id }) => switch_id);
    expect(await of(persona('admin_empresa', 1), 2)).toEqual([2, 2]);
    expect(await of(persona('usuario', 1), 1)).toEqual([1, 1]);
    await expect(of(persona('usuario', 1), 2)).rejects.toMatchObject({ codigo: 'no_encontrado' });
    await expect(of(persona('admin_empresa', 2), 1)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });

  it('goes on before any entry, those of the same instant too, and further back than thirty days', async () => {
    const repository = new HistoryRepository(history.dataSource, history.dataSource);
    const relays = await new AccessService(history.dataSource, grants).activeRelays([1, 2]);
    const zona = 'America/Mexico_City';
    const all = await repository.events(relays, { desde: '2026-03-10' }, zona);
    expect(all.map(({ nombre, estado }) => `${nombre}${estado}`)).toEqual(['A0', 'B0', 'A1', 'B1']);
    for (const [i, { _id }] of all.entries())
      expect(await repository.events(relays, {}, zona, _id)).toEqual(all.slice(i + 1));
    const desde = { desde: '2026-03-11', hasta: '2026-03-11' };
    expect(await repository.events(relays, desde, zona, all[0]?._id)).toEqual([all[1]]);
    expect(await repository.events(relays, {}, zona, '1:999999999999999')).toEqual(all);
  });

  it('of another usuario is for the admin of their company only', async () => {
    await expect(service.events(persona('usuario', 1, 8), 9, {})).rejects.toMatchObject({ codigo: 'no_encontrado' });
    await expect(service.events(persona('admin_empresa', 2), 9, {})).rejects.toMatchObject({
      codigo: 'no_encontrado',
    });
    await expect(service.events(persona('admin_empresa', 1), 9, {})).resolves.toEqual([]);
  });

  it('knows the newest value of each pin and sensor with its own time, for a last-known state that was lost', async () => {
    expect(await service.latest([7, 1])).toEqual([
      { placa_id: 7, pines: [], sensores: [] },
      {
        placa_id: 1,
        pines: [
          { pin: 4, estado: 0, ts: AFTER },
          { pin: 5, estado: 0, ts: AFTER },
        ],
        sensores: [
          { pin: 15, temperatura: 20.01, humedad: null, ts: AFTER, temperatura_ts: AFTER, humedad_ts: AFTER },
          { pin: 16, temperatura: 19.5, humedad: 50, ts: AFTER, temperatura_ts: AFTER, humedad_ts: STOPPED },
        ],
      },
    ]);
  });

  it('leaves the switches that are inactive out of what a usuario did', async () => {
    const de = async () =>
      (await service.events(persona('usuario', 1, 7), 7, { desde: '2026-03-01', hasta: '2026-03-31' })).map(
        ({ switch_id }) => switch_id,
      );
    expect(new Set(await de())).toContain(1);
    await history.query('UPDATE switches SET activo = false WHERE id = 1');
    expect(await de()).not.toContain(1);
    await history.query('UPDATE switches SET activo = true WHERE id = 1');
  });
});
