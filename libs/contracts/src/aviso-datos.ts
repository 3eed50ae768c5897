// Apart from the schemas, so that a browser can load this without zod.
import type { TipoAviso } from './aviso-tipos.js';
import type { AvisoChannel } from './aviso-words.js';
import type { MagnitudClave } from './magnitudes.js';
import type { FallaDePlaca } from './placa-fallas.js';
import type { QUE_POTENCIA } from './potencia.js';
import type { CaudalMal } from './proteccion-caudal.js';
import type { DispositivoReason } from './reasons.js';
import type { CausaFallo } from './turno-causas.js';

/** Things as they were called when the alarm was told. An empty name: its reader may not know it. */
export interface NombreDePlaca {
  nombre: string;
  numero: number;
  sitio: string | null;
}
export interface NombreDeSwitch {
  zona: string;
  nombre: string;
}

interface DePlaca {
  placa: NombreDePlaca;
}
interface DeSwitch {
  switch: NombreDeSwitch;
}
interface DeDispositivo {
  dispositivo: string;
}
interface DePunto {
  punto: string;
}

/** A value past its limit, both in the unit of their tipo. */
interface Medido {
  valor: number;
  umbral: number;
}
/** Both in the unit of the magnitud. */
interface MedidoEn extends Medido {
  magnitud: MagnitudClave;
}
/** Readings of today, and how many it may have. */
interface Cuota {
  lecturas: number;
  limite: number;
}
/** m³ since January, and what it may take in a year. */
interface Concesion {
  usada_m3: number;
  concesion_m3: number;
}
/** A trend that reaches its limit. Times of day in the company's zone. */
interface Trend extends DeSwitch, Medido {
  hora: string;
  hora_umbral: string;
}
/** A moment in the company's zone: HH:MM, and YYYY-MM-DD; null = today. */
interface Moment {
  hora: string;
  dia: string | null;
}

/** What expires: the company (no name), its plan (no name), a device, a token. */
export interface Vencimiento {
  que: 'empresa' | 'plan' | 'dispositivo' | 'token';
  nombre: string | null;
  /** YYYY-MM-DD, the last day. */
  dia: string;
  /** Days until then; below 0 = it is over. */
  dias: number;
}

/** Where turns failed; null = their valves say it. */
export type LugarDeFallo = { sitio: string } | { placa: NombreDePlaca } | { switch: NombreDeSwitch | null } | null;

/**
 * What an alarm says, by its tipo; its sentence is made from this. Stored: a field may be added, and none may change its meaning.
 */
export interface DatosDeAviso {
  placa_sin_conexion: DePlaca;
  placa_sin_datos: DePlaca;
  cuenta_compartida: DePlaca;
  corte_de_luz: {
    sitio: string;
    sin_conexion: number;
    placas: number;
    /** The first of those that are away, by their numbers. */
    numeros: number[];
    /** A meter of the site, and whether it still has power. */
    medidor: { nombre: string; con_corriente: boolean } | null;
  };
  reloj_adelantado: DePlaca;
  /** `minutos` null = its clock is before everything that is stored. */
  reloj_atrasado: DePlaca & { minutos: number | null };
  /** `switch`: what hangs on the relay that has lived its life; null = nothing known. */
  salud_de_placa: DePlaca & { fallas: (FallaDePlaca & { switch?: NombreDeSwitch | null })[] };
  cuota_de_placa: DePlaca & Cuota;
  cuota_de_empresa: Cuota;

  sensor_callado: DeSwitch;
  /** `valor` in °C. */
  sensor_pegado: DeSwitch & { valor: number; horas: number };
  sensor_fuera_de_rango: DeSwitch & { temperatura: number | null; humedad: number | null };
  temperatura_alta: DeSwitch & Medido;
  temperatura_baja: DeSwitch & Medido;
  humedad_alta: DeSwitch & Medido;
  humedad_baja: DeSwitch & Medido;
  riesgo_helada: Trend;
  riesgo_calor: Trend;
  encendido_de_mas: DeSwitch;
  regla_en_su_limite: DeSwitch & { minutos: number };
  discrepancia: DeSwitch & { pedido: 'on' | 'off'; reporta: 'on' | 'off' };
  orden_sin_respuesta: DeSwitch & { pedido: 'on' | 'off'; estado: 'rechazado' | 'vencido' | 'sin_respuesta' };
  relevador_inquieto: DeSwitch & { veces: number };

  punto_alto: DePunto & MedidoEn;
  punto_bajo: DePunto & MedidoEn;
  /** `por_hora` in the unit of the magnitud. */
  punto_cambio: DePunto & { magnitud: MagnitudClave; por_hora: number };
  /** `sin_placa`: no board tells its values, but a program or a network. */
  punto_callado: DePunto & { sin_placa?: true };
  punto_pegado: DePunto & { magnitud: MagnitudClave; valor: number; horas: number };
  punto_fuera: DePunto;
  caudal_anormal: DePunto & { proteccion: string; caudal: CaudalMal };
  concesion_por_acabarse: DePunto & Concesion;
  concesion_agotada: DePunto & Concesion;

  turno_fallido: {
    causa: CausaFallo;
    lugar: LugarDeFallo;
    turnos: number;
    /** The hour of the first of them. */
    desde: Moment;
    /** The first of what did not run; null = it was deleted. */
    cosas: (NombreDeSwitch | string | null)[];
    /** How many more. */
    otras: number;
    /** Why, where the cause alone does not say it. */
    motivo: string | null;
    /** `motivo` names no switch; absent = nobody knows. */
    sin_nombres?: true;
    m3_medidos: number | null;
    m3_esperados: number | null;
  };
  /** `switch` null = it was deleted. */
  /** `desde` null = its board did not know the time. */
  proteccion_actuo: DePlaca & {
    protecciones: { nombre: string; desde: Moment | null; switches: NombreDeSwitch[]; caudal?: CaudalMal }[];
  };
  plan_sin_tomar: DePlaca & { primero: Moment; switch: NombreDeSwitch | null; turnos: number };

  nube_rechaza: DeDispositivo & { motivo: DispositivoReason };
  nube_ausente: DeDispositivo & { motivo: DispositivoReason };
  fase_perdida: DeDispositivo & { fases: string[] };
  desequilibrio: DeDispositivo & Medido & { fases: { fase: string; voltaje: number }[] };
  /** `valor` and `umbral` in % of the nominal voltage. */
  voltaje_alto: DeDispositivo & Medido & { fase: string; voltaje: number };
  voltaje_bajo: DeDispositivo & Medido & { fase: string; voltaje: number };
  /** W. */
  sobrecarga: DeDispositivo & Medido;
  consumo_apagado: DeDispositivo & Medido;
  /** `que`: kw, or kWh for a m³. `valvulas`: those that were open. */
  consumo_raro: DeDispositivo & {
    que: (typeof QUE_POTENCIA)[number];
    valor: number;
    usual: number;
    desviacion: number;
    observaciones: number;
    valvulas: string[];
  };
  /** `valor` in W; `encendido`: what the board reports. */
  contactor: DeDispositivo & DeSwitch & Medido & { encendido: boolean };

  vencimiento: { vencen: Vencimiento[] };
  limite_usuarios: { usuarios: number; limite: number };
  /** Channels whose weekly tries failed, and whom they lead to. */
  canal_fallido: { canales: { canal: AvisoChannel; nombre: string }[] };
  /**
   * `numero` of the communicator, null = unknown. Of a modem how many of its last SMS failed, 0 = the server has none; of a router how many
   * boards fell silent at once.
   */
  comunicador_callado: { numero: string | null } & (
    { tipo: 'modem'; fallos: number } | { tipo: 'router'; placas: number; desde: Moment }
  );
  /** Where the running quarter of an hour ends if nothing changes. */
  demanda_alta: { periodo: string; kw: number; limite_kw: number };
  /** `programas` null = nothing of the company could be planned; else the first, and how many more. */
  plan_imposible: { programas: { nombre: string; motivo: string }[] | null; otros: number };
}

/** What some alarm says. */
export type AvisoDatos = DatosDeAviso[TipoAviso];

/** What this alarm says, if it is of that tipo, and if it was stored: alarms from before have their sentence only. */
export const datosOf = <Tipo extends TipoAviso>(
  { tipo, datos }: { tipo: TipoAviso; datos?: AvisoDatos | null | undefined },
  wanted: Tipo,
): DatosDeAviso[Tipo] | null => (tipo === wanted ? ((datos ?? null) as DatosDeAviso[Tipo] | null) : null);
