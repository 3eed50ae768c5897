export const texts = {
  /** What a stored row says beside its own reason. */
  unconfirmed: 'Sin confirmar: no se supo si encendió',
  noForecast: 'Esta instalación no tiene pronóstico del tiempo',
  noPlace: 'El pronóstico es del lugar de la empresa: ponle latitud y longitud',
  noSoil: 'Elige un punto de humedad del suelo',
  noMeter: 'Ningún medidor de volumen mide este switch: regístralo en Puntos y di qué mide',
} as const;
