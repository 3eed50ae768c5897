import { instantIn, PAST_MAX, pastValues } from './past-values.js';

const ZONE = 'America/Hermosillo';
const NOW = Date.UTC(2026, 5, 1);
const read = (text: string) => pastValues(text, { magnitud: 'presion', zone: ZONE, now: NOW });

describe('a time in a file of values', () => {
  it.each([
    ['2026-01-05 08:00:00.000-06:00', Date.UTC(2026, 0, 5, 14)],
    ['2026-01-05T08:00Z', Date.UTC(2026, 0, 5, 8)],
    // Without an offset by the clock of the company, seven hours behind.
    ['2026-01-05 08:00', Date.UTC(2026, 0, 5, 15)],
    ['5/1/2026 8:05:10', Date.UTC(2026, 0, 5, 15, 5, 10)],
    ['1767621600000', Date.UTC(2026, 0, 5, 14)],
  ])('%s is an instant', (text, ts) => {
    expect(instantIn(text, ZONE)).toBe(ts);
  });

  it.each([
    '',
    'ayer',
    '2026-02-31 08:00',
    '31/02/2026 8:00',
    '2026-01-05',
    '2026-01-05 25:00',
    '12',
    '2026-01-05 08:00 CST',
  ])('%j is none', (text) => {
    expect(instantIn(text, ZONE)).toBeNull();
  });
});

describe('a file of past values', () => {
  it('is two columns, with a heading or without, as a spreadsheet writes them', async () => {
    const values = [
      { linea: 2, ts: Date.UTC(2026, 0, 5, 15), valor: 2.5 },
      { linea: 4, ts: Date.UTC(2026, 0, 5, 16), valor: null },
    ];
    const text = '\uFEFFFecha;Presión\r\n5/1/2026 8:00;2,5\r\n\r\n5/1/2026 9:00;\r\n';
    expect(await read(text)).toEqual({ values, faults: [] });
    expect((await read('2026-01-05 08:00,2.5\n')).values).toHaveLength(1);
    // As a point's history is downloaded.
    const own =
      '\uFEFFFecha,Punto,Presión (bar)\r\n2026-01-05 08:00:00.000-07:00,Línea; norte,2.5\r\n2026-01-05 09:00:00.000-07:00,Línea; norte,\r\n';
    expect(await read(own)).toEqual({
      values: [
        { linea: 2, ts: Date.UTC(2026, 0, 5, 15), valor: 2.5 },
        { linea: 3, ts: Date.UTC(2026, 0, 5, 16), valor: null },
      ],
      faults: [],
    });
  });

  it('says of each line what is wrong with it, and takes the others', async () => {
    const { values, faults } = await read(
      [
        '2026-01-05 08:00,2.5',
        '2026-01-05 08:00,2.5',
        '2026-01-05 08:00,3',
        '2026-01-05 09:00,mucho',
        '2026-01-05 10:00,"1,234"',
        '2026-01-05 11:00,101',
        '2027-01-05 11:00,1',
        '2026-01-05 12:00,1,2,3',
        'hoy,1',
      ].join('\n'),
    );
    expect(values.map(({ linea }) => linea)).toEqual([1]);
    expect(faults.map(({ linea }) => linea)).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(faults[3]?.mensaje).toBe('Presión va de -1 a 100 bar');
    expect((await read('')).faults).toEqual([{ linea: 1, mensaje: 'El archivo no tiene valores' }]);
  });

  it('has so many values at most', async () => {
    const lines = Array.from({ length: PAST_MAX + 2 }, (_, i) => `${Date.UTC(2025, 0, 1) + i},1`);
    const { values, faults } = await read(lines.join('\n'));
    expect([values.length, faults.length]).toEqual([PAST_MAX, 1]);
  });
});
