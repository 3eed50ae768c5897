// Apart from the schemas, so that a browser can load this without zod.

/** Day names of a program, Monday first. */
export const WEEK_DAYS = ['lun', 'mar', 'mie', 'jue', 'vie', 'sab', 'dom'] as const;

export const PROGRAMA_LIMITS = {
  /** Most programs of an empresa, active or not. */
  PROGRAMAS: 500,
  STEPS: 64,
  INICIOS: 24,
  /** Longest step, pause or soak, s. */
  DURATION_S: 86_400,
  /** Least and most water of a step, m³. */
  VOLUME_MIN_M3: 0.01,
  VOLUME_MAX_M3: 10_000,
  CONDITIONS: 8,
  /** Largest offset from sunrise or sunset, minutes. */
  SUN_CHANGE_MIN: 720,
  /** Most runs of one switch or dispositivo in a day. */
  RUNS_OF_ONE: 200,
  /** Most runs of a program in a day, those of its pumps included. */
  RUNS: 5_000,
  /** Most runs of all programs of an empresa in a day. */
  RUNS_OF_EMPRESA: 20_000,
  /** Longest time from a start to the end of its last run, days. */
  START_DAYS: 14,
} as const;

/** Days that a preview covers. */
export const PREVIEW_DAYS = 14;
/** Default extension of a running turn, s. */
export const ALARGAR_S = 600;
/** Most turns that a preview lists; its conflicts are those of all. */
export const PREVIEW_TURNOS = 5_000;
/** Most days of one list of turns. */
export const TURNOS_DIAS = 62;
/** Most turns of a list without pages, and of one page. */
export const TURNOS_MAX = 20_000;
export const TURNOS_PAGE_MAX = 5_000;
/** Of a full page of turns: where the next begins. */
export const CURSOR_HEADER = 'x-cursor';

/**
 * previsto → en_curso → cumplido | parcial (the duration deviates beyond the tolerance); previsto → omitido (skipped, with its
 * reason) | perdido (should have run and did not). sin_confirmar: it is over, and nothing tells yet, or ever, whether it ran: a board
 * that is away runs its agenda.
 */
export const ESTADOS_TURNO = [
  'previsto',
  'en_curso',
  'cumplido',
  'parcial',
  'omitido',
  'perdido',
  'sin_confirmar',
] as const;
export type EstadoTurno = (typeof ESTADOS_TURNO)[number];

export const TURNO_TEXT: Readonly<Record<EstadoTurno, string>> = {
  previsto: 'Previsto',
  en_curso: 'En curso',
  cumplido: 'Cumplido',
  parcial: 'Parcial',
  omitido: 'Omitido',
  perdido: 'Perdido',
  sin_confirmar: 'Sin confirmar',
};

/** Conflicts that a preview reports. `volumen_por_servicio` and `humedad_por_servicio` are none: they say how far off a step may end. */
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
  'mismo_medidor',
  'volumen_por_servicio',
  'humedad_por_servicio',
] as const;
export type ConflictTipo = (typeof CONFLICT_TIPOS)[number];
