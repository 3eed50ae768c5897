import { JobQueues } from '@acequia/bus';
import type { EventEnvelope } from '@acequia/contracts';
import { eventually, truncate } from '@acequia/testing';
import { DataSource } from 'typeorm';
import { EmpresasHandlers } from '../../projections/empresas.handlers.js';
import { MaintenanceHandlers } from '../maintenance.handlers.js';
import { monthOf } from '../partitions/month.js';
import { PartitionsService } from '../partitions/partitions.service.js';
import { silent } from '../../test/database.fixture.js';
import { Parts, TestService } from '../../test/service.fixture.js';
import { DeletionService } from './deletion.service.js';

const T = Date.UTC(2026, 2, 10, 18);
/** Readings of one company, enough for several batches. */
const LECTURAS = 40_000;

describe('the telemetry of a deleted company', () => {
  let parts: Parts;
  let service: TestService;

  beforeAll(async () => {
    parts = await Parts.start();
    service = await TestService.start(parts);
    await service.get(PartitionsService).ensure([monthOf(T)]);
  });
  afterAll(async () => {
    await service?.stop();
    await parts?.stop();
  });

  beforeEach(async () => {
    await truncate(
      (sql) => service.query(sql),
      'lecturas, estados, lecturas_15m, transiciones, estado_actual, empresas, placas, switches, cableado',
    );
    // Company n has board n and switch n.
    for (const id of [1, 2]) {
      await service.query(`INSERT INTO empresas (id, nombre, zona_horaria) VALUES ($1, 'Una', 'UTC')`, [id]);
      await service.query('INSERT INTO placas (placa_id, empresa_id) VALUES ($1, $1)', [id]);
      await service.query(`INSERT INTO switches (id, empresa_id, nombre, zona) VALUES ($1, $1, 'S', 'Z')`, [id]);
      await service.query(
        `INSERT INTO cableado (switch_id, empresa_id, papel, placa_id, pin, desde, hasta, anotado)
         VALUES ($1, $1, 'sensor', $1, 15, '-infinity', 'infinity', now())`,
        [id],
      );
      await arrive(id, id === 1 ? LECTURAS : 10);
    }
  });

  async function arrive(placa_id: number, howMany: number): Promise<void> {
    await service.query(
      `INSERT INTO lecturas SELECT $1, 15, to_timestamp($2) + n * interval '1 s', 2000, 5000 FROM generate_series(1, $3::int) n`,
      [placa_id, T / 1_000, howMany],
    );
    await service.query(`INSERT INTO estado_actual VALUES ($1, now(), 0, 0, '{}', 0)`, [placa_id]);
  }
  const remain = async (tabla: string, placa_id: number): Promise<number> => {
    const [row] = await service.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${tabla} WHERE placa_id = $1`, [
      placa_id,
    ]);
    return row!.n;
  };
  const dar = (id: number) => service.query('UPDATE empresas SET eliminada_en = now() WHERE id = $1', [id]);
  const deletion = () => new DeletionService(service.get(DataSource), service.get(JobQueues), silent);

  const nothingOf = async (id: number): Promise<void> => {
    for (const tabla of ['lecturas', 'estado_actual', 'cableado']) expect(await remain(tabla, id)).toBe(0);
    expect(await service.query('SELECT FROM switches WHERE empresa_id = $1', [id])).toEqual([]);
  };
  const todoDe = async (id: number, lecturas: number): Promise<void> => {
    expect(await remain('lecturas', id)).toBe(lecturas);
    expect(await remain('estado_actual', id)).toBe(1);
    expect(await remain('cableado', id)).toBe(1);
    expect(await service.query('SELECT FROM switches WHERE empresa_id = $1', [id])).toHaveLength(1);
  };

  it('goes in the background once the event says so, and the neighbour keeps all of its own', async () => {
    const event = { data: { id: 1 }, at: Date.now() } as EventEnvelope<'empresa.eliminada'>;
    await service.get(DataSource).transaction((tx) => service.get(EmpresasHandlers).eliminada(event, tx));
    await eventually(() => nothingOf(1));
    await todoDe(2, 10);
  });

  it('goes in small transactions; a process that stops in between leaves the rest to the next', async () => {
    await dar(1);
    const primero = deletion();
    const stopped = primero.eraseEmpresa(1).catch((error: unknown) => error);
    await eventually(async () => expect(await remain('lecturas', 1)).toBeLessThan(LECTURAS));
    primero.beforeApplicationShutdown();
    expect(await stopped).toBeInstanceOf(Error);
    expect(await remain('lecturas', 1)).toBeGreaterThan(0);
    await deletion().eraseEmpresa(1);
    await nothingOf(1);
    await todoDe(2, 10);
  });

  it('does not go by mistake: a company that is there keeps its rows', async () => {
    await deletion().eraseEmpresa(1);
    await todoDe(1, LECTURAS);
  });

  it('that arrives after everything was removed is found by the hourly round', async () => {
    await dar(1);
    await deletion().eraseEmpresa(1);
    await arrive(1, 3);
    await service.get(MaintenanceHandlers).particiones();
    await eventually(() => nothingOf(1));
    await todoDe(2, 10);
  });
});
