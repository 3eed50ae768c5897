import { ProgramaSave } from './programa.js';

const programa = {
  empresa_id: 1,
  nombre: 'Norte',
  dias: ['lun'],
  inicios: ['05:00'],
  pasos: [{ switch_id: 7, duracion_s: 600 }],
};
const season = (desde: string, hasta: string) => ProgramaSave.safeParse({ ...programa, temporada: { desde, hasta } });

describe('the season of a program', () => {
  it('may end on 29 February', () => expect(season('11-01', '02-29').success).toBe(true));

  it.each(['02-30', '13-01', '-', '', 'mayo'])('is refused with %j as its last day, not broken by it', (hasta) => {
    const { error } = season('03-01', hasta);
    expect(error?.issues[0]?.path).toEqual(['temporada', 'hasta']);
  });
});
