import type { ProgramaSave } from '@acequia/contracts';

/** A program as far as its expansion goes. */
export type ProgramaExpandible = { id: number } & Pick<
  ProgramaSave,
  'dias' | 'inicios' | 'pasos' | 'porcentajes' | 'temporada' | 'ventana' | 'pausa_s' | 'remojo' | 'limite'
>;

/** A pump that runs only while one of its valves is on, `encendido_s` after it at the earliest. */
export interface Pump {
  switch_id: number;
  valves: ReadonlySet<number>;
  encendido_s: number;
  /** Its last valve closes so long after it. */
  apagado_s: number;
}

/** What an expansion needs to know of a company. */
export interface Farm {
  zona: string;
  latitud: number | null;
  longitud: number | null;
  /** m³/h by switch, where declared. */
  caudales: ReadonlyMap<number, number>;
  pumps: readonly Pump[];
}

/** What is turned on: `s<switch>` or `d<dispositivo>`. */
export type AlarmTarget = `s${number}` | `d${number}`;

/** Seconds from the program's start. */
export interface Span {
  objeto: AlarmTarget;
  desde_s: number;
  segundos: number;
}

/** A concrete run. Times in ms. */
export interface Corrida {
  turno_id: string;
  programa_id: number;
  objeto: AlarmTarget;
  /** Start of the program's run that it belongs to. */
  riego: number;
  inicio: number;
  segundos: number;
  /** Seconds as the program says, before the window cut it. */
  pedidos_s: number;
  /** It begins outside of the window: it does not run. */
  fuera: boolean;
}

export const idDe = (objeto: AlarmTarget): number => Number(objeto.slice(1));
export const esSwitch = (objeto: AlarmTarget): boolean => objeto.startsWith('s');
