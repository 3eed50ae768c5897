import type { MagnitudClave } from '@acequia/contracts';
import type { FarmSwitch, KnownFarm } from '../storage/farm.repository.js';
import type { ReglaEntity } from '../storage/regla.entity.js';
import { boardRules, inCharge, stagesOf, textOf } from './rule-plan.js';

const sw = (id: number, changes: Partial<FarmSwitch> = {}): FarmSwitch => ({
  id,
  placa_id: 1,
  nombre: `Extractor ${id}`,
  pin: id,
  sensor_pin: 30 + id,
  activo: true,
  maximum_s: 7_200,
  caudal_m3h: null,
  sitio: '',
  runsOnBoard: true,
  knowsControl: true,
  acrossBoards: false,
  ...changes,
});
const farm = (...switches: FarmSwitch[]): KnownFarm => ({
  zona: 'America/Mexico_City',
  latitud: null,
  longitud: null,
  switches: new Map(switches.map((one) => [one.id, one])),
  dispositivos: new Map(),
  groups: [],
  flows: new Map(),
  pumps: [],
});
const regla = (changes: Partial<ReglaEntity['definicion']> = {}, id = 1): ReglaEntity => ({
  id,
  empresa_id: 1,
  nombre: 'Ventilación',
  activa: 1,
  definicion: {
    sensor_switch_id: 1,
    valor: 'temperatura',
    cuando: 'arriba',
    etapas: [{ switch_id: 1, enciende: 28, apaga: 26, si_calla: 'ciclo' }],
    min_encendido_s: 120,
    min_apagado_s: 60,
    prioridad: 5,
    persona_s: 1_800,
    edad_max_s: 300,
    ...changes,
  },
  version: 1,
  creado_en: new Date(0),
  actualizado_en: new Date(0),
});

const byService = (rule: ReglaEntity, ...switches: FarmSwitch[]) =>
  stagesOf([rule], farm(...switches)).map(({ por_servicio }) => por_servicio);

describe('the rules of a board', () => {
  it('say what a person wrote, in the words of the wire and the hours of UTC', () => {
    const known = farm(sw(1));
    const rule = regla({ horario: { desde: '20:00', hasta: '06:30' } });
    const rules = boardRules(stagesOf([rule], known), known, -6 * 3_600).get(1);
    expect(rules).toEqual([
      {
        id: 'r1-s1',
        nombre: 'Ventilación',
        pin: 1,
        sensor: 31,
        value: 't',
        on_above: 28,
        off_at: 26,
        min_on_s: 120,
        min_off_s: 60,
        from: 2 * 3_600,
        to: 12.5 * 3_600,
        silent: 'cycle',
        priority: 5,
        hold_s: 1_800,
      },
    ]);
  });

  it('are one per stage, off while the sensor is silent unless a person chose otherwise', () => {
    const known = farm(sw(1), sw(2));
    const etapas = [
      { switch_id: 1, enciende: 40, apaga: 60, si_calla: 'encendido' as const },
      { switch_id: 2, enciende: 30, apaga: 50 },
    ];
    const rules = boardRules(stagesOf([regla({ valor: 'humedad', cuando: 'abajo', etapas })], known), known, 0).get(1);
    expect(rules?.map(({ pin, value, on_below, silent }) => [pin, value, on_below, silent])).toEqual([
      [1, 'h', 40, 'on'],
      [2, 'h', 30, 'off'],
    ]);
  });

  it('leave to the service what the board cannot run by itself', () => {
    expect(byService(regla(), sw(1))).toEqual([null]);
    expect(byService(regla({ sensor_switch_id: 2 }), sw(1), sw(2, { placa_id: 9 }))).toEqual(['sensor_de_otra_placa']);
    expect(byService(regla(), sw(1, { acrossBoards: true }))).toEqual(['enclavamiento']);
    expect(byService(regla(), sw(1, { knowsControl: false }))).toEqual(['firmware']);
    expect(byService(regla({ valor: 'dpv' }), sw(1))).toEqual(['valor_derivado']);
  });

  it('follow a point where its board reads it and says that it can, and are the service’s elsewhere', () => {
    const rule = regla({ sensor_switch_id: undefined, valor: undefined, punto_id: 5 });
    const known = { ...farm(sw(1)), points: new Map([[5, { placa_id: 1, n: 7 }]]) };
    const [sent] = boardRules(stagesOf([rule], known), known, 0).get(1) ?? [];
    expect(sent).toMatchObject({ id: 'r1-s1', point: 7, on_above: 28, off_at: 26 });
    expect(sent).not.toHaveProperty('sensor');
    const why = (changes: Partial<FarmSwitch>, points = known.points) =>
      stagesOf([rule], { ...farm(sw(1, changes)), points }).map(({ por_servicio }) => por_servicio);
    expect(why({ placa_id: 2 })).toEqual(['punto']);
    expect(why({}, new Map())).toEqual(['punto']);
    expect(why({ acrossBoards: true })).toEqual(['enclavamiento']);
  });

  it('are at most what a board keeps: those of the smallest priority go to the service', () => {
    const reglas = Array.from({ length: 34 }, (_, n) => regla({ prioridad: n }, n + 1));
    const stages = stagesOf(reglas, farm(sw(1)));
    expect(stages.filter(({ por_servicio }) => por_servicio === null)).toHaveLength(32);
    expect(stages.filter(({ por_servicio }) => por_servicio === 'sin_lugar').map(({ regla: r }) => r.id)).toEqual([
      2, 1,
    ]);
  });

  it('are in charge of their switch at their hours, the one with the largest priority first', () => {
    const night = regla({ prioridad: 9, horario: { desde: '20:00', hasta: '06:00' } }, 2);
    const day = regla({ prioridad: 1, horario: { desde: '06:00', hasta: '22:00' } }, 1);
    const at = (hour: string) =>
      inCharge(stagesOf([day, night], farm(sw(1))), 'UTC', Date.parse(`2026-11-23T${hour}:00Z`)).get(1)?.regla.id;
    expect(['05:59', '06:00', '19:59', '20:00', '22:00'].map(at)).toEqual([2, 1, 1, 2, 2]);
    expect(inCharge(stagesOf([day], farm(sw(1))), 'UTC', Date.parse('2026-11-23T23:00:00Z')).size).toBe(0);
  });

  it('are described in a sentence', () => {
    const rule = regla({ cuando: 'abajo', valor: 'humedad' });
    const stage = { switch_id: 1, enciende: 55.5, apaga: 60 };
    expect(textOf('Nebulizador', rule, stage, new Map())).toBe('Nebulizador si < 55.5 %');
    const ofPoint = regla({ sensor_switch_id: undefined, valor: undefined, punto_id: 5 });
    const textWith = (magnitud: MagnitudClave) => textOf('Riego', ofPoint, stage, new Map([[5, { magnitud }]]));
    expect(textWith('humedad_suelo')).toBe('Riego si > 55.5 % de humedad del suelo');
    expect(textWith('co2')).toBe('Riego si > 55.5 ppm de CO₂');
    expect(textOf('Riego', ofPoint, stage, new Map())).toBe('Riego si > 55.5 de un punto que ya no está');
  });
});
