import type { Change } from '@acequia/contracts';
import { UNKNOWN } from './condition.js';
import { world } from './world.fixture.js';

type Report = Partial<Extract<Change, { tipo: 'estado' }>>;

/** The alarms that a report asks, after one before it. */
const askedBy = (report: Report, before: Report | null = null): string[] => {
  const one = world({ boards: 2, sitio: 'Norte' });
  if (before) one.say({ tipo: 'estado', placa_id: 1, pines: [], sensores: [], ...before });
  const asked: string[] = [];
  for (const { watch } of one.engine.alarms.values())
    watch.ask = () => {
      asked.push(`${watch.tipo} ${watch.objeto}`);
      return UNKNOWN;
    };
  one.say({ tipo: 'estado', placa_id: 1, pines: [], sensores: [], ...report });
  return asked;
};
const now = world().now();

describe('a report of a board', () => {
  it('asks the alarms of the sensor that it tells of, and of no relay', () => {
    const asked = askedBy({ sensores: [[15, 20, 50, now]] });
    expect(asked).toContain('temperatura_alta switch:1');
    expect(asked).not.toContain('relevador_inquieto switch:1');
  });

  it('with a relay evaluates the alarms of that relay, and of no sensor', () => {
    const asked = askedBy({ pines: [[4, 1, now]] });
    expect(asked).toContain('relevador_inquieto switch:1');
    expect(asked).not.toContain('temperatura_alta switch:1');
  });

  it('evaluates no alarm of the other boards of its site', () => {
    const asked = askedBy({ pines: [[4, 1, now]], sensores: [[15, 20, 50, now]] });
    expect(asked.filter((what) => !what.endsWith('switch:1'))).toEqual([]);
  });

  it('evaluates no alarm of a relay whose state did not change', () => {
    const asked = askedBy({ pines: [[4, 1, now]] }, { pines: [[4, 1, now - 1_000]] });
    expect(asked).toEqual([]);
  });

  it('evaluates all switches that share its sensor, a new one among them', () => {
    const one = world();
    one.report(1, { t: 20 });
    one.field.switches.set(7, { ...one.field.switches.get(1)!, id: 7, hardware_pin: 5, sensor: null });
    one.engine.arrange(one.rules);
    one.wait(30);
    one.report(1, { t: 21 });
    const [first, second] = [1, 7].map((id) => one.field.switches.get(id)?.sensor);
    expect(second).toMatchObject({ t: { value: 21 }, moves: 1 });
    expect(second).toEqual(first);
  });
});
