import { type FailedTurn, failuresOf } from './failures.js';

const AT = 1_795_500_000_000;
const turn = (n: number, changes: Partial<FailedTurn> = {}): FailedTurn => ({
  turno_id: `t-${n}`,
  empresa_id: 1,
  switch_id: n,
  dispositivo_id: null,
  placa_id: 7,
  sitio: '',
  inicio: AT + n * 600_000,
  zona_horaria: 'UTC',
  motivo: null,
  motivos: null,
  causa: null,
  agua: null,
  m3_medidos: null,
  m3_esperados: null,
  bomba_id: null,
  punto_id: null,
  ...changes,
});
const twelve = (changes: Partial<FailedTurn>) => Array.from({ length: 12 }, (_, n) => turn(n + 1, changes));
const counted = (turns: FailedTurn[]) => failuresOf(turns).map(({ clave, turnos }) => [clave, turnos]);

describe('failed turns', () => {
  it('of one power cut are one failure, on all boards of a site', () => {
    const cut = twelve({ causa: 'corriente', sitio: 'Norte' }).map((one, n) => ({ ...one, placa_id: n % 3 }));
    const [failure, ...others] = failuresOf(cut);
    expect(others).toEqual([]);
    expect(failure).toMatchObject({ sitio: 'Norte', placa_id: null, turnos: 12, desde: AT + 600_000 });
    expect(failure?.switches).toHaveLength(12);
    expect(failure?.turno_ids.slice(0, 2)).toEqual(['t-1', 't-2']);
  });

  it('of one board without a site, of its clock and of a service that was down are one failure each', () => {
    expect(counted(twelve({ causa: 'corriente' }))).toEqual([['corriente:placa:7', 12]]);
    expect(counted(twelve({ causa: 'reloj', sitio: 'Norte' }))).toEqual([['reloj:placa:7', 12]]);
    expect(counted(twelve({ causa: 'servicio' }))).toEqual([['servicio', 12]]);
  });

  it('of valves that their pump left dry have the cause of the pump', () => {
    const dry = twelve({ causa: 'bomba', bomba_id: 40 });
    expect(counted(dry)).toEqual([['bomba:40', 12]]);
    expect(counted([...dry, turn(40, { bomba_id: 40 })])).toEqual([['bomba:40', 13]]);
    expect(counted([...dry, turn(40, { bomba_id: 40, causa: 'corriente' })])).toEqual([['corriente:placa:7', 13]]);
  });

  it('name no switch in their reason: its alarm reaches usuarios who may know only the valve', () => {
    const texto = 'No se puede encender: el switch «Pozo» está encendido y no pueden estar juntos';
    const frase = { codigo: 'otro_encendido', nombre: 'Pozo' } as const;
    const reasons = failuresOf([
      turn(1, { motivos: [{ codigo: 'dicho', texto, frase }] }),
      turn(2, { motivos: [{ codigo: 'dicho', texto }] }),
    ]).map(({ motivo }) => motivo);
    expect(reasons).toEqual([texto.replace('el switch «Pozo»', 'otro switch'), null]);
  });

  it('of one meter without water are one failure', () => {
    expect(counted(twelve({ agua: 'sin_agua', punto_id: 5 }))).toEqual([['sin_agua:punto:5', 12]]);
  });

  it('of different valves, kinds and companies are told apart', () => {
    const turns = [
      turn(1),
      turn(2),
      turn(2, { inicio: AT }),
      turn(2, { agua: 'poca_agua' }),
      turn(1, { empresa_id: 2 }),
      turn(3, { switch_id: null, dispositivo_id: 9 }),
    ];
    expect(counted(turns)).toEqual([
      ['objeto:switch:1', 1],
      ['objeto:switch:2', 2],
      ['poca_agua:switch:2', 1],
      ['objeto:switch:1', 1],
      ['objeto:dispositivo:9', 1],
    ]);
  });
});
