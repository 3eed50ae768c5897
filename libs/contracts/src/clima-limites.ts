// Apart from the schemas, so that a browser can load this without zod.

/** Values that a rule can follow. `dpv` (kPa) and `punto_rocio` (°C) derive from temperature and humidity: the service runs those rules. */
export const CLIMA_VALUES = ['temperatura', 'humedad', 'dpv', 'punto_rocio'] as const;
export type ClimaValor = (typeof CLIMA_VALUES)[number];

/** What a stage does while its sensor is silent. `ciclo`: on for its minimum time on, off for its minimum time off. */
export const CLIMA_SILENCIO = ['apagado', 'encendido', 'ciclo'] as const;
export type ClimaSilencio = (typeof CLIMA_SILENCIO)[number];

/** For these types a rule must say what happens without a sensor: a load that stops, or does not stop, can kill. */
export const TIPOS_THAT_CHOOSE_SILENCE: ReadonlySet<string> = new Set(['motor', 'turbina', 'cooler']);

export const CLIMA_LIMITS = {
  ETAPAS: 8,
  /** Most rules of an empresa, active or not. */
  REGLAS: 500,
  /** Most rules that one board stores; each stage counts as one. */
  REGLAS_POR_PLACA: 32,
  /** Upper bound of a rule's times, s. */
  DURATION_S: 86_400,
  /** Thresholds of a sensor's values, °C, % or kPa. */
  UMBRAL: [-100, 150],
  /** Default age of the oldest reading that the service acts on, s. */
  EDAD_MAX_S: 300,
  /** Default time that a person's command takes precedence, s. */
  PERSONA_S: 3_600,
} as const;

/** Why the service runs a stage instead of its board. */
export const POR_SERVICIO = [
  'sensor_de_otra_placa',
  'enclavamiento',
  'firmware',
  'valor_derivado',
  'punto',
  'sin_lugar',
] as const;
export type PorServicio = (typeof POR_SERVICIO)[number];

export const POR_SERVICIO_TEXT: Readonly<Record<PorServicio, string>> = {
  sensor_de_otra_placa: 'El sensor está en otra placa: la lleva el servicio, y sin internet se apaga sola.',
  enclavamiento: 'Su enclavamiento tiene switches en otra placa: la lleva el servicio, y sin internet se apaga sola.',
  firmware: 'El firmware de la placa no lleva reglas: la lleva el servicio, y sin internet se apaga sola.',
  punto:
    'Sigue un punto que su placa no lee, o que su firmware no sabe seguir: la lleva el servicio, y sin internet se apaga sola.',
  valor_derivado: 'El valor se calcula en el servidor: la lleva el servicio, y sin internet se apaga sola.',
  sin_lugar: 'La placa ya lleva 32 reglas: esta la lleva el servicio, y sin internet se apaga sola.',
};

export const CONTROLLERS = ['persona', 'programa', 'automatico'] as const;
export type Controller = (typeof CONTROLLERS)[number];
