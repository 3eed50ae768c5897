import { numero } from './numero.js';

/**
 * How the values of a magnitude add up over time. `instantanea`: mean, least and greatest. `contador`: what it grew, by {@link
 * judgeCounter}. `direccion`: mean on a circle. `estado`: the share of time that it was 1.
 */
export const MAGNITUD_CLASES = ['instantanea', 'contador', 'direccion', 'estado'] as const;
export type MagnitudClase = (typeof MAGNITUD_CLASES)[number];

/** What can be measured. Everything that is particular to a quantity stands in its entry of {@link MAGNITUDES}, and nowhere else. */
export interface Magnitud {
  nombre: string;
  /** As people read it; '' = none. */
  unidad: string;
  clase: MagnitudClase;
  /** Decimals that people see. */
  decimales: number;
  /** Values are kept as integers: the value times this. */
  escala: number;
  /** What any sensor in the field can mean, both included; another value is refused. */
  minimo: number;
  maximo: number;
  /** A value up to here is taken as `maximo`. */
  tolerado?: number;
}

const instantanea = (
  nombre: string,
  unidad: string,
  [minimo, maximo]: readonly [number, number],
  decimales: number,
  escala: number,
): Magnitud => ({ nombre, unidad, clase: 'instantanea', decimales, escala, minimo, maximo });

/** Counters are kept as far as a whole number in JavaScript reaches. */
const contador = (nombre: string, unidad: string, decimales: number, escala: number): Magnitud => ({
  nombre,
  unidad,
  clase: 'contador',
  decimales,
  escala,
  minimo: 0,
  maximo: Math.floor(Number.MAX_SAFE_INTEGER / escala),
});

/** The catalogue, by key. A new magnitude is one entry. */
export const MAGNITUDES = {
  temperatura: instantanea('Temperatura', '°C', [-100, 150], 1, 100),
  // In fog a hygrometer reads a little over 100 %.
  humedad: { ...instantanea('Humedad', '%', [0, 100], 1, 100), tolerado: 105 },
  humedad_suelo: instantanea('Humedad del suelo', '%', [0, 100], 1, 100),
  tension_suelo: instantanea('Tensión del suelo', 'kPa', [0, 1_500], 0, 10),
  temperatura_suelo: instantanea('Temperatura del suelo', '°C', [-50, 100], 1, 100),
  ce_suelo: instantanea('Conductividad del suelo', 'dS/m', [0, 50], 2, 1_000),
  caudal: instantanea('Caudal', 'm³/h', [0, 10_000], 2, 1_000),
  volumen: contador('Volumen', 'm³', 2, 1_000),
  presion: instantanea('Presión', 'bar', [-1, 100], 2, 1_000),
  nivel: instantanea('Nivel', 'm', [-10, 1_000], 2, 1_000),
  nivel_porcentaje: instantanea('Nivel', '%', [0, 100], 0, 100),
  lluvia: contador('Lluvia', 'mm', 1, 100),
  viento_velocidad: instantanea('Viento', 'm/s', [0, 100], 1, 100),
  viento_direccion: {
    nombre: 'Dirección del viento',
    unidad: '°',
    clase: 'direccion',
    decimales: 0,
    escala: 10,
    minimo: 0,
    maximo: 360,
  },
  radiacion: instantanea('Radiación', 'W/m²', [0, 2_000], 0, 10),
  par: instantanea('PAR', 'µmol/m²s', [0, 4_000], 0, 10),
  luz: instantanea('Luz', 'lx', [0, 200_000], 0, 10),
  co2: instantanea('CO₂', 'ppm', [0, 50_000], 0, 10),
  nh3: instantanea('Amoniaco', 'ppm', [0, 1_000], 1, 100),
  ph: instantanea('pH', '', [0, 14], 2, 1_000),
  ce: instantanea('Conductividad', 'dS/m', [0, 200], 2, 1_000),
  oxigeno_disuelto: instantanea('Oxígeno disuelto', 'mg/L', [0, 50], 2, 1_000),
  hoja_mojada: instantanea('Hoja mojada', '%', [0, 100], 0, 100),
  peso: instantanea('Peso', 'kg', [-1_000_000, 1_000_000], 1, 1_000),
  bateria: instantanea('Batería', 'V', [0, 100], 2, 1_000),
  bateria_porcentaje: instantanea('Carga de la batería', '%', [0, 100], 0, 100),
  senal: instantanea('Señal de radio', 'dBm', [-200, 20], 0, 10),
  senal_ruido: instantanea('Señal a ruido', 'dB', [-50, 50], 1, 100),
  contacto: { nombre: 'Contacto', unidad: '', clase: 'estado', decimales: 0, escala: 1, minimo: 0, maximo: 1 },
} as const satisfies Record<string, Magnitud>;

export type MagnitudClave = keyof typeof MAGNITUDES;

/** The entry of a key, without the literal types of the catalogue. */
export const magnitudOf = (clave: MagnitudClave): Magnitud => MAGNITUDES[clave];

/** Whether a rule can follow its values past a threshold: a total only grows, and a direction has no more and less. */
export const hasThreshold = (clave: MagnitudClave): boolean =>
  !['contador', 'direccion'].includes(magnitudOf(clave).clase);

/**
 * A value as it is kept.
 * @param value in the magnitude's unit
 * @returns an integer, or null when no such value can be
 */
export const scaled = (clave: MagnitudClave, value: number): number | null => {
  const { escala, minimo, maximo, tolerado = maximo } = magnitudOf(clave);
  if (!(value >= minimo && value <= tolerado)) return null;
  // `+ 0` turns −0 into 0, as JSON would.
  return Math.round(Math.min(value, maximo) * escala) + 0;
};

/** A kept value in the magnitude's unit. */
export const unscaled = (clave: MagnitudClave, kept: number): number => kept / magnitudOf(clave).escala;

/** The least that an axis spans: fifty of the finest steps that people read, so that 0.08 °C are no plunge. */
export const leastSpan = (clave: MagnitudClave): number => 50 / 10 ** magnitudOf(clave).decimales;

/** A value with its unit, as fine as people read it. */
export const inUnit = (clave: MagnitudClave, value: number): string => {
  const { unidad, decimales } = magnitudOf(clave);
  const written = numero(Number(value.toFixed(decimales)));
  return unidad === '' || unidad === '°' ? `${written}${unidad}` : `${written} ${unidad}`;
};
