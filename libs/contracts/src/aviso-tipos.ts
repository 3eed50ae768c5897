// Apart from the schemas, so that a browser can load this without zod.

import type { AvisoTarget, Severidad } from './aviso-words.js';

interface TipoDefinition {
  nombre: string;
  objeto: AvisoTarget;
  activa: 0 | 1;
  severidad: Severidad;
  /** How long the condition must last before the alarm opens, s. */
  espera_s: number;
  /** Threshold of the condition, and the hysteresis to end it; absent = the condition has no number. */
  umbral?: number;
  histeresis?: number;
  unit?: string;
}

/** Every watched condition, with its default rule. */
export const TYPES_OF_AVISO = {
  placa_sin_conexion: { nombre: 'Placa sin conexión', objeto: 'placa', activa: 1, severidad: 'alta', espera_s: 120 },
  placa_sin_datos: {
    nombre: 'Placa conectada sin datos',
    objeto: 'placa',
    activa: 1,
    severidad: 'media',
    espera_s: 60,
    umbral: 600,
    histeresis: 0,
    unit: 's',
  },
  corte_de_luz: {
    nombre: 'Posible corte de luz',
    objeto: 'sitio',
    activa: 1,
    severidad: 'critica',
    espera_s: 30,
    umbral: 2,
    histeresis: 0,
    unit: 'placas',
  },
  reloj_adelantado: {
    nombre: 'Reloj de placa adelantado',
    objeto: 'placa',
    activa: 1,
    severidad: 'media',
    espera_s: 60,
  },
  reloj_atrasado: {
    nombre: 'Reloj de placa atrasado',
    objeto: 'placa',
    activa: 1,
    severidad: 'media',
    espera_s: 60,
    umbral: 300,
    histeresis: 60,
    unit: 's',
  },
  cuota_de_placa: {
    nombre: 'Cuota diaria de la placa por agotarse',
    objeto: 'placa',
    activa: 1,
    severidad: 'media',
    espera_s: 60,
    umbral: 80,
    histeresis: 5,
    unit: '%',
  },
  cuota_de_empresa: {
    nombre: 'Cuota diaria de la empresa por agotarse',
    objeto: 'empresa',
    activa: 1,
    severidad: 'alta',
    espera_s: 60,
    umbral: 80,
    histeresis: 5,
    unit: '%',
  },
  sensor_callado: {
    nombre: 'Sensor sin lecturas',
    objeto: 'switch',
    activa: 1,
    severidad: 'media',
    espera_s: 60,
    umbral: 900,
    histeresis: 0,
    unit: 's',
  },
  sensor_pegado: {
    nombre: 'Sensor pegado',
    objeto: 'switch',
    activa: 1,
    severidad: 'media',
    espera_s: 60,
    umbral: 21_600,
    histeresis: 0,
    unit: 's',
  },
  sensor_fuera_de_rango: {
    nombre: 'Sensor fuera de rango',
    objeto: 'switch',
    activa: 1,
    severidad: 'media',
    espera_s: 300,
  },
  temperatura_alta: {
    nombre: 'Temperatura alta',
    objeto: 'switch',
    activa: 1,
    severidad: 'alta',
    espera_s: 300,
    umbral: 42,
    histeresis: 1,
    unit: '°C',
  },
  temperatura_baja: {
    nombre: 'Temperatura baja',
    objeto: 'switch',
    activa: 1,
    severidad: 'alta',
    espera_s: 300,
    umbral: 2,
    histeresis: 1,
    unit: '°C',
  },
  riesgo_helada: {
    nombre: 'Riesgo de helada',
    objeto: 'switch',
    activa: 1,
    severidad: 'critica',
    espera_s: 300,
    umbral: 2,
    histeresis: 1,
    unit: '°C',
  },
  riesgo_calor: {
    nombre: 'Riesgo de calor',
    objeto: 'switch',
    activa: 1,
    severidad: 'alta',
    espera_s: 300,
    umbral: 42,
    histeresis: 1,
    unit: '°C',
  },
  humedad_alta: {
    nombre: 'Humedad alta',
    objeto: 'switch',
    activa: 0,
    severidad: 'media',
    espera_s: 900,
    umbral: 95,
    histeresis: 3,
    unit: '%',
  },
  humedad_baja: {
    nombre: 'Humedad baja',
    objeto: 'switch',
    activa: 0,
    severidad: 'media',
    espera_s: 900,
    umbral: 20,
    histeresis: 3,
    unit: '%',
  },
  encendido_de_mas: {
    nombre: 'Encendido más de su límite',
    objeto: 'switch',
    activa: 1,
    severidad: 'alta',
    espera_s: 30,
  },
  regla_en_su_limite: {
    nombre: 'Una regla de clima llegó al máximo encendido',
    objeto: 'switch',
    activa: 1,
    severidad: 'alta',
    espera_s: 0,
  },
  discrepancia: {
    nombre: 'No obedece: pedido y reportado difieren',
    objeto: 'switch',
    activa: 1,
    severidad: 'alta',
    espera_s: 30,
  },
  orden_sin_respuesta: {
    nombre: 'Orden sin respuesta o rechazada',
    objeto: 'switch',
    activa: 1,
    severidad: 'media',
    espera_s: 5,
  },
  relevador_inquieto: {
    nombre: 'Relevador que prende y apaga',
    objeto: 'switch',
    activa: 1,
    severidad: 'alta',
    espera_s: 0,
    umbral: 12,
    histeresis: 6,
    unit: 'cambios en 5 min',
  },
  nube_rechaza: {
    nombre: 'La nube rechaza la clave',
    objeto: 'dispositivo',
    activa: 1,
    severidad: 'alta',
    espera_s: 120,
  },
  nube_ausente: {
    nombre: 'Dispositivo sin conexión con la nube',
    objeto: 'dispositivo',
    activa: 1,
    severidad: 'media',
    espera_s: 600,
  },
  fase_perdida: {
    nombre: 'Fase perdida',
    objeto: 'dispositivo',
    activa: 1,
    severidad: 'critica',
    espera_s: 30,
    umbral: 60,
    histeresis: 20,
    unit: 'V',
  },
  desequilibrio: {
    nombre: 'Desequilibrio entre fases',
    objeto: 'dispositivo',
    activa: 1,
    severidad: 'media',
    espera_s: 300,
    umbral: 5,
    histeresis: 1,
    unit: '%',
  },
  voltaje_alto: {
    nombre: 'Voltaje alto',
    objeto: 'dispositivo',
    activa: 1,
    severidad: 'alta',
    espera_s: 120,
    umbral: 10,
    histeresis: 2,
    unit: '%',
  },
  voltaje_bajo: {
    nombre: 'Voltaje bajo',
    objeto: 'dispositivo',
    activa: 1,
    severidad: 'alta',
    espera_s: 120,
    umbral: 10,
    histeresis: 2,
    unit: '%',
  },
  sobrecarga: {
    nombre: 'Sobrecarga',
    objeto: 'dispositivo',
    activa: 0,
    severidad: 'critica',
    espera_s: 60,
    umbral: 20_000,
    histeresis: 500,
    unit: 'W',
  },
  consumo_apagado: {
    nombre: 'Consumo con todo apagado',
    objeto: 'dispositivo',
    activa: 0,
    severidad: 'media',
    espera_s: 600,
    umbral: 200,
    histeresis: 50,
    unit: 'W',
  },
  contactor: {
    nombre: 'Prueba eléctrica: contactor o motor',
    objeto: 'dispositivo',
    activa: 1,
    severidad: 'critica',
    espera_s: 60,
    umbral: 100,
    histeresis: 20,
    unit: 'W',
  },
  vencimiento: { nombre: 'Vencimiento próximo', objeto: 'empresa', activa: 1, severidad: 'media', espera_s: 0 },
  limite_usuarios: {
    nombre: 'Límite de usuarios alcanzado',
    objeto: 'empresa',
    activa: 1,
    severidad: 'baja',
    espera_s: 0,
  },
} as const satisfies Record<string, TipoDefinition>;

export type TipoAviso = keyof typeof TYPES_OF_AVISO;
/** Conditions whose alarms are about one kind of object. */
export type TipoAvisoOf<Objeto extends AvisoTarget> = {
  [Tipo in TipoAviso]: (typeof TYPES_OF_AVISO)[Tipo]['objeto'] extends Objeto ? Tipo : never;
}[TipoAviso];
export const AVISO_TYPES = Object.keys(TYPES_OF_AVISO) as [TipoAviso, ...TipoAviso[]];
export const tipoDeAviso = (tipo: TipoAviso): TipoDefinition => TYPES_OF_AVISO[tipo];

/** Longest wait of a rule, s. */
export const MAX_WAIT_S = 7 * 86_400;

/** Conditions that a preview computes from measured values. */
export const MEASURED_TYPES: readonly TipoAviso[] = [
  'temperatura_alta',
  'temperatura_baja',
  'humedad_alta',
  'humedad_baja',
];
