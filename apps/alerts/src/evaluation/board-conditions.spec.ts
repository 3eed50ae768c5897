import type { PlacaSalud } from '@acequia/contracts';
import type { FilaRegla } from '../field/settings.js';
import { Rules } from './rules.js';
import { MINUTE, S, START, world } from './world.fixture.js';

it('a board that is connected and sends nothing raises an alarm, until it sends', () => {
  const one = world();
  one.online(1, 1);
  one.report(1);
  one.wait(650);
  expect(one.about('placa_sin_datos')).toEqual([]);
  one.wait(30);
  expect(one.about('placa_sin_datos')).toEqual(['open', 'tell']);
  one.during(3, () => one.report(1));
  expect(one.about('placa_sin_datos')).toEqual(['open', 'tell', 'close']);
});

describe('a board that is often away', () => {
  /** Away for some seconds, and then back for longer than an alarm may return. */
  const goesAway = (one: ReturnType<typeof world>, seconds: number): void => {
    one.online(1, 0);
    one.wait(seconds);
    one.online(1, 1);
    one.wait((70 * MINUTE) / S);
  };

  it('is missed only when it stays away for longer than it usually does', () => {
    const one = world();
    one.online(1, 1);
    goesAway(one, 240);
    expect(one.about('placa_sin_conexion')).toEqual(['open', 'tell', 'close']);
    goesAway(one, 230);
    expect(one.about('placa_sin_conexion')).toHaveLength(3);
    goesAway(one, 600);
    expect(one.about('placa_sin_conexion')).toHaveLength(6);
  });

  it('is missed after the time that a person wrote, whatever it usually does', () => {
    const one = world({ rules: [{ tipo: 'placa_sin_conexion', espera_s: 60 }] });
    one.online(1, 1);
    goesAway(one, 240);
    goesAway(one, 90);
    expect(one.about('placa_sin_conexion')).toHaveLength(6);
  });
});

it('the rule that was written for what is nearest holds', () => {
  const places = ['switch:1', 'placa:1', 'sitio:Norte', ''];
  const rows = places.map((objeto, umbral) => ({ tipo: 'temperatura_alta', objeto, umbral }) as FilaRegla);
  const near = (written: FilaRegla[]): number =>
    new Rules(written).of('temperatura_alta', ['switch:1', 'placa:1', 'sitio:Norte']).umbral;
  expect(rows.map((_, i) => near(rows.slice(i)))).toEqual([0, 1, 2, 3]);
  expect(near([])).toBe(42);
});

describe('a board with faults of its own', () => {
  const well: PlacaSalud = { muestras_perdidas: 0, turnos_perdidos: 0, tabla: 2, instalacion_anterior: [] };
  const chip = { reset: 'brownout', clock: 'server', heap: 61_000, stack: 1_180, links: 4, waiting: 0 } as const;
  const told = (salud: PlacaSalud, rules?: Parameters<typeof world>[0]) => {
    const one = world(rules);
    one.field.faulty = new Map([[1, { placa_id: 1, salud }]]);
    one.wait(90);
    return one;
  };

  it('is told with what is wrong, and is over when it is', () => {
    const arranques = [9, 6, 4, 1].map((minutes) => START - minutes * MINUTE);
    const one = told({
      ...well,
      muestras_perdidas: 1_200,
      perdido_ts: START,
      arranques,
      chip: { ...chip, heap: 30_500 },
      wear: [
        { pin: 25, ops: 99_999, on_s: 5 },
        { pin: 26, ops: 100_000, on_s: 5 },
      ],
      stuck: [27],
      refused: [{ doc: 'agenda', why: 'unreadable' }],
    });
    expect(one.texts).toEqual([
      'Placa 1001: arrancó 4 veces en una hora, la última con bajo voltaje: revisa su fuente; le quedaron libres 30.5 kB de memoria y 1.2 kB de pila, y puede reiniciarse; perdió 1,200 muestras y 0 avisos de riego desde que arrancó; el relevador de su pin 26 se encendió 100,000 veces: cámbialo, y su contactor, antes de que se peguen; el pin 27 no está como la placa lo puso: revisa su relevador y qué más hay en ese pin; no tomó su agenda de riego: su programa no lo entiende.',
    ]);
    one.field.faulty = new Map();
    one.wait(120);
    expect(one.about('salud_de_placa')).toEqual(['open', 'tell', 'close']);
  });

  it('is told why its last update failed, also with another firmware, which says nothing of its health', () => {
    const one = world();
    const actualizacion = { version: '14.2.0', motivo: 'no_volvio' } as const;
    one.field.faulty = new Map([[1, { placa_id: 1, salud: null, actualizacion }]]);
    one.wait(90);
    expect(one.texts).toEqual(['Placa 1001: falló su actualización a 14.2.0: no volvió a tiempo.']);
  });

  it('is not told of what passed long ago, nor of a relay that a rule gives a longer life', () => {
    const long = START - 30 * 60 * MINUTE;
    const salud = { ...well, perdido_ts: long, arranques: Array<number>(4).fill(long), chip };
    expect(told(salud).about('salud_de_placa')).toEqual([]);
    const worn = { ...well, wear: [{ pin: 26, ops: 200_000, on_s: 5 }] };
    expect(told(worn, { rules: [{ tipo: 'salud_de_placa', umbral: 500_000 }] }).about('salud_de_placa')).toEqual([]);
  });

  it('is not taken for a loop where two boards use one account', () => {
    const one = world();
    one.field.boards.get(1)!.shared = START;
    const salud = { ...well, arranques: Array<number>(4).fill(START) };
    one.field.faulty = new Map([[1, { placa_id: 1, salud }]]);
    one.wait(90);
    expect(one.about('salud_de_placa')).toEqual([]);
  });
});
