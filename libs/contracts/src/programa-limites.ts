// Apart from the schemas, so that a browser can have them without zod.

/** As a program names them, Monday first. */
export const WEEK_DAYS = ['lun', 'mar', 'mie', 'jue', 'vie', 'sab', 'dom'] as const;

export const PROGRAMA_LIMITS = {
  STEPS: 64,
  INICIOS: 24,
  /** Longest step, pause or soak, s. */
  DURATION_S: 86_400,
  CONDITIONS: 8,
  /** Furthest from sunrise or sunset, minutes. */
  SUN_CHANGE_MIN: 720,
} as const;

/** A preview looks so many days ahead. */
export const PREVIEW_DAYS = 14;
/** What a person adds to a running turn unless they say, s. */
export const ALARGAR_S = 600;
/** Most days that one list of turns covers. */
export const TURNOS_DIAS = 62;

/**
 * previsto → en_curso → cumplido | parcial (it ended early or late by more than is told apart); previsto → omitido (decided
 * against, with its reason) | perdido (it should have run and did not).
 */
export const ESTADOS_TURNO = ['previsto', 'en_curso', 'cumplido', 'parcial', 'omitido', 'perdido'] as const;
export type EstadoTurno = (typeof ESTADOS_TURNO)[number];

export const TURNO_TEXT: Readonly<Record<EstadoTurno, string>> = {
  previsto: 'Previsto',
  en_curso: 'En curso',
  cumplido: 'Cumplido',
  parcial: 'Parcial',
  omitido: 'Omitido',
  perdido: 'Perdido',
};

/** What a preview warns of. */
export const CONFLICT_TIPOS = [
  'mismo_switch',
  'exclusion',
  'limite_valvulas',
  'limite_caudal',
  'maximo_encendido',
  'fuera_de_ventana',
  'mas_larga_que_la_noche',
  'sin_coordenadas',
  'sin_sol',
] as const;
export type ConflictTipo = (typeof CONFLICT_TIPOS)[number];
