import fc from 'fast-check';
import {
  tarifasDe,
  costoDe,
  costoTotal,
  energiaPorPeriodo,
  precioUnico,
  singleTarifa,
  type TarifaVersion,
  type Tarifas,
  tramosTarifa,
} from './tarifa-calendario.js';
import { TARIFA_EJEMPLOS } from './tarifa-ejemplos.js';
import { TarifasSave } from './tarifa.js';
import { zodDetails } from './zod-sentences.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const example = (clave: string, desde = '2026-01-01'): TarifaVersion => ({
  desde,
  ...TARIFA_EJEMPLOS.find((one) => one.clave === clave)!.version,
});
const SPAIN: Tarifas = { versiones: [example('espana')] };
const MEXICO: Tarifas = { versiones: [example('mexico')] };

const faults = (version: object) => {
  const { error } = TarifasSave.safeParse({ versiones: [{ ...example('mexico'), ...version }] });
  return error ? zodDetails('body', error).map(({ campo, mensaje }) => `${campo}: ${mensaje}`) : [];
};
const DAYS = ['lun', 'mar', 'mie', 'jue', 'vie', 'sab', 'dom'];

describe('a calendar of prices', () => {
  it('takes both examples, and one price', () => {
    for (const version of [example('mexico'), example('espana'), singleTarifa(2.5)])
      expect(TarifasSave.safeParse({ versiones: [version] }).error).toBeUndefined();
    expect(precioUnico(tarifasDe({ tarifa_kwh: 2.5 })!)).toBe(2.5);
    expect([precioUnico(SPAIN), tarifasDe({ tarifa_kwh: null })]).toEqual([null, null]);
  });

  it('names the hours, the kind of day and the season that no rule covers, or two', () => {
    const night = { periodo: 'Nocturno', dias: [...DAYS, 'festivo'], desde: 0, hasta: 8 };
    const daytime = { periodo: 'Diurno', dias: [...DAYS, 'festivo'], desde: 8, hasta: 24 };
    expect(faults({ reglas: [night, { ...daytime, dias: DAYS }] })).toEqual([
      'body.versiones.0.reglas: Falta el periodo: festivo de 08:00 a 24:00, del 01/01 al 31/12',
    ]);
    const summer = { ...daytime, temporada: { desde: '04-01', hasta: '02-14' } };
    expect(faults({ reglas: [night, summer] })).toEqual([
      'body.versiones.0.reglas: Falta el periodo: lunes de 08:00 a 24:00, del 15/02 al 31/03',
    ]);
    expect(faults({ reglas: [night, { ...daytime, desde: 7 }] })).toEqual([
      'body.versiones.0.reglas.1: Dos reglas a la vez: lunes de 07:00 a 08:00, el 01/01',
    ]);
  });

  it.each([
    [{ reglas: [{ periodo: 'Punta', dias: ['lun'], desde: 0, hasta: 24 }] }, 'No hay un periodo con ese nombre'],
    [{ reglas: [{ periodo: 'Diurno', dias: ['lun'], desde: 8.5, hasta: 24 }] }, 'hora en punto'],
    [{ reglas: [{ periodo: 'Diurno', dias: ['lun'], desde: 9, hasta: 9 }] }, 'después de la hora'],
    [{ reglas: [{ periodo: 'Diurno', dias: [], desde: 0, hasta: 24 }] }, 'al menos un día'],
    [{ reglas: [{ periodo: 'Diurno', dias: ['lun', 'lun'], desde: 0, hasta: 24 }] }, 'dos veces'],
    [{ festivos: ['2026-02-30'] }, 'AAAA-MM-DD'],
    [{ periodos: [] }, 'Falta un periodo'],
    [{ periodos: [{ nombre: 'a', precio: -1 }] }, 'precio'],
    [{ periodos: ['Diurno', 'diurno'].map((nombre) => ({ nombre, precio: 1 })) }, 'Ya hay un periodo'],
    [{ periodos: [{ nombre: 'a', precio: 0.1234567 }] }, '6 decimales'],
  ])('refuses %j', (version, expected) => {
    expect(faults(version).join('\n')).toContain(expected);
  });

  it('refuses versions out of order', () => {
    const versiones = ['2026-07-15', '2026-07-15', '2026-01-01'].map((desde) => example('mexico', desde));
    const { error } = TarifasSave.safeParse({ versiones });
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['versiones.1.desde', 'Ya hay una versión desde ese día'],
      ['versiones.2.desde', 'Va después de una versión más nueva'],
    ]);
  });
});

/** Period and price of a minute by a formatter alone, rule by rule. */
const slowly = ({ versiones }: Tarifas, timeZone: string, ts: number) => {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  const [fecha = '', time = ''] = format.format(ts).split(' ');
  const version = [...versiones].reverse().find(({ desde }) => desde <= fecha);
  if (!version) return null;
  const isHoliday = version.festivos.includes(fecha) || version.festivos.includes(fecha.slice(5));
  const dia = isHoliday ? 'festivo' : DAYS[(new Date(fecha).getUTCDay() + 6) % 7];
  const day = fecha.slice(5);
  const rule = version.reglas.find(({ dias, desde, hasta, temporada }) => {
    const hour = Number(time.slice(0, 2));
    if (!dias.includes(dia as 'lun') || hour < desde || hour >= hasta) return false;
    if (!temporada) return true;
    const [from, to] = [temporada.desde, temporada.hasta];
    return from <= to ? day >= from && day <= to : day >= from || day <= to;
  });
  return version.periodos.find(({ nombre }) => nombre === rule?.periodo) ?? null;
};

describe('the prices of a time', () => {
  it('follow the clocks when they skip an hour, and when they show one twice', () => {
    const [spring, autumn] = [Date.UTC(2026, 2, 28, 23), Date.UTC(2026, 9, 24, 22)];
    const inMadrid = (desde: number, hours: number) =>
      tramosTarifa(MEXICO, 'Europe/Madrid', desde, desde + hours * HOUR).map((one) => [
        one.periodo,
        (one.hasta - one.desde) / HOUR,
      ]);
    expect(inMadrid(spring, 23)).toEqual([
      ['Nocturno', 7],
      ['Diurno', 16],
    ]);
    expect(inMadrid(autumn, 25)).toEqual([
      ['Nocturno', 9],
      ['Diurno', 16],
    ]);
  });

  it('are those of a holiday, of the year or of each year, before those of the weekday', () => {
    const holidays: Tarifas = { versiones: [{ ...example('espana'), festivos: ['10-12', '2026-01-07'] }] };
    const noon = (day: number, month = 0, year = 2026) => {
      const ts = Date.UTC(year, month, day, 10);
      return tramosTarifa(holidays, 'Europe/Madrid', ts, ts + HOUR)[0]?.periodo;
    };
    expect([noon(7), noon(8), noon(7, 0, 2027), noon(12, 9), noon(12, 9, 2027)]).toEqual([
      'P6',
      'P1',
      'P1',
      'P6',
      'P6',
    ]);
  });

  it('change at midnight of the day from which a version holds, and are unknown before the first', () => {
    const versiones = [singleTarifa(2, '2026-07-01'), singleTarifa(3, '2026-07-16')];
    const [from, to] = [Date.UTC(2026, 5, 30, 6), Date.UTC(2026, 6, 31, 6)];
    expect(tramosTarifa({ versiones }, 'America/Mexico_City', from, to)).toEqual([
      { desde: from, hasta: Date.UTC(2026, 6, 1, 6), periodo: null, precio: null },
      { desde: Date.UTC(2026, 6, 1, 6), hasta: Date.UTC(2026, 6, 16, 6), periodo: 'Único', precio: 2 },
      { desde: Date.UTC(2026, 6, 16, 6), hasta: to, periodo: 'Único', precio: 3 },
    ]);
  });

  it.each([
    ['Europe/Madrid', Date.UTC(2026, 2, 20)],
    ['Europe/Madrid', Date.UTC(2026, 9, 20)],
    ['America/Tijuana', Date.UTC(2026, 9, 27)],
    ['Australia/Lord_Howe', Date.UTC(2026, 3, 1)],
    ['Asia/Kathmandu', Date.UTC(2026, 1, 25)],
  ])('cost to the cent what each minute costs by itself: %s', (zona, begin) => {
    const calendar: Tarifas = { versiones: [example('espana', '2000-01-01'), example('mexico', '2026-10-28')] };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 * 24 * 60 }), fc.integer({ min: 1, max: 1_500 }), (after, minutes) => {
        const desde = begin + after * MINUTE;
        const hasta = desde + minutes * MINUTE;
        const tramos = tramosTarifa(calendar, zona, desde, hasta);
        // Each minute uses 12.34 Wh.
        const kwh = tramos.map((one) => Math.round(((one.hasta - one.desde) / MINUTE) * 1_234) / 100_000);
        const periodos = energiaPorPeriodo(tramos, kwh)!;
        const slow = new Map<string, { precio: number; hundredths: number }>();
        for (let ts = desde; ts < hasta; ts += MINUTE) {
          const { nombre, precio } = slowly(calendar, zona, ts)!;
          const key = `${nombre} ${precio}`;
          slow.set(key, { precio, hundredths: (slow.get(key)?.hundredths ?? 0) + 1_234 });
        }
        const cents = [...slow.values()].reduce((sum, { precio, hundredths }) => {
          const wh = Math.round(hundredths / 100);
          return sum + Math.round((wh * Math.round(precio * 1_000)) / 10_000);
        }, 0);
        expect(periodos.map(({ periodo, precio }) => `${periodo} ${precio}`).sort()).toEqual([...slow.keys()].sort());
        expect(costoTotal(periodos)).toBe(cents / 100);
      }),
      { numRuns: 15 },
    );
  });
});

describe('a cost', () => {
  it('is told to the cent, half a cent up, where doubles would lose it', () => {
    expect([costoDe(1.25, 2.5), costoDe(1.005, 1), costoDe(10.103, 2.105)]).toEqual([3.13, 1.01, 21.27]);
    expect(costoDe(9_000_000.001, 99_999)).toBe(899_991_000_100);
  });

  it('adds up a period at each of its prices, and is unknown where something was used before there was a price', () => {
    const tramos = [
      { desde: 0, hasta: 1, periodo: 'Base', precio: 1 },
      { desde: 1, hasta: 2, periodo: 'Punta', precio: 3 },
      { desde: 2, hasta: 3, periodo: 'Base', precio: 1 },
      { desde: 3, hasta: 4, periodo: 'Base', precio: 1.5 },
    ];
    expect(energiaPorPeriodo(tramos, [0.10001, null, 0.2, 1])).toEqual([
      { periodo: 'Base', precio: 1, kwh: 0.3, costo: 0.3 },
      { periodo: 'Base', precio: 1.5, kwh: 1, costo: 1.5 },
    ]);
    expect(energiaPorPeriodo([{ desde: 0, hasta: 1, periodo: null, precio: null }], [1])).toBeNull();
  });
});
