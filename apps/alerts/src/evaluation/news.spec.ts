import type { Change } from '@acequia/contracts';
import { UNKNOWN } from './condition.js';
import { world } from './world.fixture.js';

/** The alarms that a report asks. */
const askedBy = (report: Partial<Extract<Change, { tipo: 'estado' }>>): string[] => {
  const one = world({ boards: 2, sitio: 'Norte' });
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

  it('asks the alarms of the relay that it tells of, and of no sensor', () => {
    const asked = askedBy({ pines: [[4, 1, now]] });
    expect(asked).toContain('relevador_inquieto switch:1');
    expect(asked).not.toContain('temperatura_alta switch:1');
  });

  it('asks nothing of the other boards of its site', () => {
    const asked = askedBy({ pines: [[4, 1, now]], sensores: [[15, 20, 50, now]] });
    expect(asked.filter((what) => !what.endsWith('switch:1'))).toEqual([]);
  });
});
