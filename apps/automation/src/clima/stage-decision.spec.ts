import { vapourPressureDeficit } from '@acequia/contracts';
import { decideStage, lastGiven, valueOf } from './stage-decision.js';

const NOW = 1_795_500_000_000;
const fan = { switch_id: 1, enciende: 28, apaga: 26 };
const rule = { cuando: 'arriba', min_encendido_s: 120, min_apagado_s: 60 } as const;
const state = (encendido: boolean, age_s = 3_600) => ({ encendido, cambio_en: NOW - age_s * 1_000 });
const limits = { maximum_s: 7_200, now: NOW };

describe('a stage that the service runs', () => {
  it('turns on past one threshold and off at the other, and keeps its state between them', () => {
    expect(decideStage(fan, rule, 28.1, state(false), limits)).toBe(true);
    expect(decideStage(fan, rule, 28, state(false), limits)).toBe(false);
    expect(decideStage(fan, rule, 27, state(false), limits)).toBe(false);
    expect(decideStage(fan, rule, 27, state(true), limits)).toBe(true);
    expect(decideStage(fan, rule, 26, state(true), limits)).toBe(false);
    const mist = { switch_id: 2, enciende: 40, apaga: 60 };
    const below = { ...rule, cuando: 'abajo' } as const;
    expect(decideStage(mist, below, 39, state(false), limits)).toBe(true);
    expect(decideStage(mist, below, 59, state(true), limits)).toBe(true);
    expect(decideStage(mist, below, 60, state(true), limits)).toBe(false);
  });

  it('stays on and off for its shortest times, whatever the value does', () => {
    expect(decideStage(fan, rule, 35, state(false, 59), limits)).toBe(false);
    expect(decideStage(fan, rule, 35, state(false, 60), limits)).toBe(true);
    expect(decideStage(fan, rule, 10, state(true, 119), limits)).toBe(true);
    expect(decideStage(fan, rule, 10, state(true, 120), limits)).toBe(false);
  });

  it.each([
    ['apagado', [false, false]],
    ['encendido', [true, true]],
    ['ciclo', [true, false]],
  ] as const)('does as it says while the sensor is silent: %s', (si_calla, [fromOff, fromOn]) => {
    const silent = { ...fan, si_calla };
    expect(decideStage(silent, rule, null, state(false), limits)).toBe(fromOff);
    expect(decideStage(silent, rule, null, state(true), limits)).toBe(fromOn);
  });
  it('is off while the sensor is silent and nobody chose', () => {
    expect(decideStage(fan, rule, null, state(true), limits)).toBe(false);
  });

  it('rests at the longest time that its switch may be on, and may start again', () => {
    expect(decideStage(fan, rule, 40, state(true, 7_200), limits)).toBe(false);
    expect(decideStage(fan, rule, 40, state(false, 60), limits)).toBe(true);
  });

  it('treats a sensor with an old reading as silent, and derives DPV and dew point', () => {
    const reading = { temperatura: 30, humedad: 40, ts: NOW - 10_000 };
    expect(valueOf('temperatura', reading, NOW - 60_000)).toBe(30);
    expect(valueOf('temperatura', reading, NOW - 5_000)).toBeNull();
    expect(valueOf('humedad', undefined, 0)).toBeNull();
    expect(valueOf('dpv', reading, 0)).toBe(vapourPressureDeficit(30, 40));
    expect(valueOf('dpv', { ...reading, humedad: null }, 0)).toBeNull();
  });

  it('treats a value that stopped as silent while the other one lives, and lets a failed read pass', () => {
    const reading = { temperatura: 30, humedad: 40, ts: NOW, temperatura_ts: NOW, humedad_ts: NOW - 61_000 };
    const oldest = NOW - 60_000;
    expect(valueOf('temperatura', reading, oldest)).toBe(30);
    expect([valueOf('humedad', reading, oldest), valueOf('dpv', reading, oldest)]).toEqual([null, null]);
    const failed = { ...reading, humedad: null, humedad_ts: NOW };
    const given = (age_ms: number) => lastGiven({ ...reading, humedad_ts: NOW - age_ms }, failed);
    expect(valueOf('humedad', given(30_000), oldest)).toBe(40);
    expect(valueOf('humedad', given(61_000), oldest)).toBeNull();
    expect(valueOf('humedad', lastGiven(undefined, failed), oldest)).toBeNull();
  });
});
