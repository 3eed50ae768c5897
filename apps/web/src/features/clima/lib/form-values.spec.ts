import { ReglaClimaSave, type ReglaClima } from '@acequia/contracts';
import { faultsOf } from './form-faults.js';
import { reglaOf, valuesOf, type Values } from './form-values.js';

const stored: ReglaClima = {
  id: 4,
  empresa_id: 1,
  nombre: 'Calor',
  activa: 1,
  sensor_switch_id: 7,
  valor: 'temperatura',
  punto_id: null,
  cuando: 'arriba',
  etapas: [
    {
      switch_id: 8,
      enciende: 28,
      apaga: 25,
      si_calla: 'ciclo',
      via: 'placa',
      por_servicio: null,
      pendiente: 0,
      texto: 'Extractor si > 28 °C',
    },
    { switch_id: 9, enciende: 32, apaga: 28, via: 'placa', por_servicio: null, pendiente: 0, texto: 'x' },
  ],
  min_encendido_s: 180,
  min_apagado_s: 240,
  horario: { desde: '08:00', hasta: '20:00' },
  prioridad: 5,
  persona_s: 1_800,
  edad_max_s: 600,
  pendiente: 0,
  version: 3,
};
const tipoOf = (id: string): string => (id === '8' ? 'turbina' : 'difusor');
const fields = (values: Values): string[] =>
  faultsOf(values, 1, tipoOf)
    .map(({ field }) => field)
    .sort();

describe('the form of a climate rule', () => {
  it('gives back all that is stored', () => {
    const { id: _i, pendiente: _p, punto_id: _n, etapas, ...rest } = stored;
    const written = etapas.map(({ via: _v, por_servicio: _s, pendiente: _e, texto: _t, ...stage }) => stage);
    expect(reglaOf(valuesOf(stored), 1)).toEqual({ ...rest, etapas: written });
    expect(faultsOf(valuesOf(stored), 1, tipoOf)).toEqual([]);
    expect(ReglaClimaSave.safeParse(reglaOf(valuesOf(stored), 1)).success).toBe(true);
  });

  it('follows a point instead of a sensor, in the unit of its magnitude', () => {
    const values = { ...valuesOf(stored), fuente: 'p5' };
    expect(reglaOf(values, 1)).toMatchObject({ punto_id: 5 });
    expect(reglaOf(values, 1)).not.toHaveProperty('sensor_switch_id');
    expect(reglaOf(values, 1)).not.toHaveProperty('valor');
    const [first, second] = values.etapas as [Values['etapas'][0], Values['etapas'][0]];
    const ppm = [
      { ...first, enciende: 1_200, apaga: 900 },
      { ...second, enciende: 1_500, apaga: 900 },
    ];
    expect(fields({ ...values, etapas: ppm })).toEqual([]);
    expect(fields({ ...values, fuente: 's7', etapas: ppm })).toEqual([
      ...['etapas.0.apaga', 'etapas.0.enciende', 'etapas.1.apaga', 'etapas.1.enciende'],
    ]);
    expect(valuesOf({ ...stored, sensor_switch_id: null, valor: null, punto_id: 5 }).fuente).toBe('p5');
  });

  it('asks what a turbina does while its sensor is silent, and leaves a difusor alone', () => {
    const values = valuesOf(stored);
    const [first, second] = values.etapas as [Values['etapas'][0], Values['etapas'][0]];
    expect(fields({ ...values, etapas: [{ ...first, si_calla: '' }, second] })).toEqual(['etapas.0.si_calla']);
    expect(second.si_calla).toBe('');
  });

  it('says beside each field of a new one what is missing', () => {
    expect(fields(valuesOf(null))).toEqual([
      'etapas.0.apaga',
      'etapas.0.enciende',
      'etapas.0.switch_id',
      'fuente',
      'nombre',
    ]);
  });

  it('wants a hysteresis on the right side, stages in their order, and both ends of the hours', () => {
    const values = valuesOf(stored);
    const [first, second] = values.etapas as [Values['etapas'][0], Values['etapas'][0]];
    expect(
      fields({
        ...values,
        etapas: [
          { ...first, apaga: 29 },
          { ...second, enciende: 20, apaga: 18 },
        ],
      }),
    ).toEqual(['etapas.0.apaga', 'etapas.1.enciende']);
    expect(fields({ ...values, horario_hasta: '' })).toEqual(['horario_hasta']);
  });
});
