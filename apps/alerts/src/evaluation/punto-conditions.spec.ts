import type { MagnitudClave } from '@acequia/contracts';
import { newPunto } from '../field/field.repository.js';
import type { FilaRegla } from '../field/settings.js';
import { HOUR, MINUTE, world } from './world.fixture.js';
import { Rules } from './rules.js';

const RULE = { objeto: 'punto:7', espera_s: 0 } as const;

/** A point of board 1, and what its board says of it. */
const measured = (
  magnitud: MagnitudClave,
  rules: Partial<FilaRegla>[] = [],
  cada_s = 60,
  placa_id: number | null = 1,
) => {
  const one = world({ sitio: 'Pozo', rules });
  one.field.puntos.set(
    7,
    newPunto({ id: 7, placa_id, nombre: 'Línea', sitio: 'Pozo', magnitud, cada_s, activo: 1, concesion_m3: null }),
  );
  one.engine.arrange(one.rules);
  one.online(1, 1);
  const tell = (valor: number | null, late = 0): void =>
    one.say({ tipo: 'estado', placa_id: 1, pines: [], sensores: [], puntos: [[7, valor, one.now() - late]] });
  return { ...one, tell };
};

describe('alarms of a point', () => {
  it('tell of a value beyond the limit of that point, in its unit, until it is back by the margin', () => {
    const one = measured('presion', [{ ...RULE, tipo: 'punto_bajo', umbral: 1.5, histeresis: 0.2 }]);
    one.tell(1.6);
    expect(one.about('punto_bajo')).toEqual([]);
    one.wait(30);
    one.tell(1.42);
    expect(one.texts).toEqual(['Línea: 1.42 bar, menos de 1.5 bar.']);
    one.wait(30);
    one.tell(1.6);
    one.wait(300);
    expect(one.about('punto_bajo')).toEqual(['open', 'tell']);
    one.tell(1.8);
    one.wait(600);
    expect(one.about('punto_bajo')).toEqual(['open', 'tell', 'close']);
  });

  it('do not tell of a limit that nobody set for the point', () => {
    const one = measured('presion');
    one.tell(99);
    one.tell(-1);
    one.wait(900);
    expect(one.about('punto_alto')).toEqual([]);
  });

  it('know no high and low of a total, nor of what was measured long ago', () => {
    const high = { ...RULE, tipo: 'punto_alto', umbral: 1 } as const;
    const total = measured('volumen', [high]);
    total.tell(5_000);
    const late = measured('presion', [high]);
    late.tell(50, 30 * MINUTE);
    for (const one of [total, late]) expect(one.about('punto_alto')).toEqual([]);
  });

  it('tell of a point whose values stop coming from a board that is there, by its own period', () => {
    for (const [cada_s, minutes] of [
      [60, 15],
      [3_600, 180],
    ] as const) {
      const one = measured('nivel', [], cada_s);
      one.tell(2);
      one.during(minutes - 2, () => one.report(1));
      expect(one.about('punto_callado')).toEqual([]);
      one.during(6, () => one.report(1));
      expect(one.about('punto_callado')).toEqual(['open', 'tell']);
      one.tell(2.1);
      one.wait(600);
      expect(one.about('punto_callado')).toEqual(['open', 'tell', 'close']);
    }
  });

  it('leave to the alarm of its board a point whose board is away', () => {
    const one = measured('nivel');
    one.tell(2);
    one.online(1, 0);
    one.wait(3_600);
    expect(one.about('punto_callado')).toEqual([]);
  });

  it('tell of a program that stops sending, and of its values, without a board', () => {
    const one = measured('presion', [{ ...RULE, tipo: 'punto_alto', umbral: 2 }], 60, null);
    const send = (valor: number): void => one.say({ tipo: 'punto', punto_id: 7, valor, ts: one.now() });
    one.online(1, 0);
    send(3);
    expect(one.texts).toEqual(['Línea: 3 bar, más de 2 bar.']);
    one.wait(1_100);
    expect(one.about('punto_callado')).toEqual(['open', 'tell']);
    expect(one.texts).toContain('Línea: no llegan valores.');
    send(1);
    one.wait(600);
    expect(one.about('punto_callado')).toEqual(['open', 'tell', 'close']);
  });

  it('tell of a sensor that gives no possible value', () => {
    const one = measured('ph');
    one.during(7, () => one.tell(null));
    expect(one.texts).toEqual(['Línea: su sensor no da un valor posible.']);
    one.during(12, () => one.tell(7));
    expect(one.about('punto_fuera')).toEqual(['open', 'tell', 'close']);
  });

  it('tell of a value that stays the same, and not of a meter or a contact that rests', () => {
    const rules = [{ ...RULE, objeto: '', tipo: 'punto_pegado', umbral: HOUR / 1_000 } as const];
    const stuck = measured('humedad_suelo', rules);
    const meter = measured('volumen', rules);
    for (const one of [stuck, meter]) one.during(70, () => one.tell(31.5));
    expect(stuck.texts).toEqual(['Línea: marca 31.5 % desde hace 1 h.']);
    expect(meter.about('punto_pegado')).toEqual([]);
  });

  it('tell of a value that rises faster than its rule allows, a total’s growth too', () => {
    const rules = [{ ...RULE, tipo: 'punto_cambio', umbral: 12 } as const];
    const slow = measured('temperatura_suelo', rules);
    const fast = measured('volumen', rules);
    slow.during(20, (passed) => slow.tell(20 + passed / 10));
    fast.during(20, (passed) => fast.tell(100 + passed / 2));
    expect(slow.about('punto_cambio')).toEqual([]);
    expect(fast.texts).toEqual(['Línea: sube 30 m³ por hora.']);
  });

  it('obey a silence of the point, of its board and of its place', () => {
    for (const objeto of ['punto:7', 'placa:1', 'sitio:Pozo']) {
      const one = measured('presion', [{ ...RULE, tipo: 'punto_alto', umbral: 2 }]);
      one.engine.silences = [{ objeto, desde: 0, hasta: one.now() + HOUR }];
      one.tell(3);
      expect(one.about('punto_alto')).toEqual(['open']);
    }
  });

  it('end with their point', () => {
    const one = measured('presion', [{ ...RULE, tipo: 'punto_alto', umbral: 2 }]);
    one.tell(3);
    one.field.puntos.delete(7);
    expect(one.engine.arrange(new Rules([])).map(({ watch }) => watch.objeto)).toEqual(['punto:7']);
  });
});

it('a flow that is not that of the open valves is told at once, and is not taken for over while nobody knows', () => {
  const one = measured('volumen', []);
  const judge = (estado: 'bien' | 'mal' | 'desconocido'): void => {
    const caudal = estado === 'mal' ? ({ causa: 'rotura', m3h: 14.2, esperado_m3h: 9 } as const) : null;
    one.field.flows = new Map([
      [7, [{ proteccion_id: 3, empresa_id: 1, punto_id: 7, nombre: 'Norte', estado, caudal }]],
    ]);
    one.wait(60);
  };
  one.wait(60);
  judge('mal');
  expect(one.texts).toEqual([
    'Línea: «Norte», rotura: 14.2 m³/h con 9 esperados. Ninguna placa puede cerrarlo: ciérralo tú.',
  ]);
  judge('desconocido');
  expect(one.about('caudal_anormal')).toEqual(['open', 'tell']);
  judge('bien');
  expect(one.about('caudal_anormal')).toEqual(['open', 'tell', 'close']);
});

it('a concession is told when a share of it is used, and again when nothing is left; in a new year both are over', () => {
  const one = measured('volumen');
  const used = (m3: number | null): void => {
    one.field.taken.set(7, m3);
    one.wait(60);
  };
  used(900);
  expect(one.texts).toEqual([]);
  one.field.puntos.get(7)!.concesion_m3 = 60_000;
  used(47_000);
  expect(one.texts).toEqual([]);
  used(48_600.4);
  expect(one.texts).toEqual(['Línea: 48,600 m³ desde enero, 81 % de su concesión. Quedan 11,400 m³.']);
  used(60_700);
  expect(one.texts[1]).toBe('Línea: 60,700 m³ desde enero, 101 % de su concesión. Son 700 m³ de más.');
  used(null);
  used(12);
  expect(one.about('concesion_por_acabarse')).toEqual(['open', 'tell', 'close']);
  expect(one.about('concesion_agotada')).toEqual(['open', 'tell', 'close']);
});
