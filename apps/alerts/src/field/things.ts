import type {
  ComandoAction,
  DatosDeAviso,
  EstadoComando,
  MagnitudClave,
  Metricas,
  DispositivoReason,
  Tarifas,
  TipoSwitch,
} from '@acequia/contracts';
import type { Demand } from './demand.js';
import type { Share } from './share.js';

export interface Board {
  placa_id: number;
  numero: number;
  nombre: string;
  sitio: string | null;
  revocada: 0 | 1;
  habito_ms: number;
  /** null = not known yet. */
  online: boolean | null;
  /** Since when `online` has this value, ms. */
  since: number;
  /** Last report, ms; 0 = never. */
  heard: number;
  clockAhead: boolean;
  /** Its samples name times before all that is kept, and are refused. */
  clockOutside: boolean;
  /** When two boards were last seen to use its account, ms; 0 = never. */
  shared: number;
  /** How far its newest sample lies behind its arrival, and since when by as much. ms; null = nothing reported yet */
  lag: { ms: number; since: number } | null;
  /** Records of today, and its daily limit; null = unknown. */
  quota: Share | null;
}

/** One value of a sensor: what it last told, null = it gives none, and when. */
export interface Told {
  value: number | null;
  ts: number;
  /** The last one that was a value. */
  last: number | null;
}

export interface Sensor {
  /** null = never told. */
  t: Told | null;
  h: Told | null;
  /** When it last gave a value. */
  ts: number;
  /** Since when both values are unchanged, and how often they changed. */
  sameSince: number;
  moves: number;
  trend: { ts: number; t: number }[];
}

export interface Wish {
  comando_id: string;
  accion: ComandoAction;
  estado: EstadoComando;
  detalle: string | null;
  max_s: number | null;
  ts: number;
}

export interface Wired {
  id: number;
  placa_id: number;
  nombre: string;
  zona: string;
  tipo: TipoSwitch;
  hardware_pin: number;
  sensor_pin: number | null;
  activo: 0 | 1;
  max_encendido_s: number | null;
  on: boolean | null;
  /** When the board last reported the state, and since when it reports it. ms */
  ts: number;
  since: number;
  /** Reported when it happened: a state that the board had buffered is history. */
  live: boolean;
  /** Since when this process receives the board's reports, ms; it knows nothing of earlier ones. */
  watched: number | null;
  /** Its last completed time on, as reported live, ms. */
  lastOn: { from: number; to: number } | null;
  /** Times of changes, newest last. */
  flips: number[];
  sensor: Sensor | null;
  wish: Wish | null;
  /** Decision of device-gateway, which also knows the board's programs and rules, on this wish and this state. */
  decision: { comando_id: string; on: boolean | null; discrepancy: boolean } | null;
}

/** A point of measurement. */
export interface Punto {
  id: number;
  /** null = a program sends its values. */
  placa_id: number | null;
  nombre: string;
  sitio: string | null;
  magnitud: MagnitudClave;
  cada_s: number;
  activo: 0 | 1;
  /** m³ a year; null = nothing said. */
  concesion_m3: number | null;
  /** null = never told. */
  told: Told | null;
  /** Since when its value is unchanged, and how often it changed. */
  sameSince: number;
  moves: number;
  trend: Sensor['trend'];
}

export interface Device {
  id: number;
  nombre: string;
  tipo: string;
  sitio: string | null;
  vigila_switch_id: number | null;
  activo: 0 | 1;
  suspendido: 0 | 1;
  fecha_vencimiento: string | null;
  /** Bit mask of the phases ever seen alive. */
  fases: number;
  /** null = not read yet. */
  online: boolean | null;
  motivo: DispositivoReason | null;
  since: number;
  out: 0 | 1 | null;
  metricas: Metricas | null;
  ts: number;
  /** Of a meter; null = not told. */
  demand: Demand | null;
}

export interface Company {
  id: number;
  nombre: string;
  activa: 0 | 1;
  zona_horaria: string;
  fecha_vencimiento: string;
  /** null = one price, or none, and no limit of demand. */
  tarifas: Tarifas | null;
}

/** Polled from auth-tenancy; null = unknown. */
export interface Plan {
  comunicador_numero: string;
  comunicador_vencimiento: string | null;
  limite_usuarios: number | null;
  usuarios: number;
}

/** A channel whose last tries all failed. */
export type DeadChannel = DatosDeAviso['canal_fallido']['canales'][number];

/** What the company's communicator is: the server's modem, with how many of its last SMS failed in a row, or the router of its boards. */
export type Communicator = { tipo: 'modem'; isThere: boolean; fails: number } | { tipo: 'router' };
