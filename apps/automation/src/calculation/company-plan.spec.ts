import type { Previsto } from './plan.js';
import { type PlanRequest, companyPlan } from './company-plan.js';
import { farm, FROM, programa } from './calculation.fixture.js';

const HOUR_MS = 3_600_000;
const stored = { ...programa(), empresa_id: 1, activo: 1, pausado: 0, definicion: programa() };
const request = (changes: Partial<PlanRequest> = {}): PlanRequest => ({
  programas: [stored as never],
  farm,
  vedas: [],
  followed: new Map(),
  stopped: new Set(),
  late: [],
  now: FROM,
  hasta: FROM + 1_000 * 24 * HOUR_MS,
  ...changes,
});
const rowsOf = ({ batches }: { batches: string[] }): Previsto[] =>
  batches.flatMap((batch) => JSON.parse(batch) as Previsto[]);

describe('the plan of a company', () => {
  it('comes as the rows of a few statements, with the keys of all turns and of those that are to run', () => {
    const plan = companyPlan(
      request({ vedas: [{ placa_id: null, sitio: null, hasta: FROM + 24 * HOUR_MS, motivo: '' }] }),
    );
    expect(plan.batches).toHaveLength(2);
    const keys = rowsOf(plan).map(({ turno_id }) => turno_id);
    expect(keys).toHaveLength(2_000);
    expect(plan.all).toBe(`{${keys.join(',')}}`);
    expect(plan.running).toBe(`{${keys.slice(2).join(',')}}`);
  });

  it('leaves out starts that a person stopped', () => {
    const [first] = rowsOf(companyPlan(request()));
    const plan = companyPlan(request({ stopped: new Set([`1:${first?.riego}`]) }));
    expect(rowsOf(plan)).toHaveLength(1_998);
  });

  it('says of turns that may still start late whether it wants them, also when it has them later', () => {
    const [first, second] = rowsOf(companyPlan(request()));
    const now = (second?.inicio ?? 0) - 1;
    const late = [first, second].map((turno) => ({ turno_id: turno?.turno_id ?? '', inicio: first?.inicio ?? 0 }));
    const plan = companyPlan(request({ now, late: [...late, { turno_id: '1-1-s9', inicio: first?.inicio ?? 0 }] }));
    expect([...plan.late]).toEqual(late.map(({ turno_id }) => [turno_id, 'previsto']));
  });
});
