import type { Persona } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import { DataSource } from 'typeorm';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { monthOf } from '../maintenance/partitions/month.js';
import { PartitionsService } from '../maintenance/partitions/partitions.service.js';
import { Parts, TestService } from '../test/service.fixture.js';
import { ExportPlanner } from './export-planner.js';
import { ExportWriter } from './export-writer.js';
import { ALWAYS } from './windows.js';

const ADMIN: Persona = { tipo: 'persona', usuario_id: 1, rol: 'admin_empresa', empresa_id: 1, sid: 's'.repeat(16) };
const FOREIGN: Persona = { ...ADMIN, usuario_id: 2, empresa_id: 2 };
/** 12:00 in Mexico City, where it is UTC−6. */
const T = '2026-03-10T18:00:00Z';
/** Far more rows than socket buffers can hold. */
const MANY = 400_000;
const GRANDE = { tipo: 'sensores', switch_id: 3 } as const;
/** Few at a time, so that no statement reaches its timeout on a busy machine. */
const PER_STATEMENT = 20_000;
/** How long a reader may take nothing before its slot may go to another. */
const IDLE_MS = 1_000;

const storeManyReadings = async (service: TestService): Promise<void> => {
  for (let first = 1; first <= MANY; first += PER_STATEMENT) {
    await service.query(
      `INSERT INTO lecturas (placa_id, pin, ts, temperatura, humedad)
       SELECT 3, 15, $1::timestamptz + n * interval '1 s', n % 4000, 5000 FROM generate_series($2::int, $3::int) n`,
      [T, first, first + PER_STATEMENT - 1],
    );
  }
};

let parts: Parts;

beforeAll(async () => {
  parts = await Parts.start();
});
afterAll(() => parts?.stop());

describe('a CSV export', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(parts, { EXPORTS_PER_COMPANY: '1', EXPORTS_TOTAL: '2' });
    await service.get(PartitionsService).ensure([monthOf(Date.parse(T))]);
    await service.query(`INSERT INTO empresas (id, nombre, zona_horaria)
      VALUES (1, 'Uno', 'America/Mexico_City'), (2, 'Dos', 'UTC')`);
    await service.query(`INSERT INTO switches (id, empresa_id, nombre, zona) VALUES
      (1, 1, '=HYPERLINK("x")', 'Norte, "alto"'), (2, 1, '@suma', '+1'), (3, 1, '-3', E'\\ttab'), (4, 2, 'Ajeno', 'Sur')`);
    await service.query(
      `INSERT INTO cableado (switch_id, empresa_id, papel, placa_id, pin, desde, hasta, anotado) VALUES
        (1, 1, 'relevador', 1, 4, '-infinity', 'infinity', $1), (2, 1, 'relevador', 1, 5, '-infinity', 'infinity', $1),
        (1, 1, 'sensor', 1, 15, '-infinity', $1::timestamptz + interval '40 s', $1),
        (1, 1, 'sensor', 1, 32, '-infinity', 'infinity', $1),
        (3, 1, 'sensor', 3, 15, '-infinity', 'infinity', $1)`,
      [T],
    );
    await service.query(
      `INSERT INTO lecturas (placa_id, pin, ts, temperatura, humedad) VALUES
        (1, 15, $1, -250, 6020), (1, 15, $1::timestamptz + interval '20 s', 2150, NULL),
        (1, 32, $1::timestamptz + interval '10 s', 1, 2), (1, 32, $1::timestamptz + interval '30 s', 3, 4),
        (1, 15, $1::timestamptz + interval '50 s', 9, 9)`,
      [T],
    );
    await service.query(
      `INSERT INTO transiciones (placa_id, pin, ts, estado) VALUES
        (1, 4, $1, 1), (1, 5, $1::timestamptz + interval '1 s', 0), (1, 9, $1, 1)`,
      [T],
    );
    await storeManyReadings(service);
  });
  afterAll(() => service?.stop());

  const lines = async (asked: Parameters<TestService['export']>[0]): Promise<string[]> => {
    const { status, body } = await service.exportText(asked, ADMIN);
    expect(status).toBe(200);
    return body.split('\n');
  };
  const copies = async (): Promise<number> => {
    const [row] = await service.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY (%' AND state = 'active'`,
    );
    return row!.n;
  };

  it('begins with a byte order mark and its headings, and ends with a line break', async () => {
    const todo = await lines({ tipo: 'estados', empresa_id: 1 });
    expect(todo[0]).toBe('\uFEFFFecha,Sitio,Switch,Estado');
    expect(todo.at(-1)).toBe('');
  });

  it("tells of states in the company's own time, and takes the formula out of what people typed", async () => {
    expect((await lines({ tipo: 'estados', empresa_id: 1 })).slice(1, -1)).toEqual([
      `2026-03-10 12:00:00.000-06:00,"Norte, ""alto""","'=HYPERLINK(""x"")",ENCENDIDO`,
      `2026-03-10 12:00:01.000-06:00,'+1,'@suma,APAGADO`,
    ]);
    expect((await lines({ ...GRANDE, hasta: '2026-03-10' }))[1]).toMatch(/,'\ttab,'-3,0\.01,50\.00$/);
  });

  it('leaves numbers numbers, a negative one too, and what the sensor did not say empty', async () => {
    const values = (await lines({ tipo: 'sensores', switch_id: 1 }))
      .slice(1, -1)
      .map((line) => line.split(',').slice(-2));
    expect(values).toContainEqual(['-2.50', '60.20']);
    expect(values).toContainEqual(['21.50', '']);
  });

  it('of a switch whose wirings overlap in time is in the order of time all the same, each row once', async () => {
    const rows = (await lines({ tipo: 'sensores', switch_id: 1 })).slice(1, -1);
    expect(rows.map((fila) => fila.slice(0, 19))).toEqual([
      '2026-03-10 12:00:00',
      '2026-03-10 12:00:10',
      '2026-03-10 12:00:20',
      '2026-03-10 12:00:30',
    ]);
  });

  it('merges such wirings as it reads them: its first row waits for no sort of all of them', async () => {
    const { query } = await service.get(ExportPlanner).prepare(ADMIN, { tipo: 'sensores', switch_id: 1 });
    const plan = await service.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${query(ALWAYS)}`);
    const steps = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(steps).toContain('Merge Append');
    expect(steps).not.toMatch(/Sort +\(/);
  });

  it('of days without rows, or of a switch without a sensor, has its headings only', async () => {
    const header = ['\uFEFFFecha,Sitio,Switch,Temperatura (°C),Humedad (%)', ''];
    expect(await lines({ tipo: 'sensores', switch_id: 1, desde: '2026-03-11' })).toEqual(header);
    expect(await lines({ tipo: 'sensores', switch_id: 2 })).toEqual(header);
  });

  it('of somebody else is refused like one of nothing', async () => {
    for (const asked of [GRANDE, { tipo: 'estados', empresa_id: 1 }, { tipo: 'sensores', switch_id: 99 }] as const) {
      const { status, body } = await service.exportText(asked, FOREIGN);
      expect([status, JSON.parse(body)]).toEqual([404, expect.objectContaining({ codigo: 'no_encontrado' })]);
    }
  });

  it('holds one of few slots: the next one of that company is told to wait, another company is not', async () => {
    const primero = await service.export(GRANDE, ADMIN);
    const segundo = await service.exportText({ tipo: 'estados', empresa_id: 1 }, ADMIN);
    expect([segundo.status, JSON.parse(segundo.body)]).toEqual([
      429,
      expect.objectContaining({ codigo: 'demasiadas_solicitudes' }),
    ]);
    expect((await service.exportText({ tipo: 'estados', empresa_id: 2 }, FOREIGN)).status).toBe(200);
    primero.destroy();
    await eventually(async () => expect(await copies()).toBe(0));
  });

  it('that its reader leaves gives back its slot and ends its query', async () => {
    for (let vez = 0; vez < 3; vez++) {
      const response = await eventually(async () => {
        const asked = await service.export(GRANDE, ADMIN);
        if (asked.statusCode !== 200) asked.resume();
        expect(asked.statusCode).toBe(200);
        return asked;
      });
      // Between two pieces of a file no query runs, so the reader reads on until the next query.
      await eventually(async () => {
        response.read();
        expect(await copies()).toBe(1);
      });
      response.destroy();
      await eventually(async () => expect(await copies()).toBe(0));
    }
  });
});

/** Of the same company and readings. */
describe('a CSV export whose reader', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(parts, { EXPORTS_PER_COMPANY: '1', EXPORT_IDLE_MS: String(IDLE_MS) });
  });
  afterAll(() => service?.stop());

  it('takes nothing for a while gets the whole file if nobody needs its slot', async () => {
    const response = await service.export(GRANDE, ADMIN);
    await eventually(async () => {
      const standing = await service.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '% export'
            AND now() - greatest(query_start, state_change) > interval '${2 * IDLE_MS} ms'`,
      );
      expect(standing).toHaveLength(1);
    });
    response.resume();
    await eventually(() => expect(response.closed).toBe(true));
    expect(response.complete).toBe(true);
  });

  it('never takes the rest is cut off in the end', async () => {
    const response = await service.export(GRANDE, ADMIN);
    await eventually(async () => {
      const connections = await service.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '% export'`,
      );
      expect(connections).toEqual([]);
    });
    response.resume();
    await eventually(() => expect(response.closed).toBe(true));
    expect(response.complete).toBe(false);
  });

  it('takes nothing for a while is cut off when another needs its slot', async () => {
    const response = await service.export(GRANDE, ADMIN);
    expect((await service.exportText(GRANDE, ADMIN)).status).toBe(429);
    await eventually(async () => expect((await service.exportText(GRANDE, ADMIN)).status).toBe(200));
    response.resume();
    await eventually(() => expect(response.closed).toBe(true));
    expect(response.complete).toBe(false);
  });

  it('left while the export was prepared takes no slot from the next', async () => {
    const blocker = service.get(DataSource).createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE switches IN ACCESS EXCLUSIVE MODE');
    const waiting = async (wanted: number): Promise<void> =>
      eventually(async () => {
        const locked = await service.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(locked).toHaveLength(wanted);
      });
    const abandoned = await service.send(GRANDE, ADMIN);
    abandoned.on('error', () => undefined);
    await waiting(1);
    abandoned.destroy();
    const next = service.export(GRANDE, ADMIN);
    await waiting(2);
    await blocker.rollbackTransaction();
    await blocker.release();
    const response = await next;
    expect(response.statusCode).toBe(200);
    response.resume();
    // Its slot is free again, for the next test too, once the file has come whole.
    await eventually(() => expect(response.complete).toBe(true));
  });

  it('waits, because Postgres is still looking for the rows, is not to blame', async () => {
    const otro = service.get(DataSource).createQueryRunner();
    await otro.startTransaction();
    await otro.query('LOCK TABLE lecturas IN ACCESS EXCLUSIVE MODE');
    const request = service.exportText(GRANDE, ADMIN);
    await eventually(async () => {
      // More than twice the time that a reader may pause.
      const waiting = await service.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY (%'
            AND wait_event_type = 'Lock' AND now() - query_start > interval '2.5 s'`,
      );
      expect(waiting).toHaveLength(1);
    });
    await otro.rollbackTransaction();
    await otro.release();
    const { status, body } = await request;
    expect([status, body.split('\n').length]).toEqual([200, MANY + 2]);
  });

  it('is slow, but reads on, gets the whole file, each row once and in order', async () => {
    const response = await service.export(GRANDE, ADMIN);
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      await pause(10);
    }
    expect(response.complete).toBe(true);
    const dates = Buffer.concat(chunks)
      .toString()
      .split('\n')
      .slice(1, -1)
      .map((fila) => fila.slice(0, 19));
    expect(new Set(dates).size).toBe(MANY);
    expect(dates).toEqual([...dates].sort());
  });

  it('takes its time holds back no vacuum: the file is many short queries, not one of minutes', async () => {
    const exportIt = await service.get(ExportPlanner).prepare(ADMIN, GRANDE);
    const starts = new Set<number>();
    const look = async (): Promise<void> => {
      const [copy] = await service.query<{ begun: Date }>(
        `SELECT query_start AS begun FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY (%'`,
      );
      if (copy) starts.add(copy.begun.getTime());
    };
    // Looks before it accepts the next rows, so that no query runs unnoticed.
    const salida = new Writable({
      highWaterMark: 1,
      write: (_rows, _encoding, done) => void look().then(() => done(), done),
    });
    await service.get(ExportWriter).write(exportIt, salida);
    expect(starts.size).toBeGreaterThan(5);
  });
});
