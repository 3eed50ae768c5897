import { numero } from './numero.js';

/**
 * How the values of a magnitude add up over time. `instantanea`: mean, least and greatest. `contador`: what it grew, by {@link
 * judgeCounter}. `direccion`: mean on a circle. `estado`: the share of time that it was 1.
 */
export const MAGNITUD_CLASES = ['instantanea', 'contador', 'direccion', 'estado'] as const;
export type MagnitudClase = (typeof MAGNITUD_CLASES)[number];

/** Types of place: what is an alarm in one is usual in another. */
export const PLACE_TYPES = {
  invernadero: 'Invernadero',
  cuarto_frio: 'Cuarto frío',
  establo: 'Establo',
  campo: 'Campo',
  pozo: 'Pozo',
} as const;
export type Lugar = keyof typeof PLACE_TYPES;

/** Where a value is usually too low, or too high; a side that is absent raises no alarm. */
export interface PlaceLimits {
  bajo?: number;
  alto?: number;
}

/** The family in whose colour it is drawn. */
export type MagnitudColor = 'calor' | 'agua' | 'suelo' | 'aire' | 'luz' | 'electrica';

/** The sign that stands for it. */
export type MagnitudIcono =
  | 'termometro'
  | 'gota'
  | 'brote'
  | 'medidor'
  | 'tanque'
  | 'lluvia'
  | 'viento'
  | 'sol'
  | 'gas'
  | 'matraz'
  | 'peso'
  | 'pila'
  | 'antena'
  | 'contacto';

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
  color: MagnitudColor;
  icono: MagnitudIcono;
  /** The least that an axis spans, in its unit, so that 0.08 °C are no plunge. */
  eje: number;
  /** The limits that an alarm is offered with, by the type of place. */
  limites?: Partial<Record<Lugar, PlaceLimits>>;
}

/** How a magnitude is shown. */
type Look = readonly [color: MagnitudColor, icono: MagnitudIcono, eje: number];

const instantanea = (
  nombre: string,
  unidad: string,
  [minimo, maximo]: readonly [number, number],
  decimales: number,
  escala: number,
  [color, icono, eje]: Look,
  limites: Partial<Record<Lugar, PlaceLimits>> = {},
): Magnitud => ({
  nombre,
  unidad,
  clase: 'instantanea',
  decimales,
  escala,
  minimo,
  maximo,
  color,
  icono,
  eje,
  limites,
});

/** Counters are kept as far as a whole number in JavaScript reaches. */
const contador = (
  nombre: string,
  unidad: string,
  decimales: number,
  escala: number,
  [color, icono, eje]: Look,
): Magnitud => ({
  nombre,
  unidad,
  clase: 'contador',
  decimales,
  escala,
  minimo: 0,
  maximo: Math.floor(Number.MAX_SAFE_INTEGER / escala),
  color,
  icono,
  eje,
});

/** The same wherever it is. */
const everywhere = (limits: PlaceLimits): Record<Lugar, PlaceLimits> => ({
  invernadero: limits,
  cuarto_frio: limits,
  establo: limits,
  campo: limits,
  pozo: limits,
});

/** The catalogue, by key. A new magnitude is one entry. */
export const MAGNITUDES = {
  temperatura: instantanea('Temperatura', '°C', [-100, 150], 1, 100, ['calor', 'termometro', 5], {
    invernadero: { bajo: 8, alto: 38 },
    // Cold is what the room is for.
    cuarto_frio: { alto: 8 },
    establo: { bajo: 0, alto: 32 },
    campo: { bajo: 2, alto: 42 },
  }),
  humedad: {
    ...instantanea('Humedad', '%', [0, 100], 1, 100, ['agua', 'gota', 5], {
      invernadero: { bajo: 40, alto: 90 },
      cuarto_frio: { bajo: 80 },
      establo: { alto: 85 },
      campo: { bajo: 20, alto: 95 },
    }),
    // In fog a hygrometer reads a little over 100 %.
    tolerado: 105,
  },
  // A loam wilts at 10 to 12 % and holds 25 to 30 %.
  humedad_suelo: instantanea('Humedad del suelo', '%', [0, 100], 1, 100, ['suelo', 'brote', 5], {
    invernadero: { bajo: 20, alto: 40 },
    campo: { bajo: 15, alto: 40 },
  }),
  tension_suelo: instantanea('Tensión del suelo', 'kPa', [0, 1_500], 0, 10, ['suelo', 'brote', 20], {
    invernadero: { alto: 50 },
    campo: { alto: 80 },
  }),
  temperatura_suelo: instantanea('Temperatura del suelo', '°C', [-50, 100], 1, 100, ['calor', 'termometro', 5], {
    invernadero: { bajo: 12, alto: 30 },
    campo: { bajo: 5 },
  }),
  // A soil is called saline from 4 dS/m.
  ce_suelo: instantanea('Conductividad del suelo', 'dS/m', [0, 50], 2, 1_000, ['suelo', 'brote', 1], {
    invernadero: { alto: 4 },
    campo: { alto: 4 },
  }),
  caudal: instantanea('Caudal', 'm³/h', [0, 10_000], 2, 1_000, ['agua', 'medidor', 0.5]),
  volumen: contador('Volumen', 'm³', 2, 1_000, ['agua', 'medidor', 0.1]),
  presion: instantanea('Presión', 'bar', [-1, 100], 2, 1_000, ['agua', 'medidor', 0.5], {
    invernadero: { bajo: 0.8, alto: 4 },
    campo: { bajo: 0.8, alto: 4 },
    pozo: { bajo: 1 },
  }),
  nivel: instantanea('Nivel', 'm', [-10, 1_000], 2, 1_000, ['agua', 'tanque', 0.5]),
  nivel_porcentaje: instantanea('Nivel', '%', [0, 100], 0, 100, ['agua', 'tanque', 20], everywhere({ bajo: 20 })),
  lluvia: contador('Lluvia', 'mm', 1, 100, ['agua', 'lluvia', 5]),
  viento_velocidad: instantanea('Viento', 'm/s', [0, 100], 1, 100, ['aire', 'viento', 5], {
    invernadero: { alto: 15 },
    campo: { alto: 12 },
  }),
  viento_direccion: {
    nombre: 'Dirección del viento',
    unidad: '°',
    clase: 'direccion',
    decimales: 0,
    escala: 10,
    minimo: 0,
    maximo: 360,
    color: 'aire',
    icono: 'viento',
    eje: 360,
  },
  radiacion: instantanea('Radiación', 'W/m²', [0, 2_000], 0, 10, ['luz', 'sol', 100]),
  par: instantanea('PAR', 'µmol/m²s', [0, 4_000], 0, 10, ['luz', 'sol', 200]),
  luz: instantanea('Luz', 'lx', [0, 200_000], 0, 10, ['luz', 'sol', 1_000]),
  co2: instantanea('CO₂', 'ppm', [0, 50_000], 0, 10, ['aire', 'gas', 200], {
    invernadero: { alto: 1_500 },
    cuarto_frio: { alto: 5_000 },
    establo: { alto: 3_000 },
  }),
  nh3: instantanea('Amoniaco', 'ppm', [0, 1_000], 1, 100, ['aire', 'gas', 5], {
    cuarto_frio: { alto: 25 },
    establo: { alto: 20 },
  }),
  ph: instantanea('pH', '', [0, 14], 2, 1_000, ['agua', 'matraz', 1], {
    invernadero: { bajo: 5.5, alto: 7 },
    campo: { bajo: 5.5, alto: 8 },
    pozo: { bajo: 6, alto: 8.5 },
  }),
  // Above 3 dS/m few crops take it.
  ce: instantanea('Conductividad', 'dS/m', [0, 200], 2, 1_000, ['agua', 'matraz', 1], {
    invernadero: { alto: 3.5 },
    campo: { alto: 3 },
    pozo: { alto: 3 },
  }),
  oxigeno_disuelto: instantanea('Oxígeno disuelto', 'mg/L', [0, 50], 2, 1_000, ['agua', 'matraz', 2], {
    invernadero: { bajo: 4 },
    campo: { bajo: 4 },
  }),
  hoja_mojada: instantanea('Hoja mojada', '%', [0, 100], 0, 100, ['agua', 'brote', 20], {
    invernadero: { alto: 90 },
  }),
  peso: instantanea('Peso', 'kg', [-1_000_000, 1_000_000], 1, 1_000, ['suelo', 'peso', 5]),
  bateria: instantanea('Batería', 'V', [0, 100], 2, 1_000, ['electrica', 'pila', 0.5]),
  bateria_porcentaje: instantanea(
    'Carga de la batería',
    '%',
    [0, 100],
    0,
    100,
    ['electrica', 'pila', 20],
    everywhere({ bajo: 20 }),
  ),
  voltaje: instantanea('Voltaje', 'V', [0, 1_000], 1, 100, ['electrica', 'pila', 10]),
  corriente: instantanea('Corriente', 'A', [0, 10_000], 2, 1_000, ['electrica', 'pila', 1]),
  // Below 0 what is given back.
  potencia: instantanea('Potencia', 'W', [-10_000_000, 10_000_000], 0, 10, ['electrica', 'pila', 100]),
  potencia_aparente: instantanea('Potencia aparente', 'VA', [0, 10_000_000], 0, 10, ['electrica', 'pila', 100]),
  factor_potencia: instantanea('Factor de potencia', '', [-1, 1], 2, 1_000, ['electrica', 'medidor', 0.1]),
  energia: contador('Energía', 'kWh', 2, 1_000, ['electrica', 'medidor', 0.1]),
  senal: instantanea('Señal de radio', 'dBm', [-200, 20], 0, 10, ['electrica', 'antena', 20]),
  senal_ruido: instantanea('Señal a ruido', 'dB', [-50, 50], 1, 100, ['electrica', 'antena', 5]),
  memoria: instantanea('Memoria libre', 'kB', [0, 100_000], 1, 10, ['electrica', 'medidor', 10]),
  veces: contador('Veces', '', 0, 1, ['electrica', 'medidor', 10]),
  horas: contador('Tiempo encendido', 'h', 1, 100, ['electrica', 'medidor', 1]),
  contacto: {
    nombre: 'Contacto',
    unidad: '',
    clase: 'estado',
    decimales: 0,
    escala: 1,
    minimo: 0,
    maximo: 1,
    color: 'aire',
    icono: 'contacto',
    eje: 1,
  },
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

/** A value with its unit, as fine as people read it. */
export const inUnit = (clave: MagnitudClave, value: number): string => {
  const { unidad, decimales } = magnitudOf(clave);
  const written = numero(Number(value.toFixed(decimales)));
  return unidad === '' || unidad === '°' ? `${written}${unidad}` : `${written} ${unidad}`;
};
