import { proposalFor } from './proposal.js';

it.each([
  ['SENSOR.BME280.Pressure', 'presion', 0.001],
  ['SENSOR.ANALOG.Temperature2', 'temperatura', 1],
  ['temperature:100.tC', 'temperatura', 1],
  ['SENSOR.SCD30.CarbonDioxide', 'co2', 1],
  ['greenhouse_co2', 'co2', 1],
  ['water_SOIL', 'humedad_suelo', 1],
  ['conduct_SOIL', 'ce_suelo', 0.001],
  ['wind.direction', 'viento_direccion', 1],
  ['SENSOR.ENERGY.Power.0', 'potencia', 1],
  ['SENSOR.ENERGY.Total', 'energia', 1],
  ['em:0.a_act_power', 'potencia', 1],
  ['switch:0.aenergy.total', 'energia', 0.001],
  ['voltmeter:100.voltage', 'voltaje', 1],
  ['@bateria', 'bateria_porcentaje', 1],
])('%s is probably %s', (ruta, magnitud, a) => expect(proposalFor(ruta)).toEqual({ magnitud, a }));

it.each(['input:100.counts.total', 'SENSOR.ANALOG.A0', 'alarm'])('%s says nothing', (ruta) =>
  expect(proposalFor(ruta)).toEqual({}),
);
