import type { ClimaValor } from '@acequia/contracts';

const UNIT: Readonly<Record<ClimaValor, string>> = {
  temperatura: '°C',
  humedad: '%',
  dpv: 'kPa de DPV',
  punto_rocio: '°C de punto de rocío',
};

export const texts = {
  /** "Extractor si > 28 °C". */
  rule: (nombre: string, above: boolean, threshold: number, valor: ClimaValor) =>
    `${nombre} si ${above ? '>' : '<'} ${threshold} ${UNIT[valor]}`,
} as const;
