import type { Caller } from '@acequia/contracts';
import { monthOf } from '../../maintenance/partitions/month.js';
import { TestHistory } from '../../test/database.fixture.js';
import { SensorDayService } from './sensor-day.service.js';

const admin = (empresa_id: number): Caller => ({
  tipo: 'persona',
  usuario_id: 9,
  rol: 'admin_empresa',
  sid: 's',
  empresa_id,
});
const NOW = new Date('2026-03-11T12:20:00Z');
const at = (hour: string): number => Date.parse(`2026-03-11T${hour}:00Z`);

describe('the last day of the sensors of a company', () => {
  let history: TestHistory;
  let service: SensorDayService;

  beforeAll(async () => {
    history = await TestHistory.start();
    service = new SensorDayService(history.dataSource);
    await history.query(
      `INSERT INTO switches (id, empresa_id, nombre, zona) VALUES (1, 1, 'A', 'Norte'), (2, 1, 'B', 'Norte'), (3, 2, 'C', 'Sur')`,
    );
    await history.query(
      `INSERT INTO cableado (switch_id, empresa_id, papel, placa_id, pin, desde, hasta, anotado) VALUES
         (1, 1, 'sensor', 1, 15, '2026-01-01Z', 'infinity', now()),
         (2, 1, 'sensor', 1, 16, '2026-03-11T11:00:00Z', 'infinity', now()),
         (3, 2, 'sensor', 2, 15, '2026-01-01Z', 'infinity', now())`,
    );
    const reading = (pin: number, ts: number, temperatura: number | null, humedad: number | null, placa_id = 1) => ({
      placa_id,
      pin,
      ts,
      temperatura,
      humedad,
    });
    await history.partitions().ensure([monthOf(NOW.getTime())]);
    await history.writer().save({
      lecturas: [
        // Beyond the day.
        reading(15, at('12:00') - 24 * 3_600_000, 9_900, 9_900),
        reading(15, at('10:05'), 2_000, 5_000),
        reading(15, at('10:50'), 2_100, null),
        reading(15, at('12:10'), 2_250, 6_040),
        // The pin was another switch's until 11:00.
        reading(16, at('10:30'), 100, 100),
        reading(16, at('11:30'), 3_000, null),
        reading(15, at('12:10'), 1_000, 1_000, 2),
      ],
      estados: [],
    });
  });
  afterAll(() => history.stop());

  it('is the mean of each hour, with nothing where nothing was read, of its own sensors only', async () => {
    const days = await service.read(admin(1), 1, NOW);
    const of = (id: number) => days.find(({ switch_id }) => switch_id === id)!;
    expect(days.map(({ switch_id }) => switch_id).sort()).toEqual([1, 2]);
    expect(of(1).temperatura).toHaveLength(24);
    expect(of(1).temperatura.slice(-3)).toEqual([20.5, null, 22.5]);
    expect(of(1).humedad.slice(-3)).toEqual([50, null, 60.4]);
    expect(
      of(1)
        .temperatura.slice(0, -3)
        .every((value) => value === null),
    ).toBe(true);
    expect(of(2).temperatura.slice(-3)).toEqual([null, 30, null]);
  });

  it('is refused to another company', async () => {
    await expect(service.read(admin(2), 1, NOW)).rejects.toMatchObject({ codigo: 'no_encontrado' });
  });
});
