import { DIAS_TARIFA, TARIFA_EJEMPLOS, type TarifaRegla } from '@acequia/contracts';
import { runsOf, seasonsOf, WHOLE_YEAR } from './week.js';

const rule = (periodo: string, desde: number, hasta: number, temporada?: TarifaRegla['temporada']): TarifaRegla => ({
  periodo,
  temporada,
  dias: DIAS_TARIFA,
  desde,
  hasta,
});

describe('the parts of a year', () => {
  it('begin where a rule begins or ends, and one passes the end of the year', () => {
    const spain = TARIFA_EJEMPLOS.find(({ clave }) => clave === 'espana')!;
    const seasons = seasonsOf(spain.version.reglas);
    expect(seasons).toHaveLength(8);
    expect(seasons[0]).toEqual({ desde: '03-01', hasta: '03-31' });
    expect(seasons.at(-1)).toEqual({ desde: '12-01', hasta: '02-29' });
  });

  it('are one where no rule has a season', () => {
    expect(seasonsOf([rule('Base', 0, 24)])).toEqual([WHOLE_YEAR]);
  });
});

describe('the hours of a day', () => {
  it('are of the rules of that time of the year, and of none where there is no rule', () => {
    const rules = [
      rule('Base', 0, 8),
      rule('Punta', 8, 12, { desde: '11-01', hasta: '02-15' }),
      rule('Base', 8, 12, { desde: '02-16', hasta: '10-31' }),
    ];
    expect(runsOf(rules, 'lun', '01-10')).toEqual([
      { periodo: 'Base', desde: 0, hasta: 8 },
      { periodo: 'Punta', desde: 8, hasta: 12 },
      { periodo: null, desde: 12, hasta: 24 },
    ]);
    expect(runsOf(rules, 'festivo', '06-10')[0]).toEqual({ periodo: 'Base', desde: 0, hasta: 12 });
  });
});
