interface Extreme {
  temperatura: string;
  place: string;
  moment: string;
}

/** The morning's message. */
export const texts = {
  title: (empresa: string, day: string) => `☀️ ${empresa} · resumen del ${day}`,
  nothingOn: 'Nada estuvo encendido.',
  on: 'Encendido:',
  more: (count: number) => `… y ${count} más`,
  consumption: 'Consumo:',
  noData: (nombre: string) => `• ${nombre}: sin datos`,
  kwh: (nombre: string, kwh: string, price: string, gaps: boolean) =>
    `• ${nombre}: ${kwh} kWh${price}${gaps ? ', con huecos' : ''}`,
  hottest: ({ temperatura, place, moment }: Extreme) => `Máxima: ${temperatura} °C, ${place} (${moment})`,
  coldest: ({ temperatura, place, moment }: Extreme) => `Mínima: ${temperatura} °C, ${place} (${moment})`,
  noAlarms: 'Sin avisos.',
  alarms: (count: number) => `Avisos del día: ${count}.`,
  stillOpen: 'Siguen abiertos:',
} as const;
