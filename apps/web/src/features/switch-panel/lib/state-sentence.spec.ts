import { NOW, switchOf } from '../../../entities/programa/panel.fixture.js';
import { companyZone, timeOf } from '../../../lib/format/format.js';
import { datesIn } from '../../../lib/time/shown-zone.js';
import { actorSpans } from '../../../entities/switch/who/actors.js';
import type { By, Interval } from '../../../entities/switch/who/intervals.js';
import { stateSentence } from './state-sentence.js';

const ON = NOW - 600_000;
const OFF = NOW - 60_000;
const PULSOS: By = { kind: 'programa', who: 'Programa «Pulsos»' };
const interval = (over: Partial<Interval>): Interval => ({
  desde: ON,
  hasta: OFF,
  by: null,
  endedBy: null,
  turno: null,
  ...over,
});
const said = (sw: Parameters<typeof switchOf>[0], last?: Interval): string =>
  stateSentence(switchOf(sw), last, NOW, datesIn(companyZone()));

describe('the sentence of a switch’s state', () => {
  it('says since when it is off, and who turned it off', () => {
    expect(said({ estado: 0 }, interval({ endedBy: PULSOS }))).toBe(
      `Apagado desde ${timeOf(OFF)}, por programa «Pulsos»`,
    );
    expect(said({ estado: 0 }, interval({}))).toBe(`Apagado desde ${timeOf(OFF)}`);
  });

  it('says why it went off where nobody ordered that', () => {
    const fin = { causa: 'limite', ts: OFF, limite_s: 14_400 } as const;
    expect(said({ estado: 0, fin }, interval({}))).toBe(`Apagado desde ${timeOf(OFF)}, por su límite de 4 h`);
    expect(said({ estado: 0, fin: { ...fin, causa: 'regla', nombre: 'Calor' } })).toBe(
      `Apagado desde ${timeOf(OFF)}, por regla de clima «Calor»`,
    );
  });

  it('says since when it is on, and who turned it on', () => {
    const by: By = { kind: 'persona', who: 'Ramón' };
    expect(said({ estado: 1 }, interval({ hasta: null, by }))).toBe(`Encendido desde ${timeOf(ON)}, por Ramón`);
  });

  it('takes nothing from a time on that does not fit the state, and never guesses', () => {
    expect(said({ estado: 1 }, interval({ endedBy: PULSOS }))).toBe('Encendido');
    expect(said({ estado: null }, interval({ endedBy: PULSOS }))).toBe(
      'No se sabe cómo está: su placa aún no lo ha dicho.',
    );
  });
});

it('a bar lasts until now while the switch is on, and from the edge where its beginning is unknown', () => {
  const bars = [interval({ hasta: null, by: PULSOS }), interval({ desde: null })];
  expect(actorSpans(bars, NOW - 3_600_000, NOW)).toEqual([
    { desde: ON, hasta: NOW, actor: 'programa' },
    { desde: NOW - 3_600_000, hasta: OFF, actor: 'placa' },
  ]);
});
