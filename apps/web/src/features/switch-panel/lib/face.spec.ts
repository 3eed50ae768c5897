import { companyZone, dateTimeOf, timeOf } from '../../../lib/format/format.js';
import { datesIn } from '../../../lib/time/shown-zone.js';
import { faceOf as faceIn } from './face.js';
import { NOW, switchOf } from '../../../entities/programa/panel.fixture.js';

type Told = Parameters<typeof faceIn>;
const faceOf = (sw: Told[0], change: Told[1], turnos: Told[2], connected: boolean, now: number) =>
  faceIn(sw, change, turnos, connected, now, datesIn(companyZone()));

const on = {
  comando_id: 'c',
  accion: 'on',
  estado: 'confirmado',
  detalle: null,
  ts: NOW - 300_000,
  max_s: 1_200,
} as const;

describe('what is said of a switch beside its state', () => {
  it('is since when it is off: by its history, or by what ended its time on', () => {
    const ts = NOW - 60_000;
    const said = { old: false, when: `desde ${timeOf(ts)}`, percent: null, program: false };
    expect(faceOf(switchOf({}), { estado: 0, ts }, [], true, NOW)).toEqual(said);
    expect(faceOf(switchOf({ fin: { causa: 'persona', ts, limite_s: null } }), undefined, [], true, NOW)).toEqual(said);
  });

  it('names the day of what happened on another one', () => {
    const ts = NOW - 3 * 86_400_000;
    expect(faceOf(switchOf({}), { estado: 0, ts }, [], true, NOW).when).toBe(
      `desde ${dateTimeOf(ts).slice(0, 5)} ${timeOf(ts)}`,
    );
  });

  it('is empty where the history has another state', () => {
    expect(faceOf(switchOf({}), { estado: 1, ts: NOW }, [], true, NOW).when).toBe('');
    expect(faceOf(switchOf({ estado: null, estado_ts: null }), { estado: 0, ts: NOW }, [], true, NOW).when).toBe('');
  });

  it('is how long it stays on, and how much of that is left', () => {
    expect(faceOf(switchOf({ estado: 1, comando: on }), undefined, [], true, NOW)).toEqual({
      old: false,
      when: 'quedan 15 min',
      percent: 75,
      program: false,
    });
  });

  it('is until when it is on at the latest, where only its limit is known', () => {
    const sw = switchOf({ estado: 1, max_encendido_s: 3_600 });
    const change = { estado: 1 as const, ts: NOW - 600_000 };
    expect(faceOf(sw, change, [], true, NOW).when).toBe(`hasta ${timeOf(NOW + 3_000_000)} a más tardar`);
    expect(faceOf({ ...sw, max_encendido_s: 0 }, change, [], true, NOW).when).toBe(`desde ${timeOf(change.ts)}`);
  });

  it('is an hour alone where its limit ends after midnight', () => {
    const evening = Date.parse('2026-03-10T05:00:00Z');
    const change = { estado: 1 as const, ts: evening - 600_000 };
    const { when } = faceOf(switchOf({ estado: 1, max_encendido_s: 4 * 3_600 }), change, [], true, evening);
    expect(when).toBe(`hasta ${timeOf(change.ts + 4 * 3_600_000)} a más tardar`);
  });

  it('is old without a connection, whatever it says', () => {
    expect(faceOf(switchOf({}), undefined, [], false, NOW).old).toBe(true);
  });
});
