import type { Persona } from '@acequia/contracts';
import { monthOf } from '../../maintenance/partitions/month.js';
import { PartitionsService } from '../../maintenance/partitions/partitions.service.js';
import { Parts, TestService } from '../../test/service.fixture.js';
import { AccessService } from './access.service.js';
import { HistoryRepository } from './history.repository.js';
import { HistoryService } from './history.service.js';

const MINUTE = 60_000;
const EVERY_MS = 30 * MINUTE;
const admin = (empresa_id: number): Persona => ({
  tipo: 'persona',
  usuario_id: 1,
  rol: 'admin_empresa',
  empresa_id,
  sid: 's'.repeat(16),
});

/** Zone; a calendar day; instants of its midnight and the next one; its hours. */
const DIAS: [zona: string, dia: string, desde: string, hasta: string, horas: number][] = [
  ['America/Mexico_City', '2026-03-08', '2026-03-08T06:00:00Z', '2026-03-09T06:00:00Z', 24],
  ['America/Mexico_City', '2026-10-25', '2026-10-25T06:00:00Z', '2026-10-26T06:00:00Z', 24],
  ['America/Tijuana', '2026-03-08', '2026-03-08T08:00:00Z', '2026-03-09T07:00:00Z', 23],
  ['America/Tijuana', '2026-11-01', '2026-11-01T07:00:00Z', '2026-11-02T08:00:00Z', 25],
  ['America/Ciudad_Juarez', '2026-03-08', '2026-03-08T07:00:00Z', '2026-03-09T06:00:00Z', 23],
  ['America/Ciudad_Juarez', '2026-11-01', '2026-11-01T06:00:00Z', '2026-11-02T07:00:00Z', 25],
  ['UTC', '2026-03-08', '2026-03-08T00:00:00Z', '2026-03-09T00:00:00Z', 24],
  ['Asia/Kolkata', '2026-03-08', '2026-03-07T18:30:00Z', '2026-03-08T18:30:00Z', 24],
];

describe('one range of days is the same rows in the API, the CSV and the chart', () => {
  let parts: Parts;
  let service: TestService;

  beforeAll(async () => {
    parts = await Parts.start();
    service = await TestService.start(parts);
    const months = ['2026-03-01', '2026-10-01', '2026-11-01'].map((dia) => monthOf(Date.parse(dia)));
    await service.get(PartitionsService).ensure(months);
    for (const [i, [zona, , desde, hasta]] of DIAS.entries()) {
      const id = i + 1;
      await service.query('INSERT INTO empresas (id, nombre, zona_horaria) VALUES ($1, $2, $2)', [id, zona]);
      await service.query(`INSERT INTO switches (id, empresa_id, nombre, zona) VALUES ($1, $1, 'Riego', 'Norte')`, [
        id,
      ]);
      await service.query(
        `INSERT INTO cableado (switch_id, empresa_id, papel, placa_id, pin, desde, hasta, anotado) VALUES
           ($1, $1, 'relevador', $1, 4, '-infinity', 'infinity', now()), ($1, $1, 'sensor', $1, 15, '-infinity', 'infinity', now())`,
        [id],
      );
      // From six hours before the day to six after, with one sample at each midnight and one a millisecond before.
      const instants = `(SELECT generate_series($2::timestamptz - interval '6 h', $3::timestamptz + interval '6 h', '30 min') AS ts
        UNION SELECT $2::timestamptz - interval '1 ms' UNION SELECT $3::timestamptz - interval '1 ms') i`;
      const values = [id, desde, hasta];
      await service.query(`INSERT INTO lecturas SELECT $1::integer, 15, ts, 2000, 5000 FROM ${instants}`, values);
      await service.query(
        `INSERT INTO lecturas_15m SELECT $1::integer, 15, date_bin('15 min', ts, 'epoch'), count(*), 2000 * count(*), 2000, 2000,
           count(*), 5000 * count(*), 5000, 5000 FROM ${instants} GROUP BY 3`,
        values,
      );
      await service.query(
        `INSERT INTO transiciones SELECT $1::integer, 4, ts, row_number() OVER (ORDER BY ts) % 2 FROM ${instants}`,
        values,
      );
    }
  });
  afterAll(async () => {
    await service?.stop();
    await parts?.stop();
  });

  it.each(DIAS.map((dia, i) => [i + 1, ...dia] as const))(
    'company %s in %s on %s',
    async (id, zona, dia, desde, hasta, horas) => {
      const [inicio, fin] = [Date.parse(desde), Date.parse(hasta)];
      expect((fin - inicio) / (60 * MINUTE)).toBe(horas);
      const expected = [...Array.from({ length: (fin - inicio) / EVERY_MS }, (_, i) => inicio + i * EVERY_MS), fin - 1];
      const dias = { desde: dia, hasta: dia };

      const relays = await service.get(AccessService).activeRelays([id]);
      const events = await service.get(HistoryRepository).events(relays, dias, zona);
      expect(events.map(({ fecha }) => Date.parse(fecha)).toReversed()).toEqual(expected);

      const csv = async (request: Parameters<TestService['export']>[0]): Promise<number[]> => {
        const { status, body } = await service.exportText(request, admin(id));
        expect(status).toBe(200);
        const rows = body.split('\n').slice(1, -1);
        expect(rows.every((fila) => fila.startsWith(dia))).toBe(true);
        return rows.map((fila) => Date.parse(fila.slice(0, fila.indexOf(',')).replace(' ', 'T')));
      };
      expect(await csv({ tipo: 'estados', empresa_id: id, ...dias })).toEqual(expected);
      expect(await csv({ tipo: 'sensores', switch_id: id, ...dias })).toEqual(expected);

      const serie = (ancho: number) =>
        service.get(HistoryService).serie(admin(id), { switch_id: id, desde: inicio, hasta: fin, ancho });
      const muestras = await serie(500);
      expect(muestras.ts.filter((_, i) => muestras.n[i]! > 0)).toEqual(expected);
      // The points are whole or half days: rows of neighbouring days are in none of them.
      const { nivel, ts, n } = await serie(3);
      expect(nivel).toBe('intervalos');
      expect([ts[0], n.reduce((suma, one) => suma + one, 0)]).toEqual([inicio, expected.length]);
    },
  );
});
