export const texts = {
  api: 'Consola de telemetría y control agrícola.',
  tooMany: (most: number) => `Máximo ${most} elementos`,
} as const;

/** The columns of the CSV of a switch's derived values. */
export const DERIVED_COLUMNS = [
  'Fecha',
  'Temperatura mínima (°C)',
  'Temperatura máxima (°C)',
  'Temperatura media (°C)',
  'Humedad media (%)',
  'DPV medio (kPa)',
  'Punto de rocío medio (°C)',
  'Grados día',
  'Horas frío',
  'ET0 (mm)',
];
