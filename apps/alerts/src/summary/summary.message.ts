import { type DailySummary, typeOfAviso } from '@acequia/contracts';
import { decimal } from '../decimal.js';
import { moment } from '../deliveries/message.js';

/** Most items listed in a message; the page shows them all. */
const NAMED = 12;

const dayOf = (dia: string): string => dia.split('-').reverse().join('/');
const hours = (minutes: number): string => {
  const whole = Math.round(minutes);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
};
const andMore = (all: number): string[] => (all > NAMED ? [`… y ${all - NAMED} más`] : []);

/** The morning's message, in paragraphs. */
export const summaryParagraphs = (summary: DailySummary): string[] => {
  const { empresa, dia, riego, energia, extremos, incidentes, abiertos, zona_horaria } = summary;
  const on = riego.filter(({ minutos }) => (minutos ?? 0) > 0).sort((a, b) => (b.minutos ?? 0) - (a.minutos ?? 0));
  const { temperatura_max: hottest, temperatura_min: coldest } = extremos;
  const blocks = [`☀️ ${empresa} · resumen del ${dayOf(dia)}`];
  blocks.push(
    on.length === 0
      ? 'Nada estuvo encendido.'
      : [
          'Encendido:',
          ...on.slice(0, NAMED).map(({ zona, nombre, minutos }) => `• ${zona} - ${nombre}: ${hours(minutos ?? 0)}`),
          ...andMore(on.length),
        ].join('\n'),
  );
  if (energia.length > 0)
    blocks.push(
      [
        'Consumo:',
        ...energia.map(({ nombre, kwh, costo, incompleto }) => {
          if (kwh === null) return `• ${nombre}: sin datos`;
          const price = costo === null ? '' : ` ($${costo.toFixed(2)})`;
          return `• ${nombre}: ${decimal(kwh)} kWh${price}${incompleto ? ', con huecos' : ''}`;
        }),
      ].join('\n'),
    );
  if (hottest && coldest)
    blocks.push(
      [
        `Máxima: ${decimal(hottest.valor)} °C, ${hottest.zona} - ${hottest.nombre} (${moment(hottest.ts, zona_horaria)})`,
        `Mínima: ${decimal(coldest.valor)} °C, ${coldest.zona} - ${coldest.nombre} (${moment(coldest.ts, zona_horaria)})`,
      ].join('\n'),
    );
  blocks.push(incidentes.length === 0 ? 'Sin avisos.' : `Avisos del día: ${incidentes.length}.`);
  if (abiertos.length > 0)
    blocks.push(
      [
        'Siguen abiertos:',
        ...abiertos.slice(0, NAMED).map(({ tipo, texto }) => `• ${typeOfAviso(tipo).nombre}: ${texto}`),
        ...andMore(abiertos.length),
      ].join('\n'),
    );
  return blocks;
};
