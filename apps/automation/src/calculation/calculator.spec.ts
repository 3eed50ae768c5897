import { byStart } from '../storage/place.js';
import type { ProgramaEntity } from '../storage/programa.entity.js';
import { farm, FROM, programa } from './calculation.fixture.js';
import { Calculator } from './calculator.service.js';
import { distantOf } from './distant.js';

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
const DAYS_MS = 86_400_000;

/** Within every limit, and each of its 1,536 runs a day meets thousands of others. */
const tangled = programa({
  inicios: HOURS,
  pasos: Array.from({ length: 64 }, (_, n) => ({
    switch_id: n + 1,
    duracion_s: 86_400,
    junto_con_anterior: n === 0 ? 0 : 1,
  })),
});
const preview = (one: ReturnType<typeof programa>) => ({
  programa: one,
  others: [],
  farm,
  powers: new Map<number, number>(),
  desde: FROM,
  hasta: FROM + 14 * DAYS_MS,
});

describe('what a person asks to be calculated', () => {
  let calculator: Calculator;
  beforeAll(() => (calculator = new Calculator()));
  afterAll(() => calculator.beforeApplicationShutdown());

  it('is calculated beside the thread that answers others, and given up when it takes too long; the next one is not', async () => {
    let turns = 0;
    const loop = setInterval(() => (turns += 1), 1);
    const slow = calculator.run(1, 'preview', preview(tangled), 300);
    const quick = calculator.run(2, 'preview', preview(programa()), 120_000);
    await expect(slow).rejects.toMatchObject({ codigo: 'calculo_largo' });
    clearInterval(loop);
    expect(turns).toBeGreaterThan(5);
    expect((await quick).turnos).toHaveLength(28);
  });

  it('says what is wrong with a program as if it had been asked there', async () => {
    const endless = programa({ remojo: { max_s: 30, pausa_s: 30 }, inicios: HOURS });
    await expect(calculator.run(1, 'preview', preview(endless), 120_000)).rejects.toMatchObject({
      codigo: 'datos_invalidos',
      texto: expect.stringContaining('el máximo es 200') as string,
    });
  });
});

describe('the turns of distant days', () => {
  const request = {
    programas: [
      { ...programa(), empresa_id: 1, activo: 1, pausado: 0, definicion: programa() } as never as ProgramaEntity,
    ],
    farm,
    desde: FROM,
    hasta: FROM + 62 * DAYS_MS,
    after: null,
    switch_id: undefined,
    granted: null,
  };
  const all = distantOf({ ...request, most: 1_000 });

  it('come in pages that together are the whole', () => {
    expect(all).toHaveLength(124);
    const pages: typeof all = [];
    for (;;) {
      const page = distantOf({ ...request, most: 10, after: pages.at(-1) ?? null });
      pages.push(...page);
      if (page.length < 10) break;
    }
    expect(pages).toEqual(all);
    expect([...all].sort(byStart)).toEqual(all);
  });

  it('are those of one switch, and of what a usuario may see', () => {
    expect(distantOf({ ...request, most: 1_000, switch_id: 2 })).toHaveLength(62);
    const granted = { switches: new Set([1]), dispositivos: new Set<number>() };
    expect(distantOf({ ...request, most: 1_000, granted }).every(({ switch_id }) => switch_id === 1)).toBe(true);
  });
});
