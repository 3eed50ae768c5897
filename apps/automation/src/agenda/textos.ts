import { type ClimaValor, type MagnitudClave, magnitudOf } from '@acequia/contracts';

const UNIT: Readonly<Record<ClimaValor, string>> = {
  temperatura: '°C',
  humedad: '%',
  dpv: 'kPa de DPV',
  punto_rocio: '°C de punto de rocío',
};

export const texts = {
  /** "Extractor si > 28 °C". */
  rule: (nombre: string, above: boolean, threshold: number, unit: string) =>
    `${nombre} si ${above ? '>' : '<'} ${threshold} ${unit}`,
  unitOf: (valor: ClimaValor) => UNIT[valor],
  /** "% de humedad del suelo", "ppm de CO₂". */
  unitOfPoint: (magnitud: MagnitudClave) => {
    const { nombre, unidad } = magnitudOf(magnitud);
    // A word begins small within a sentence; CO₂ and pH stay as they are.
    const within = nombre.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
    return `${unidad} de ${within}`.trim();
  },
  goneUnit: 'de un punto que ya no está',
} as const;
