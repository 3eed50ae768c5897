import { isOfPronostico, isOfPunto, type ConditionTipo, type Programa } from '@acequia/contracts';

export type Dia = 'lun' | 'mar' | 'mie' | 'jue' | 'vie' | 'sab' | 'dom';

export interface StartValue {
  cuando: 'hora' | 'salida' | 'puesta';
  hora: string;
  minutos: number | null;
}

export interface StepValue {
  /** `s<switch>` or `d<dispositivo>`; '' = not chosen yet. */
  objeto: string;
  /** On, or on at the longest where it ends by its volume or the moisture of the soil. */
  minutos: number | null;
  ends: 'tiempo' | 'volumen' | 'humedad';
  m3: number | null;
  /** The point of the moisture; '' = not chosen yet. */
  suelo: string;
  humedad: number | null;
  junto: boolean;
}

export interface ConditionValue {
  tipo: ConditionTipo;
  /** The switch whose sensor is read; '' = not chosen yet. */
  switch_id: string;
  /** The point that is read; '' = not chosen yet. */
  punto_id: string;
  valor: number | null;
  /** Of a counter: over which its growth is summed. */
  horas: number | null;
  /** %; null = the turn is skipped. */
  reducir_a: number | null;
  /** Of the sum of a point: the start is delayed instead. */
  retrasar: 'no' | 'si';
}

export const ET0_SOURCES = ['no', 'sensor', 'mano'] as const;

/** A day of the year; `mes` '' = none. */
export interface YearDayValue {
  mes: string;
  dia: number | null;
}

/** The form's values. An empty number is null. */
export interface Values {
  nombre: string;
  activo: 0 | 1;
  modo: 'semana' | 'cada' | 'paridad';
  semana: Dia[];
  cada: number | null;
  desde: string;
  paridad: 'par' | 'impar';
  inicios: StartValue[];
  pasos: StepValue[];
  temporada_desde: YearDayValue;
  temporada_hasta: YearDayValue;
  /** From January on; an empty one means 100 %. */
  porcentajes: { valor: number | null }[];
  pausa_s: number | null;
  ventana_desde: string;
  ventana_hasta: string;
  remojo_max_min: number | null;
  remojo_pausa_min: number | null;
  valvulas: number | null;
  caudal: number | null;
  omitir: ConditionValue[];
  et0_de: (typeof ET0_SOURCES)[number];
  /** The switch whose sensor is read; '' = not chosen yet. */
  et0_switch: string;
  et0_mm: number | null;
  et0_referencia: number | null;
  et0_minimo: number | null;
  sin_conexion: 'regar' | 'no_regar';
  tarde_max_min: number | null;
  version: number | undefined;
}

const MONTHS = 12;
const WHOLE = 100;

const minutesOf = (segundos: number | undefined): number | null => (segundos === undefined ? null : segundos / 60);

const startOf = (inicio: Programa['inicios'][number]): StartValue =>
  typeof inicio === 'string'
    ? { cuando: 'hora', hora: inicio, minutos: 0 }
    : { cuando: inicio.sol, hora: '06:00', minutos: inicio.minutos };

const stepOf = ({
  switch_id,
  dispositivo_id,
  duracion_s,
  volumen_m3,
  hasta,
  junto_con_anterior,
}: Programa['pasos'][number]): StepValue => ({
  objeto: switch_id === undefined ? `d${dispositivo_id}` : `s${switch_id}`,
  minutos: duracion_s / 60,
  ends: hasta ? 'humedad' : volumen_m3 === undefined ? 'tiempo' : 'volumen',
  m3: volumen_m3 ?? null,
  suelo: String(hasta?.punto_id ?? ''),
  humedad: hasta?.humedad ?? null,
  junto: junto_con_anterior === 1,
});

const yearDayOf = (text: string | undefined): YearDayValue => {
  const [mes = '', dia] = text?.split('-') ?? [];
  return { mes, dia: dia === undefined ? null : Number(dia) };
};

const et0Of = (
  one: Programa['ajuste_et0'],
): Pick<Values, 'et0_de' | 'et0_switch' | 'et0_mm' | 'et0_referencia' | 'et0_minimo'> => ({
  et0_de: one === undefined ? 'no' : one.switch_id === undefined ? 'mano' : 'sensor',
  et0_switch: String(one?.switch_id ?? ''),
  et0_mm: one?.et0_mm ?? null,
  et0_referencia: one?.referencia_mm ?? null,
  et0_minimo: one?.minimo ?? null,
});

export const newStart = (): StartValue => ({ cuando: 'hora', hora: '05:00', minutos: 0 });
export const newStep = (): StepValue => ({
  objeto: '',
  minutos: 15,
  ends: 'tiempo',
  m3: null,
  suelo: '',
  humedad: null,
  junto: false,
});
export const newCondition = (): ConditionValue => ({
  tipo: 'humedad_mayor',
  switch_id: '',
  punto_id: '',
  valor: null,
  horas: null,
  reducir_a: null,
  retrasar: 'no',
});

/** Only what a point has summed, from a value on, may delay a start. */
export const mayDelay = ({ tipo, horas }: Pick<ConditionValue, 'tipo' | 'horas'>): boolean =>
  tipo === 'punto_mayor' && horas !== null;
export const isDelay = (one: Pick<ConditionValue, 'tipo' | 'horas' | 'retrasar'>): boolean =>
  mayDelay(one) && one.retrasar === 'si';

/** Of a condition on a sensor or a forecast. */
export const unitOf = (tipo: ConditionTipo): string => {
  if (tipo === 'pronostico_lluvia') return 'mm';
  if (tipo === 'pronostico_viento') return 'km/h';
  return tipo.startsWith('humedad') ? '%' : '°C';
};

/** `today` YYYY-MM-DD. */
export const valuesOf = (one: Programa | null, today: string): Values => {
  const dias = one?.dias ?? (['lun', 'mie', 'vie'] as Dia[]);
  return {
    nombre: one?.nombre ?? '',
    activo: one?.activo ?? 1,
    modo: Array.isArray(dias) ? 'semana' : 'cada' in dias ? 'cada' : 'paridad',
    semana: Array.isArray(dias) ? [...dias] : ['lun', 'mie', 'vie'],
    cada: 'cada' in dias ? dias.cada : 2,
    desde: 'cada' in dias ? dias.desde : today,
    paridad: 'paridad' in dias ? dias.paridad : 'par',
    inicios: one ? one.inicios.map(startOf) : [newStart()],
    pasos: one ? one.pasos.map(stepOf) : [newStep()],
    temporada_desde: yearDayOf(one?.temporada?.desde),
    temporada_hasta: yearDayOf(one?.temporada?.hasta),
    porcentajes: Array.from({ length: MONTHS }, (_, month) => ({ valor: one?.porcentajes?.[month] ?? null })),
    pausa_s: one?.pausa_s ?? null,
    ventana_desde: one?.ventana?.desde ?? '',
    ventana_hasta: one?.ventana?.hasta ?? '',
    remojo_max_min: minutesOf(one?.remojo?.max_s),
    remojo_pausa_min: minutesOf(one?.remojo?.pausa_s),
    valvulas: one?.limite?.valvulas ?? null,
    caudal: one?.limite?.caudal_m3h ?? null,
    omitir: (one?.omitir ?? []).map(({ tipo, switch_id, punto_id, valor, horas, reducir_a, retrasar }) => ({
      tipo,
      switch_id: String(switch_id ?? ''),
      punto_id: String(punto_id ?? ''),
      valor,
      horas: horas ?? null,
      reducir_a: reducir_a ?? null,
      retrasar: retrasar === 1 ? 'si' : 'no',
    })),
    ...et0Of(one?.ajuste_et0),
    sin_conexion: one?.sin_conexion ?? 'regar',
    tarde_max_min: one?.tarde_max_min ?? null,
    version: one?.version,
  };
};

const secondsOf = (minutos: number | null): number => Math.round((minutos ?? 0) * 60);

const yearDayText = ({ mes, dia }: YearDayValue): string =>
  mes === '' && dia === null ? '' : `${mes}-${String(dia ?? '').padStart(2, '0')}`;

/** The form as a program in the contract's shape. */
export const programaOf = (values: Values, empresa_id: number): unknown => {
  const temporada = { desde: yearDayText(values.temporada_desde), hasta: yearDayText(values.temporada_hasta) };
  return {
    empresa_id,
    nombre: values.nombre,
    activo: values.activo,
    dias:
      values.modo === 'semana'
        ? values.semana
        : values.modo === 'cada'
          ? { cada: values.cada, desde: values.desde }
          : { paridad: values.paridad },
    inicios: values.inicios.map(({ cuando, hora, minutos }) =>
      cuando === 'hora' ? hora : { sol: cuando, minutos: minutos ?? 0 },
    ),
    pasos: values.pasos.map(({ objeto, minutos, ends, m3, suelo, humedad, junto }, n) => ({
      ...(objeto.startsWith('d')
        ? { dispositivo_id: Number(objeto.slice(1)) }
        : { switch_id: Number(objeto.slice(1)) }),
      duracion_s: secondsOf(minutos),
      ...(ends === 'volumen' && objeto.startsWith('s') && { volumen_m3: m3 }),
      ...(ends === 'humedad' && objeto.startsWith('s') && { hasta: { punto_id: Number(suelo), humedad } }),
      junto_con_anterior: junto && n > 0 ? 1 : 0,
    })),
    ...(values.porcentajes.some(({ valor }) => valor !== null) && {
      porcentajes: values.porcentajes.map(({ valor }) => valor ?? WHOLE),
    }),
    ...((temporada.desde !== '' || temporada.hasta !== '') && { temporada }),
    ...(values.omitir.length > 0 && {
      omitir: values.omitir.map(({ tipo, switch_id, punto_id, valor, horas, reducir_a, retrasar }) => ({
        tipo,
        ...(isOfPunto(tipo) && { punto_id: Number(punto_id) }),
        ...(!isOfPunto(tipo) && !isOfPronostico(tipo) && { switch_id: Number(switch_id) }),
        valor,
        ...((isOfPunto(tipo) || tipo === 'pronostico_lluvia') && horas !== null && { horas }),
        ...(isDelay({ tipo, horas, retrasar })
          ? { retrasar: 1 }
          : reducir_a !== null && tipo !== 'pronostico_viento' && { reducir_a }),
      })),
    }),
    ...((values.ventana_desde !== '' || values.ventana_hasta !== '') && {
      ventana: { desde: values.ventana_desde, hasta: values.ventana_hasta },
    }),
    ...(values.pausa_s !== null && { pausa_s: values.pausa_s }),
    ...((values.remojo_max_min !== null || values.remojo_pausa_min !== null) && {
      remojo: { max_s: secondsOf(values.remojo_max_min), pausa_s: secondsOf(values.remojo_pausa_min) },
    }),
    ...((values.valvulas !== null || values.caudal !== null) && {
      limite: {
        ...(values.valvulas !== null && { valvulas: values.valvulas }),
        ...(values.caudal !== null && { caudal_m3h: values.caudal }),
      },
    }),
    ...(values.et0_de !== 'no' && {
      ajuste_et0: {
        ...(values.et0_de === 'sensor' ? { switch_id: Number(values.et0_switch) } : { et0_mm: values.et0_mm }),
        referencia_mm: values.et0_referencia,
        ...(values.et0_minimo !== null && { minimo: values.et0_minimo }),
      },
    }),
    sin_conexion: values.sin_conexion,
    ...(values.tarde_max_min !== null && { tarde_max_min: values.tarde_max_min }),
    ...(values.version !== undefined && { version: values.version }),
  };
};
