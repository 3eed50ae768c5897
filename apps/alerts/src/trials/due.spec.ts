import { dueDay } from './due.js';

const HOUR = 3_600_000;
const NEW = { id: 7, prueba_dia: '2026-10-16', pruebas_falladas: 0, rests: [] };
/** The local hours of some weeks at which a channel would be tried, each try done at once. */
const triesOf = (zona_horaria: string, more: object = {}, weeks = 3, falls = 0) => {
  const tries: string[] = [];
  let [prueba_dia, pruebas_falladas] = [NEW.prueba_dia, falls];
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zona_horaria });
  for (let now = Date.UTC(2026, 9, 17); now < Date.UTC(2026, 9, 17 + weeks * 7); now += HOUR / 2) {
    const day = dueDay({ ...NEW, ...more, zona_horaria, prueba_dia, pruebas_falladas }, now);
    if (day === null) continue;
    [prueba_dia, pruebas_falladas] = [day, Math.max(0, pruebas_falladas - 1)];
    tries.push(format.format(now));
  }
  return tries;
};

describe('the try of a channel', () => {
  it('is due each week on its own workday at ten of the company, over a change of the clocks', () => {
    expect(triesOf('Europe/Madrid')).toEqual(['2026-10-21 10:00', '2026-10-28 10:00', '2026-11-04 10:00']);
    expect(triesOf('America/Mexico_City', { id: 10 })).toEqual([
      '2026-10-19 10:00',
      '2026-10-26 10:00',
      '2026-11-02 10:00',
    ]);
  });

  it('waits for the end of quiet hours, and for another day where they have no room', () => {
    expect(
      triesOf(
        'UTC',
        {
          rests: [
            [null, null],
            ['08:00', '16:00'],
          ],
        },
        1,
      ),
    ).toEqual(['2026-10-21 16:00']);
    expect(triesOf('UTC', { rests: [['09:00', '19:00']] })).toEqual([]);
  });

  it('is repeated on the next workday after a failure', () => {
    expect(triesOf('UTC', {}, 2, 3)).toEqual([
      '2026-10-19 10:00',
      '2026-10-20 10:00',
      '2026-10-21 10:00',
      '2026-10-28 10:00',
    ]);
  });
});
