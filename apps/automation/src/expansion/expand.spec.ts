import { expand } from './expand.js';
import type { Corrida, Farm, ProgramaExpandible } from './types.js';

const farm = (zona: string, cambios: Partial<Farm> = {}): Farm => ({
  zona,
  latitud: null,
  longitud: null,
  flows: new Map(),
  pumps: [],
  ...cambios,
});
const programa = (cambios: Partial<ProgramaExpandible> = {}): ProgramaExpandible => ({
  id: 7,
  dias: { cada: 1, desde: '2026-01-01' },
  inicios: ['02:30'],
  pasos: [{ switch_id: 1, duracion_s: 600 }],
  ...cambios,
});
const day = (date: string): [number, number] => [
  Date.parse(`${date}T00:00:00Z`),
  Date.parse(`${date}T00:00:00Z`) + 86_400_000,
];
/** `<switch> +<minutes from the first> <minutes>`. */
const shape = (corridas: Corrida[]): string[] =>
  corridas.map(
    ({ objeto, inicio, segundos }) => `${objeto} +${(inicio - (corridas[0]?.inicio ?? 0)) / 60_000} ${segundos / 60}`,
  );

describe('a program', () => {
  it('whose local time is skipped starts after the gap; one that comes twice starts once, the first time', () => {
    const madrid = farm('Europe/Madrid');
    expect(
      expand(programa(), madrid, ...day('2026-03-29')).map(({ inicio }) => new Date(inicio).toISOString()),
    ).toEqual(['2026-03-29T01:30:00.000Z']);
    expect(
      expand(programa(), madrid, ...day('2026-10-25')).map(({ inicio }) => new Date(inicio).toISOString()),
    ).toEqual(['2026-10-25T00:30:00.000Z']);
  });

  it('waters in groups, with pauses, no more valves at a time than its limit, and its pump later on and earlier off', () => {
    const pasos = [1, 2, 3].map((switch_id, n) => ({
      switch_id,
      duracion_s: 600,
      junto_con_anterior: n > 0 ? (1 as const) : (0 as const),
    }));
    const pumps = [{ switch_id: 9, valves: new Set([1, 2, 3]), encendido_s: 60, apagado_s: 120 }];
    const corridas = expand(
      programa({ pasos, limite: { valvulas: 2 }, pausa_s: 60 }),
      farm('UTC', { pumps }),
      ...day('2026-05-01'),
    );
    expect(shape(corridas)).toEqual(['s1 +0 10', 's2 +0 10', 's9 +1 7', 's3 +11 10', 's9 +12 7']);
  });

  describe('with a pump, and valves one after the other,', () => {
    const three = programa({ pasos: [1, 2, 3].map((switch_id) => ({ switch_id, duracion_s: 60 })) });
    const pumped = (pump: Partial<Farm['pumps'][number]>, rest: Partial<Farm> = {}, program = three): string[] => {
      const pumps = [{ switch_id: 9, valves: new Set([1, 2, 3]), encendido_s: 3, apagado_s: 5, ...pump }];
      const corridas = expand(program, farm('UTC', { pumps, ...rest }), ...day('2026-05-01'));
      const first = corridas[0]?.inicio ?? 0;
      return corridas.map(({ objeto, inicio, segundos }) => `${objeto} ${(inicio - first) / 1_000} ${segundos}`);
    };

    it('gives each valve its own run of a pump that its board keeps on', () => {
      expect(pumped({ between: 'kept' })).toEqual([
        's1 0 60',
        's9 3 57',
        's2 60 60',
        's9 60 60',
        's3 120 60',
        's9 120 55',
      ]);
    });

    it('stops a pump of one run between valves whose turns are decided one by one', () => {
      const et0 = { ajuste_et0: { et0_mm: 3, referencia_mm: 5, minimo: 20 } };
      const omitir = [{ tipo: 'humedad_mayor' as const, switch_id: 4, valor: 80, reducir_a: 50 }];
      const apart = pumped({ between: 'stopped', rest_s: 60 });
      for (const decided of [et0, { omitir }])
        expect(pumped({ between: 'through', rest_s: 60 }, {}, { ...three, ...decided })).toEqual(apart);
      expect(pumped({ between: 'kept' }, {}, { ...three, ...et0 })).toEqual(pumped({ between: 'kept' }));
    });

    it('stops the pump before each valve where the board does, and waits for its rest', () => {
      expect(pumped({ between: 'stopped' })).toEqual([
        's1 0 60',
        's9 3 52',
        's2 60 60',
        's9 63 52',
        's3 120 60',
        's9 123 52',
      ]);
      const rested = ['s1 0 60', 's9 3 52', 's2 112 60', 's9 115 52', 's3 224 60', 's9 227 52'];
      expect(pumped({ between: 'stopped', rest_s: 60 })).toEqual(rested);
    });

    it('runs it once where nothing stops it', () => {
      expect(pumped({ rest_s: 60 })).toEqual(['s1 0 60', 's9 3 172', 's2 60 60', 's3 120 60']);
    });

    it('stops it between valves that exclude each other, whoever runs it', () => {
      const apart = { exclusions: [new Set([1, 2])] };
      const stopped = ['s1 0 60', 's9 3 57', 's2 60 60', 's9 63 117', 's3 120 60'];
      expect(pumped({ apagado_s: 0 }, apart)).toEqual(stopped);
      const kept = ['s1 0 60', 's9 3 52', 's2 60 60', 's9 63 57', 's3 120 60', 's9 120 55'];
      expect(pumped({ between: 'kept' }, apart)).toEqual(kept);
    });
  });

  it('waters valves together whose flows are its limit', () => {
    const pasos = [
      { switch_id: 1, duracion_s: 600 },
      { switch_id: 2, duracion_s: 600, junto_con_anterior: 1 as const },
    ];
    const flows = new Map([
      [1, 1.1],
      [2, 2.2],
    ]);
    const together = (caudal_m3h: number) =>
      shape(expand(programa({ pasos, limite: { caudal_m3h } }), farm('UTC', { flows }), ...day('2026-05-01')));
    expect(together(3.3)).toEqual(['s1 +0 10', 's2 +0 10']);
    expect(together(3.2)).toEqual(['s1 +0 10', 's2 +10 10']);
  });

  it('with cycle and soak lets valves take turns', () => {
    const pasos = [
      { switch_id: 1, duracion_s: 900 },
      { switch_id: 2, duracion_s: 300 },
    ];
    const corridas = expand(
      programa({ pasos, remojo: { max_s: 600, pausa_s: 1_200 } }),
      farm('UTC'),
      ...day('2026-05-01'),
    );
    expect(shape(corridas)).toEqual(['s1 +0 10', 's2 +10 5', 's1 +30 5']);
  });

  it('shares the water of a step out over its cycles, and gives more of it in a month of more', () => {
    const remojo = { max_s: 240, pausa_s: 600 };
    const pasos = [
      { switch_id: 1, duracion_s: 600, volumen_m3: 5 },
      { switch_id: 2, duracion_s: 600 },
    ];
    const litres = (more: Partial<ProgramaExpandible>) =>
      expand(programa({ pasos, ...more }), farm('UTC'), ...day('2026-05-01'))
        .filter(({ objeto }) => objeto === 's1')
        .map(({ segundos, litros }) => [segundos, litros]);
    expect(litres({})).toEqual([[600, 5_000]]);
    expect(litres({ remojo })).toEqual([
      [240, 2_000],
      [240, 2_000],
      [120, 1_000],
    ]);
    expect(litres({ porcentajes: Array.from({ length: 12 }, () => 150) })).toEqual([[900, 7_500]]);
  });

  it('with cycle and soak lets a valve of several steps rest between them', () => {
    const pasos = [1, 1, 2].map((switch_id) => ({ switch_id, duracion_s: 60 }));
    const corridas = expand(
      programa({ pasos, remojo: { max_s: 60, pausa_s: 120 } }),
      farm('UTC'),
      ...day('2026-05-01'),
    );
    expect(shape(corridas)).toEqual(['s1 +0 1', 's1 +3 1', 's2 +4 1']);
  });

  it('is cut where its window ends, and what begins later is marked', () => {
    const pasos = [1, 2, 3].map((switch_id) => ({ switch_id, duracion_s: 1_200 }));
    const corridas = expand(
      programa({ pasos, ventana: { desde: '23:00', hasta: '03:00' } }),
      farm('UTC'),
      ...day('2026-05-01'),
    );
    expect(corridas.map(({ segundos, outside }) => [segundos / 60, outside])).toEqual([
      [20, false],
      [10, false],
      [20, true],
    ]);
  });

  it('follows the sun, and never starts where it does not rise', () => {
    const inicios: ProgramaExpandible['inicios'] = [{ sol: 'salida', minutos: -30 }];
    const guadalajara = farm('America/Mexico_City', { latitud: 20.7, longitud: -103.3 });
    const [corrida] = expand(programa({ inicios }), guadalajara, ...day('2026-06-21'));
    // Almanac: sunrise at 06:12 local time.
    expect(Math.abs((corrida?.inicio ?? 0) - Date.parse('2026-06-21T11:42:00Z'))).toBeLessThan(3 * 60_000);
    const polar = farm('Europe/Oslo', { latitud: 78, longitud: 15 });
    expect(expand(programa({ inicios }), polar, ...day('2026-06-21'))).toEqual([]);
  });
});
