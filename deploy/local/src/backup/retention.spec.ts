import { backupName, superfluous } from './retention.js';

const at = (time: string, isEmpty = false): string => backupName(new Date(time).toISOString(), isEmpty);
const daily = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => at(new Date(Date.UTC(2026, 10, 25, 3) - n * 86_400_000).toISOString()));
const left = (names: string[], days = 14): string[] => {
  const gone = new Set(superfluous(names, days));
  return names.filter((name) => !gone.has(name));
};

describe('which backups stay', () => {
  it('is not changed by many of one day: of it only the newest three stay', () => {
    const past = daily(20).slice(1);
    const restarts = Array.from({ length: 14 }, (_, n) => at(new Date(Date.UTC(2026, 10, 25, 4, n)).toISOString()));
    expect(left([...past, ...restarts]).filter((name) => restarts.includes(name))).toEqual(restarts.slice(-3));
    expect(left([...past, ...restarts])).toEqual(expect.arrayContaining(past.slice(0, 13)));
  });

  it('is one of each day, then one of each week and each month', () => {
    const kept = left(daily(500));
    expect(kept.slice(0, 14)).toEqual(daily(14));
    // Weeks end on Sundays, months on their last day.
    expect(kept).toEqual(expect.arrayContaining([at('2026-11-08T03:00Z'), at('2026-10-11T03:00Z')]));
    expect(kept).toEqual(expect.arrayContaining([at('2026-06-30T03:00Z'), at('2025-12-31T03:00Z')]));
    expect(kept).toHaveLength(14 + 5 + 11);
  });

  it('never gives up data for the backups of an empty installation', () => {
    const full = daily(3);
    const empty = Array.from({ length: 40 }, (_, n) =>
      at(new Date(Date.UTC(2026, 11, 1) + n * 86_400_000).toISOString(), true),
    );
    expect(left([...full, ...empty])).toEqual([...full, ...empty.slice(-3)]);
  });

  it('is not asked of other files', () => {
    expect(
      superfluous(['acequia-mine.respaldo', 'notes.txt', 'acequia-2026-11-25T03-00-00-000Z.respaldo.parcial'], 1),
    ).toEqual([]);
  });
});
