// Apart from the schemas, so that a browser can load this without zod.

/** Day names of a program, Monday first. */
export const WEEK_DAYS = ['lun', 'mar', 'mie', 'jue', 'vie', 'sab', 'dom'] as const;

export const PROGRAMA_LIMITS = {
  STEPS: 64,
  INICIOS: 24,
  /** Longest step, pause or soak, s. */
  DURATION_S: 86_400,
  CONDITIONS: 8,
  /** Largest offset from sunrise or sunset, minutes. */
  SUN_CHANGE_MIN: 720,
} as const;

/** Days that a preview covers. */
export const PREVIEW_DAYS = 14;
/** Default extension of a running turn, s. */
export const ALARGAR_S = 600;
/** Most days of one list of turns. */
export const TURNOS_DIAS = 62;

/**
 * previsto → en_curso → cumplido | parcial (the duration deviates beyond the tolerance); previsto → omitido (skipped, with its
 * reason) | perdido (should have run and did not).
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

/** Conflicts that a preview reports. */
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
