import { exactDuration, type Known, magnitudOf, toldIn } from '@acequia/contracts';
import { momentText, timeText } from '../expansion/moment-text.js';
import { type Motivo, motivosOf, type StoredMotivos } from './motivo.js';

type Of<C extends Motivo['codigo']> = Extract<Motivo, { codigo: C }>;

/** Where its times are read, and the switches that the reader may know. */
interface Reader {
  zona: string;
  known: Known;
}

const NOT_BEGUN: Readonly<Record<Of<'sin_empezar'>['fin'], string>> = {
  done: 'La placa lo dio por hecho sin encender',
  off: 'Se quitó antes de empezar',
  limit: 'El switch ya estaba en su máximo encendido',
  interlock: 'Un enclavamiento de la placa no dejó encender',
  locked: 'El switch estaba bloqueado',
  late: 'La placa no pudo empezar a tiempo',
  power: 'La placa estaba sin corriente',
  clock: 'La placa no sabía la hora',
  volume: 'La placa lo dio por hecho sin encender',
  reached: 'La placa lo dio por hecho sin encender',
  protection: 'Una protección no dejó encender',
};

const CUT_SHORT: Readonly<Record<Of<'cortado'>['fin'], string>> = {
  done: 'La placa empezó tarde',
  off: 'Se apagó antes de su hora',
  limit: 'Llegó a su máximo encendido',
  interlock: 'Un enclavamiento lo apagó',
  locked: 'Se bloqueó el switch',
  late: 'La placa empezó tarde',
  power: 'La placa se quedó sin corriente',
  clock: 'La placa perdió la hora',
  volume: 'Llegó a su volumen',
  reached: 'El suelo llegó a su humedad',
  protection: 'Una protección lo apagó',
};

const TURNED_OFF: Readonly<Record<Of<'apagado'>['causa'], string>> = {
  limite: 'Llegó a su máximo encendido',
  sistema: 'Lo apagó el sistema',
  enclavamiento: 'Un enclavamiento lo apagó',
  placa: 'La placa lo apagó antes de su hora',
  programa: 'Lo apagó un programa',
  regla: 'Lo apagó una regla de clima',
};

const done = (porcentaje: number): string => (porcentaje === 0 ? 'Se omitió' : `Se redujo a ${porcentaje} %`);
const cubicMetres = (litros: number): string => String(Number((litros / 1_000).toFixed(2)));

/** The name of a magnitud within a sentence: "pH" and "CO₂" stay. */
const inSentence = (nombre: string): string =>
  /^.\p{Ll}/u.test(nombre) ? nombre.charAt(0).toLowerCase() + nombre.slice(1) : nombre;

const byValue = (
  { codigo, porcentaje, magnitud, valor, nombre, horas }: Of<'helada' | 'medido'>,
  { known }: Reader,
): string => {
  const { nombre: quantity, unidad } = magnitudOf(magnitud);
  const over = horas === undefined ? inSentence(quantity) : `${inSentence(quantity)} en ${horas} h`;
  const what = codigo === 'helada' ? 'Riesgo de helada' : done(porcentaje);
  const told = `${what}: ${over} de ${valor} ${unidad}`.trimEnd();
  return known === null || known.has(nombre) ? `${told} en «${nombre}»` : told;
};

const forecast = ({ que, porcentaje, valor, horas, fuente }: Of<'pronostico'>): string =>
  que === 'helada'
    ? `${done(porcentaje)}: el pronóstico da ${valor} °C hasta la mañana (${fuente})`
    : `${done(porcentaje)}: el pronóstico da ${valor} mm de lluvia en ${horas} h (${fuente})`;

const changed = ({ nombre, inicio, segundos }: Of<'cambiado'>, { zona }: Reader): string => {
  const said = [
    ...(inicio === undefined ? [] : [timeText(inicio, zona)]),
    ...(segundos === undefined ? [] : [exactDuration(segundos)]),
  ];
  return `Lo cambió ${nombre} solo este día: su programa dice ${said.join(', ')}`;
};

const SENTENCES: { readonly [C in Motivo['codigo']]: (motivo: Of<C>, reader: Reader) => string | null } = {
  fuera_de_ventana: () => 'Empieza fuera de la ventana del programa',
  switch_inactivo: () => 'El switch está desactivado',
  dispositivo_inactivo: () => 'El dispositivo está suspendido o desactivado',
  sin_comprobar: () => 'Empezó sin comprobar sus condiciones',
  ya_no_se_pide: () => 'Su programa ya no lo pide',
  programa_en_pausa: () => 'El programa está en pausa',
  programa_inactivo: () => 'El programa está desactivado',
  programa_eliminado: () => 'Se eliminó el programa',
  servicio_parado: () => 'El servicio no estaba en marcha a su hora',
  orden_no_dada: () => 'No se pudo dar la orden de encender',
  apagado_por_sistema: () => 'Lo apagó el sistema',
  no_encendio: () => 'La placa no lo encendió',
  bomba_no_encendio: () => 'Su bomba no encendió',
  no_regar: ({ hasta, texto }, { zona }) => `No regar hasta ${momentText(hasta, zona)}: ${texto}`,
  hasta_su_maximo: ({ segundos }) =>
    `Se redujo a ${exactDuration(segundos)}: es lo más que el switch puede estar encendido`,
  hasta_su_ventana: ({ segundos }) => `Se redujo a ${exactDuration(segundos)}: termina la ventana del programa`,
  cambiado: changed,
  helada: byValue,
  medido: byValue,
  et0_de_ayer: ({ porcentaje, mm }) => `${done(porcentaje)}: ET0 de ayer ${mm.toFixed(1)} mm`,
  et0_indicada: ({ porcentaje, mm }) => `${done(porcentaje)}: ET0 indicada ${mm.toFixed(1)} mm`,
  pronostico: forecast,
  viento_sin_calma: ({ valor, fuente }) =>
    `Regó a su hora con viento de ${valor} km/h: el pronóstico no daba calma (${fuente})`,
  omitido_por: ({ nombre }) => `Lo omitió ${nombre}`,
  detenido_por: ({ nombre }) => `Lo detuvo ${nombre}`,
  apagado_por: ({ nombre }) => `Lo apagó ${nombre}`,
  sin_empezar: ({ fin }) => NOT_BEGUN[fin],
  cortado: ({ fin }) => CUT_SHORT[fin],
  apagado: ({ causa }) => TURNED_OFF[causa],
  falta_humedad: ({ humedad }) => `Llegó a su tiempo máximo sin que el suelo llegara a ${humedad} %`,
  falta_volumen: ({ litros, pedidos }) =>
    `Llegó a su tiempo máximo con ${cubicMetres(litros)} de ${cubicMetres(pedidos)} m³`,
  bomba_corta: ({ segundos, total_s }) => `Su bomba estuvo encendida ${segundos} s de ${total_s} s`,
  dicho: ({ texto, frase }, { known }) => toldIn(frase, texto, known)?.replace(/\.$/, '') ?? null,
};

const textOf = (motivo: Motivo, reader: Reader): string | null =>
  (SENTENCES[motivo.codigo] as (motivo: Motivo, reader: Reader) => string | null)(motivo, reader);

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Why a turn is not as planned, in one sentence; null = it is, or its reader may not know why. */
export const motivoText = (stored: StoredMotivos, zona: string, known: Known = null): string | null => {
  const told = (motivosOf(stored) ?? []).flatMap((motivo) => textOf(motivo, { zona, known }) ?? []);
  return [...new Set(told)].map((text, n) => (n === 0 ? text : lowered(text))).join('; ') || null;
};
