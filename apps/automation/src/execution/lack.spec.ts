import { type Known, lackOf } from './lack.js';

const NOW = Date.UTC(2026, 4, 1, 12);
const KNOWN: Known = { causa: 'corriente', agua: null, recovered: false };
type Turno = Parameters<typeof lackOf>[0];
const turno = (changes: Partial<Turno> = {}): Turno => ({
  estado: 'perdido',
  via: 'placa',
  confirmado: true,
  inicio: NOW - 3_600_000,
  segundos: 1_200,
  tarde_s: 300,
  real_inicio: null,
  real_segundos: null,
  bomba_cuenta: 0,
  con_bomba_s: null,
  m3_medidos: null,
  m3_esperados: null,
  volumen_l: null,
  ...changes,
});
const lack = (changes: Partial<Turno> = {}, known: Partial<Known> = {}) =>
  lackOf(turno(changes), { ...KNOWN, ...known }, NOW);

describe('what a turn is known to lack', () => {
  it('is all of one that was lost, and the rest of one that was cut', () => {
    expect(lack()).toBe(1_200);
    expect(lack({ estado: 'parcial', real_inicio: NOW - 3_600_000, real_segundos: 500 })).toBe(700);
  });

  it('is the time without its pump', () => {
    expect(lack({ estado: 'parcial', real_segundos: 1_200, bomba_cuenta: 2, con_bomba_s: 300 })).toBe(900);
  });

  it('is of one by volume the share of its volume, whatever its longest time', () => {
    const ran = { estado: 'parcial', real_segundos: 1_200, volumen_l: 6_000, m3_esperados: 6 } as const;
    expect(lack({ ...ran, m3_medidos: 4.5 }, { causa: null })).toBe(300);
    const full = { ...ran, estado: 'cumplido', segundos: 700, real_segundos: 700, m3_medidos: 6.01 } as const;
    expect(lack(full, { causa: null })).toMatch(/^No le falta/);
  });

  it('is by its meter the share of its water, or all of it', () => {
    const ran = { estado: 'cumplido', real_segundos: 1_200, m3_medidos: 1.5, m3_esperados: 6 } as const;
    expect(lack(ran, { agua: 'poca_agua', causa: null })).toBe(900);
    expect(lack({ ...ran, m3_medidos: 0, m3_esperados: null }, { agua: 'sin_agua', causa: null })).toBe(1_200);
    expect(lack({ ...ran, m3_medidos: 9 }, { agua: 'mucha_agua', causa: null })).toMatch(/^No le falta/);
  });

  it.each([
    ['is not over', { estado: 'en_curso', inicio: NOW }, {}, /aún no termina/],
    ['nobody confirmed', { confirmado: false }, {}, /Aún no se sabe/],
    ['its board has not told of', { estado: 'previsto' }, {}, /Aún no se sabe/],
    ['a person ended', {}, { causa: 'persona' }, /Una persona/],
    ['a condition skipped', { estado: 'omitido' }, {}, /Una persona o una condición/],
    ['is older than three days', { inicio: NOW - 4 * 86_400_000 }, {}, /tres días/],
    ['lacks less than a minute', { estado: 'parcial', real_segundos: 1_150 }, {}, /ni un minuto/],
    ['another one makes up for', {}, { recovered: true }, /ya se recupera/],
  ] as const)('is nothing of one that %s', (_, changes, known, why) => expect(lack(changes, known)).toMatch(why));
});
