export const texts = {
  /** What a stored row says beside its own reason. */
  unconfirmed: 'Sin confirmar: no se supo si encendió',
  noMeter: 'Ningún medidor de volumen mide este switch: regístralo en Puntos y di qué mide',
} as const;
