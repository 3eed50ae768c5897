import type { HastaHumedad, ProgramaSave } from '@acequia/contracts';

/** The fields of a program that its expansion uses. */
export type ProgramaExpandible = { id: number } & Pick<
  ProgramaSave,
  | 'dias'
  | 'inicios'
  | 'pasos'
  | 'porcentajes'
  | 'temporada'
  | 'ventana'
  | 'pausa_s'
  | 'remojo'
  | 'limite'
  | 'omitir'
  | 'ajuste_et0'
>;

/** A pump that runs only while one of its valves is on, `encendido_s` after it at the earliest. */
export interface Pump {
  switch_id: number;
  valves: ReadonlySet<number>;
  encendido_s: number;
  /** Its last valve closes this long after the pump, s. */
  apagado_s: number;
  /** How long it has to be off before it may go on again, s. Default 0. */
  rest_s?: number;
  /**
   * From one valve to the next that opens as it closes. `kept`: its board keeps it on, and each valve has a run of its own.
   * `stopped`: its board stops it before each valve closes. Default: it goes on in one run.
   */
  between?: 'kept' | 'stopped' | 'through';
}

/** What a person made of one turn on its day. `inicio` in ms. */
export interface Exception {
  inicio: number;
  segundos: number;
  /** Name of the person. */
  por: string;
}

/** The fields of a company that an expansion uses. */
export interface Farm {
  zona: string;
  latitud: number | null;
  longitud: number | null;
  /** m³/h by switch, where declared. */
  flows: ReadonlyMap<number, number>;
  pumps: readonly Pump[];
  /** Groups of switches of which no two are on together. */
  exclusions?: readonly ReadonlySet<number>[];
  /** By the id of the turn that the program plans. */
  exceptions?: ReadonlyMap<string, Exception>;
}

/** Target of a step: `s<switch>` or `d<dispositivo>`. */
export type StepTarget = `s${number}` | `d${number}`;

/** Seconds from the program's start. */
export interface Span {
  objeto: StepTarget;
  desde_s: number;
  segundos: number;
  /** Water or moisture of the soil at which it ends; absent = by its time. */
  litros?: number;
  hasta?: HastaHumedad;
}

/** A concrete run. Times in ms. */
export interface Corrida {
  turno_id: string;
  programa_id: number;
  objeto: StepTarget;
  /** Start of the program's run that the turn belongs to. */
  riego: number;
  inicio: number;
  segundos: number;
  /** Seconds according to the program, before the window cut them. */
  pedidos_s: number;
  /** Water or moisture of the soil at which it ends; absent = by its time. */
  litros?: number;
  hasta?: HastaHumedad;
  /** The run would begin outside the window, so it does not run. */
  outside: boolean;
  /** What the program says of a turn that has an exception. */
  planned?: Exception;
}

/** The id of a turn: its program, the start that its program gives it, ms, and what it turns on. */
export const turnoId = (programa_id: number, inicio: number, objeto: StepTarget): string =>
  `${programa_id}-${inicio / 1_000}-${objeto}`;

export const idOf = (objeto: StepTarget): number => Number(objeto.slice(1));
export const isSwitch = (objeto: StepTarget): boolean => objeto.startsWith('s');
