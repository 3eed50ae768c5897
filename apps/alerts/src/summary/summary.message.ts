import { duration, type DailySummary, typeOfAviso } from '@acequia/contracts';
import { decimal } from '../decimal.js';
import { moment } from '../deliveries/message.js';
import { texts } from './textos.js';

/** Most items listed in a message; the page shows them all. */
const NAMED = 12;

const dayOf = (dia: string): string => dia.split('-').reverse().join('/');
const andMore = (all: number): string[] => (all > NAMED ? [texts.more(all - NAMED)] : []);

const inText = (
  { valor, zona, nombre, ts }: { valor: number; zona: string; nombre: string; ts: number },
  zona_horaria: string,
) => ({ temperatura: decimal(valor), place: `${zona} - ${nombre}`, moment: moment(ts, zona_horaria) });

/** The morning's message, in paragraphs. */
export const summaryParagraphs = (summary: DailySummary): string[] => {
  const { empresa, dia, riego, energia, extremos, incidentes, abiertos, zona_horaria } = summary;
  const on = riego.filter(({ minutos }) => (minutos ?? 0) > 0).sort((a, b) => (b.minutos ?? 0) - (a.minutos ?? 0));
  const { temperatura_max: hottest, temperatura_min: coldest } = extremos;
  const blocks = [texts.title(empresa, dayOf(dia))];
  blocks.push(
    on.length === 0
      ? texts.nothingOn
      : [
          texts.on,
          ...on.slice(0, NAMED).map(({ zona, nombre, minutos }) => `• ${zona} - ${nombre}: ${duration(minutos ?? 0)}`),
          ...andMore(on.length),
        ].join('\n'),
  );
  if (energia.length > 0)
    blocks.push(
      [
        texts.consumption,
        ...energia.map(({ nombre, kwh, costo, ...notes }) => {
          if (kwh === null) return texts.noData(nombre);
          const price = costo === null ? '' : ` ($${costo.toFixed(2)})`;
          return texts.kwh(nombre, decimal(kwh), price, notes);
        }),
      ].join('\n'),
    );
  if (hottest && coldest)
    blocks.push(
      [texts.hottest(inText(hottest, zona_horaria)), texts.coldest(inText(coldest, zona_horaria))].join('\n'),
    );
  blocks.push(incidentes.length === 0 ? texts.noAlarms : texts.alarms(incidentes.length));
  if (abiertos.length > 0)
    blocks.push(
      [
        texts.stillOpen,
        ...abiertos.slice(0, NAMED).map(({ tipo, texto }) => `• ${typeOfAviso(tipo).nombre}: ${texto}`),
        ...andMore(abiertos.length),
      ].join('\n'),
    );
  return blocks;
};
