// Apart from the schemas, so that a browser can have them without zod.

/** What a rule looks at. `dpv` (kPa) and `punto_rocio` (°C) follow from temperature and humidity: the service runs those. */
export const CLIMA_VALUES = ['temperatura', 'humedad', 'dpv', 'punto_rocio'] as const;
export type ClimaValor = (typeof CLIMA_VALUES)[number];

/** What a stage does while its sensor is silent. `ciclo`: on for its least time on, off for its least time off. */
export const CLIMA_SILENCIO = ['apagado', 'encendido', 'ciclo'] as const;
export type ClimaSilencio = (typeof CLIMA_SILENCIO)[number];

/** Of these a rule says itself what happens without a sensor: what they move kills when it stops, or when it does not. */
export const TIPOS_THAT_CHOOSE_SILENCE: ReadonlySet<string> = new Set(['motor', 'turbina', 'cooler']);

export const CLIMA_LIMITS = {
  ETAPAS: 8,
  /** Rules that one board keeps; a stage is one. */
  REGLAS_POR_PLACA: 32,
  /** Longest of the times of a rule, s. */
  DURATION_S: 86_400,
  /** Oldest reading that the service acts on unless the rule says, s. */
  EDAD_MAX_S: 300,
  /** How long a person's order wins unless the rule says, s. */
  PERSONA_S: 3_600,
} as const;

/** Why the service runs a stage instead of its board. */
export const POR_SERVICIO = [
  'sensor_de_otra_placa',
  'enclavamiento',
  'firmware',
  'valor_derivado',
  'sin_lugar',
] as const;
export type PorServicio = (typeof POR_SERVICIO)[number];

export const POR_SERVICIO_TEXT: Readonly<Record<PorServicio, string>> = {
  sensor_de_otra_placa: 'El sensor está en otra placa: la lleva el servicio, y sin internet se apaga sola.',
  enclavamiento: 'Su enclavamiento tiene switches en otra placa: la lleva el servicio, y sin internet se apaga sola.',
  firmware: 'El firmware de la placa no lleva reglas: la lleva el servicio, y sin internet se apaga sola.',
  valor_derivado: 'El valor se calcula en el servidor: la lleva el servicio, y sin internet se apaga sola.',
  sin_lugar: 'La placa ya lleva 32 reglas: esta la lleva el servicio, y sin internet se apaga sola.',
};

export const CONTROLLERS = ['persona', 'programa', 'automatico'] as const;
export type Controller = (typeof CONTROLLERS)[number];
