import type { DailySummary } from '@acequia/contracts';
import { summaryParagraphs } from './summary.message.js';

const METER = { kwh: 12.5, costo: null, incompleto: false, reinicio: false, lectura_omitida: false };
const summary: DailySummary = {
  empresa_id: 1,
  empresa: 'Uno',
  dia: '2026-11-11',
  zona_horaria: 'UTC',
  tarifa_kwh: null,
  en_curso: false,
  riego: [],
  incidentes: [],
  abiertos: [],
  extremos: { temperatura_max: null, temperatura_min: null, humedad_max: null, humedad_min: null },
  energia: [
    { ...METER, dispositivo_id: 1, nombre: 'Pozo' },
    { ...METER, dispositivo_id: 2, nombre: 'Casa', reinicio: true, incompleto: true },
    { ...METER, dispositivo_id: 3, nombre: 'Patio', lectura_omitida: true },
    { ...METER, dispositivo_id: 4, nombre: 'Norte', kwh: null },
  ],
};

it('says in the morning which of the numbers of energy have a gap, a new beginning or a value left out', () => {
  expect(summaryParagraphs(summary)).toContain(
    [
      'Consumo:',
      '• Pozo: 12.5 kWh',
      '• Casa: 12.5 kWh, con huecos, el contador empezó de nuevo',
      '• Patio: 12.5 kWh, sin una lectura falsa',
      '• Norte: sin datos',
    ].join('\n'),
  );
});
