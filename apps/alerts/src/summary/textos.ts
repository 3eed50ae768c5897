import type { DailySummary } from '@acequia/contracts';

interface Extreme {
  temperatura: string;
  place: string;
  moment: string;
}

type EnergyNotes = Pick<DailySummary['energia'][number], 'incompleto' | 'reinicio' | 'lectura_omitida'>;

/** The morning's message. */
export const texts = {
  title: (empresa: string, day: string) => `☀️ ${empresa} · resumen del ${day}`,
  nothingOn: 'Nada estuvo encendido.',
  on: 'Encendido:',
  more: (count: number) => `… y ${count} más`,
  consumption: 'Consumo:',
  noData: (nombre: string) => `• ${nombre}: sin datos`,
  kwh: (nombre: string, kwh: string, price: string, notes: EnergyNotes) =>
    [
      `• ${nombre}: ${kwh} kWh${price}`,
      ...(notes.incompleto ? ['con huecos'] : []),
      ...(notes.reinicio ? ['el contador empezó de nuevo'] : []),
      ...(notes.lectura_omitida ? ['sin una lectura falsa'] : []),
    ].join(', '),
  hottest: ({ temperatura, place, moment }: Extreme) => `Máxima: ${temperatura} °C, ${place} (${moment})`,
  coldest: ({ temperatura, place, moment }: Extreme) => `Mínima: ${temperatura} °C, ${place} (${moment})`,
  noAlarms: 'Sin avisos.',
  alarms: (count: number) => `Avisos del día: ${count}.`,
  stillOpen: 'Siguen abiertos:',
} as const;
