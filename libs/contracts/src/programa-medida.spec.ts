import { excessOf, runsOfProgram, type ProgramaMeasured } from './programa-medida.js';
import { faultsOfPrograma } from './programa.js';

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
const valves = (count: number, duracion_s: number) =>
  Array.from({ length: count }, (_, n) => ({ switch_id: n + 1, duracion_s }));
const programa = (changes: Partial<ProgramaMeasured> = {}): ProgramaMeasured => ({
  inicios: ['05:00'],
  pasos: valves(1, 600),
  ...changes,
});

describe('the size of a program', () => {
  it('is refused for more than 200 runs of one valve in a day, in its longest month', () => {
    const cycles = { pasos: valves(1, 6_000), remojo: { max_s: 30, pausa_s: 1 } };
    expect(excessOf(programa(cycles))).toBeNull();
    const porcentajes = [...Array<number>(11).fill(100), 101];
    expect(excessOf(programa({ ...cycles, porcentajes }))?.mensaje).toMatch(/202 riegos de una misma válvula/);
  });

  it('counts a valve that is in several steps once for each', () => {
    const pasos = [...valves(1, 3_600), ...valves(1, 3_600)];
    expect(excessOf(programa({ pasos, remojo: { max_s: 30, pausa_s: 1 } }))?.mensaje).toMatch(/240 riegos/);
  });

  it('is refused for more than 5,000 runs of all its valves, and of its pump with them', () => {
    const wide = programa({ inicios: HOURS, pasos: valves(64, 180), remojo: { max_s: 60, pausa_s: 1 } });
    expect(runsOfProgram(wide)).toBe(4_608);
    expect(excessOf(wide)).toBeNull();
    const pump = { switch_id: 99, valves: new Set([1, 2, 3, 4, 5, 6]) };
    expect(excessOf(wide, [pump])?.mensaje).toMatch(/Serían 5040 encendidos/);
  });

  it('is refused when one start lasts longer than two weeks', () => {
    expect(excessOf(programa({ pasos: valves(14, 86_400) }))).toBeNull();
    expect(excessOf(programa({ pasos: valves(14, 86_400), pausa_s: 1 }))?.mensaje).toMatch(/más de 14 días/);
    const together = valves(64, 86_400).map((paso) => ({ ...paso, junto_con_anterior: 1 as const }));
    expect(excessOf(programa({ pasos: together }))).toBeNull();
    expect(excessOf(programa({ pasos: together, limite: { valvulas: 2 } }))?.mensaje).toMatch(/más de 14 días/);
  });

  it('lets through what a large farm waters: 64 valves, four starts, three cycles', () => {
    const large = { inicios: HOURS.slice(0, 4), pasos: valves(64, 1_800), remojo: { max_s: 600, pausa_s: 1_800 } };
    const pump = { switch_id: 99, valves: new Set(large.pasos.map(({ switch_id }) => switch_id)) };
    expect(excessOf(programa({ ...large, pausa_s: 30 }), [pump])).toBeNull();
  });

  it('is told at the field of the form that makes it so large, unless it is turned off', () => {
    const hostile = {
      activo: 1 as const,
      inicios: HOURS,
      pasos: valves(64, 86_400),
      remojo: { max_s: 30, pausa_s: 30 },
      porcentajes: Array<number>(12).fill(300),
    };
    expect(faultsOfPrograma(hostile)[0]?.campo).toBe('remojo.max_s');
    expect(faultsOfPrograma({ ...hostile, activo: 0 })).toEqual([]);
  });
});
