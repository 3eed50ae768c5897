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
  automatic: (rule: string) => `Automático: ${rule}`,
  programa: (nombre: string | null) => (nombre === null ? 'Programa' : `Programa «${nombre}»`),
  onByPerson: 'Lo encendió una persona',
  offByPerson: 'Lo apagó una persona',
  tooMany: (most: number) => `La empresa ya tiene ${most} reglas de clima, las más que caben`,
  staysInEmpresa: 'Una regla no cambia de empresa',
  noSensor: 'Ese switch no tiene sensor',
  chooseSilence: (nombre: string, tipo: string) => `Elige qué hace «${nombre}» (${tipo}) cuando el sensor calla`,
} as const;
