import type { ReglaClima } from '@acequia/contracts';
import { ruleBands } from './rule-bands.js';

type Regla = Parameters<typeof ruleBands>[0][number];
const stage = (enciende: number, apaga: number) => ({ enciende, apaga }) as ReglaClima['etapas'][number];
const regla = (changes: Partial<Regla> = {}): Regla => ({
  activa: 1,
  sensor_switch_id: 7,
  valor: 'temperatura',
  nombre: 'Calor',
  etapas: [stage(28, 26), stage(32, 29)],
  ...changes,
});

describe('the band of a rule in a chart', () => {
  it('lies between the thresholds of each stage, whichever turns on', () => {
    expect(ruleBands([regla(), regla({ nombre: 'Frío', valor: 'humedad', etapas: [stage(40, 60)] })], 7)).toEqual([
      { valor: 'temperatura', desde: 26, hasta: 28, nombre: 'Calor' },
      { valor: 'temperatura', desde: 29, hasta: 32, nombre: 'Calor' },
      { valor: 'humedad', desde: 40, hasta: 60, nombre: 'Frío' },
    ]);
  });

  it('is not drawn of a rule that rests, of another sensor, or of a value without a line', () => {
    const others = [
      { activa: 0 } as const,
      { sensor_switch_id: 8 },
      { sensor_switch_id: null },
      { valor: 'dpv' } as const,
    ];
    expect(ruleBands([...others.map(regla), regla({ valor: null })], 7)).toEqual([]);
  });
});
