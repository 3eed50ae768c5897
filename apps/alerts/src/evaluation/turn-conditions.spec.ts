import { type TurnosFallidos, TYPES_OF_AVISO } from '@acequia/contracts';
import { HOUR, resumed, START, world } from './world.fixture.js';

const failed = (changes: Partial<TurnosFallidos> = {}): TurnosFallidos => ({
  empresa_id: 1,
  clave: 'objeto:switch:1',
  causa: 'objeto',
  placa_id: 1,
  switch_id: 1,
  dispositivo_id: null,
  sitio: null,
  turnos: 1,
  turno_ids: [],
  switches: [1],
  dispositivos: [],
  desde: START - HOUR,
  motivo: 'Llegó a su máximo encendido',
  m3_medidos: null,
  m3_esperados: null,
  ...changes,
});
const POWER = { clave: 'corriente:placa:1', causa: 'corriente', switch_id: null } as const;

describe('a turn that failed', () => {
  it('is told once within two minutes, with its hour, its valve and why', () => {
    const one = world();
    one.engine.failed([failed()]);
    one.wait(60);
    expect(one.about('turno_fallido')).toEqual(['open', 'tell']);
    expect(one.texts).toEqual([
      'Un riego perdido o a medias, el de las 05:00 (Norte - Válvula 1): llegó a su máximo encendido.',
    ]);
    one.engine.failed([failed()]);
    one.wait(3_600);
    expect(one.about('turno_fallido')).toEqual(['open', 'tell']);
  });

  it('is one alarm for each cause, which says how many turns it cost, also while they grow', () => {
    const one = world({ boards: 6 });
    const switches = [1, 2, 3, 4, 5, 6];
    one.engine.failed([failed({ ...POWER, turnos: 11, switches }), failed({ clave: 'objeto:switch:2', switch_id: 2 })]);
    one.wait(60);
    expect(one.about('turno_fallido')).toEqual(['open', 'tell', 'open', 'tell']);
    expect(one.texts[0]).toBe(
      'Placa 1001: 11 riegos perdidos o a medias desde las 05:00 (Norte - Válvula 1, Norte - Válvula 2, Norte - Válvula 3, Norte - Válvula 4 y 2 más): la placa estaba sin corriente.',
    );
    one.engine.failed([failed({ ...POWER, turnos: 12, switches }), failed({ clave: 'objeto:switch:2', switch_id: 2 })]);
    one.wait(30);
    expect(one.about('turno_fallido').slice(4)).toEqual(['text']);
  });

  it('is over when its cause is, and told at once when it fails again within the hour', () => {
    const one = world();
    const turn = (is: TurnosFallidos[]): void => {
      one.engine.failed(is);
      one.wait(90);
    };
    turn([failed()]);
    turn([]);
    turn([]);
    turn([failed()]);
    expect(one.about('turno_fallido')).toEqual(['open', 'tell', 'close', 'open', 'tell']);
  });

  it('stays open, and untold, while a new start of the service does not know of it yet', () => {
    const one = world();
    expect(resumed(one, 'turno_fallido', 'objeto:switch:1')).toBe(true);
    one.wait(600);
    one.engine.failed([failed()]);
    one.wait(600);
    expect(one.about('turno_fallido').filter((what) => what !== 'text')).toEqual([]);
    one.engine.failed([]);
    one.wait(60);
    expect(one.about('turno_fallido').at(-1)).toBe('close');
  });

  it.each([
    [
      'sin_agua',
      0,
      6,
      'Un riego sin agua, el de las 05:00 (Norte - Válvula 1): el último con 0 m³, cuando suele llevar 6 m³.',
    ],
    ['sin_agua', 0, null, 'Un riego sin agua, el de las 05:00 (Norte - Válvula 1): el último con 0 m³.'],
    [
      'poca_agua',
      1.2,
      6,
      'Un riego con mucha menos agua que los anteriores, el de las 05:00 (Norte - Válvula 1): el último con 1.2 m³, cuando suele llevar 6 m³.',
    ],
  ] as const)('by its meter (%s) says what it had', (causa, m3_medidos, m3_esperados, text) => {
    const one = world();
    one.engine.failed([failed({ causa, m3_medidos, m3_esperados })]);
    one.wait(60);
    expect(one.texts).toEqual([text]);
  });
});

describe('a plan that its board has not taken', () => {
  const told = (hours: number, umbral?: number) => {
    const one = world({ rules: umbral === undefined ? [] : [{ tipo: 'plan_sin_tomar', umbral, espera_s: 60 }] });
    const inicio = START + hours * HOUR;
    one.field.untaken = new Map([[1, { empresa_id: 1, placa_id: 1, switch_id: 1, inicio, turnos: 3 }]]);
    one.wait(120);
    return one;
  };

  it('is told six hours before the first turn that the board lacks, or as long as the rule says', () => {
    expect(TYPES_OF_AVISO.plan_sin_tomar.umbral).toBe(6);
    expect(told(6.5).texts).toEqual([]);
    expect(told(6.5, 8).about('plan_sin_tomar')).toEqual(['open', 'tell']);
    expect(told(5).texts).toEqual([
      'Placa 1001: no ha recibido su plan, y sin él no regará a las 11:00 (Norte - Válvula 1); le faltan 3 riegos.',
    ]);
  });

  it('is over when the board takes it', () => {
    const one = told(5);
    one.field.untaken = new Map();
    one.wait(120);
    expect(one.about('plan_sin_tomar')).toEqual(['open', 'tell', 'close']);
  });
});

describe('a protection that keeps something off', () => {
  const acted = (nombre: string, desde: number | null, switches = [1]) => ({
    empresa_id: 1,
    placa_id: 1,
    nombre,
    desde,
    switches,
  });

  it('is told at once, with what it keeps off and since when, once for a board, until the last has let go', () => {
    const one = world();
    one.field.tripped = new Map([[1, [acted('Pozo bajo', START - HOUR)]]]);
    one.wait(10);
    expect(one.texts).toEqual([
      'Placa 1001: la protección «Pozo bajo» mantiene apagado Norte - Válvula 1 desde las 05:00.',
    ]);
    one.field.tripped = new Map([[1, [acted('Pozo bajo', START - HOUR), acted('Presión', null, [])]]]);
    one.wait(60);
    expect(one.about('proteccion_actuo')).toEqual(['open', 'tell']);
    one.field.tripped = new Map();
    one.wait(120);
    expect(one.about('proteccion_actuo')).toEqual(['open', 'tell', 'close']);
  });

  it('is told with what flowed and what should have', () => {
    const one = world();
    const caudal = { causa: 'rotura', m3h: 14.2, esperado_m3h: 9 } as const;
    one.field.tripped = new Map([[1, [{ ...acted('Norte', null), caudal }]]]);
    one.wait(10);
    expect(one.texts).toEqual([
      'Placa 1001: la protección «Norte» (rotura: 14.2 m³/h con 9 esperados) mantiene apagado Norte - Válvula 1.',
    ]);
  });

  it('is not taken for over while device-gateway has told nothing', () => {
    const one = world();
    one.wait(120);
    expect(one.about('proteccion_actuo')).toEqual([]);
  });
});
