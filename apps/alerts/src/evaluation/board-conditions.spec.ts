import type { FilaRegla } from '../field/settings.js';
import { Rules } from './rules.js';
import { MINUTE, S, world } from './world.fixture.js';

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
