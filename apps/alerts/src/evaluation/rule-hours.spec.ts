import { hourIn } from '../clock/hours.js';
import { looksAt, Rules } from './rules.js';
import { world, ZONE } from './world.fixture.js';

describe('the hours of a rule', () => {
  const rule = (hora_desde: string, hora_hasta: string) => ({
    ...new Rules([]).of('temperatura_baja', []),
    hora_desde,
    hora_hasta,
  });

  it('are of the company, past midnight too', () => {
    const night = rule('20:00', '06:00');
    const at = (hour: number): number => Date.UTC(2026, 0, 15, hour + 6);
    expect([19, 20, 23, 24, 29, 30].map((hour) => looksAt(night, ZONE, at(hour)))).toEqual([
      ...[false, true, true, true, true, false],
    ]);
  });

  it('follow the clock of a zone that changes it', () => {
    const zone = 'America/Los_Angeles';
    expect(hourIn(zone, Date.UTC(2026, 2, 8, 9, 59))).toBe('01:59');
    expect(hourIn(zone, Date.UTC(2026, 2, 8, 10, 0))).toBe('03:00');
  });

  /** When an alarm of a temperature that is always too low opens and closes, in minutes. */
  const night = (at: number, hours: number, hora_desde: string, hora_hasta: string): [string, number][] => {
    const rules = [{ tipo: 'temperatura_baja' as const, umbral: 5, hora_desde, hora_hasta }];
    const one = world({ rules, at, zona_horaria: 'America/Los_Angeles' });
    one.online(1, 1);
    const seen: [string, number][] = [];
    one.during(hours * 60, (minutes) => {
      one.report(1, { t: 3 });
      for (const what of one.about('temperatura_baja').slice(seen.length)) seen.push([what, Math.floor(minutes)]);
    });
    return seen;
  };

  it('last two hours where the clocks go back', () => {
    expect(night(Date.UTC(2026, 10, 1, 7, 30), 4, '01:00', '02:00')).toEqual([
      ['open', 30],
      ['tell', 30],
      ['close', 150],
    ]);
  });

  it('do not come where the clocks go forward over them, and others come at their time', () => {
    const midnight = Date.UTC(2026, 2, 8, 8);
    expect(night(midnight, 5, '02:00', '02:59')).toEqual([]);
    expect(night(midnight, 5, '03:00', '04:00')).toEqual([
      ['open', 120],
      ['tell', 120],
      ['close', 180],
    ]);
  });
});
