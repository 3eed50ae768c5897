import {
  type AvisoDatos,
  type DatosDeAviso,
  type NombreDeSwitch,
  type TipoAviso,
  typeOfAviso,
} from '@acequia/contracts';
import { sentence } from './textos-avisos.js';
import { isOther, OTHER_SWITCH, valve } from './textos-nombres.js';

/** What a usuario may know by name. */
export interface Reader {
  /** Their switches, as they are called today. */
  switches: ReadonlyMap<number, NombreDeSwitch>;
  /** Names of their dispositivos. */
  dispositivos: ReadonlySet<string>;
}

/** An alarm as it is stored: whole. */
export interface Stored {
  tipo: TipoAviso;
  /** What a row from before its data were stored says. */
  texto: string;
  datos: AvisoDatos | null;
  switch_id: number | null;
  /** Of the people concerned. */
  switches: readonly number[];
}

type Knows = (nombre: string) => boolean;

const knowsOf = ({ switches, dispositivos }: Reader): Knows => {
  const own = [...switches.values()];
  const names = new Set([...own.map(valve), ...own.map(({ nombre }) => nombre), ...dispositivos]);
  return (nombre) => names.has(nombre);
};

/** Names that are plain strings; those of switches are found wherever they stand. */
const PLAIN: { readonly [Tipo in TipoAviso]?: (datos: DatosDeAviso[Tipo], knows: Knows) => DatosDeAviso[Tipo] } = {
  turno_fallido: (datos, knows) => ({
    ...datos,
    cosas: datos.cosas.map((one) => (typeof one === 'string' ? known(one, knows) : one)),
    motivo: datos.sin_nombres ? datos.motivo : null,
  }),
  // A protection is often called after what it protects.
  proteccion_actuo: (datos) => ({
    ...datos,
    protecciones: datos.protecciones.map((one) =>
      one.switches.some((each) => !isOther(each)) ? one : { nombre: '', desde: one.desde, switches: one.switches },
    ),
  }),
  consumo_raro: (datos, knows) => ({ ...datos, valvulas: datos.valvulas.map((one) => known(one, knows)) }),
  corte_de_luz: ({ medidor, ...datos }, knows) => ({
    ...datos,
    medidor: medidor && { ...medidor, nombre: known(medidor.nombre, knows) },
  }),
};
const known = (nombre: string, knows: Knows): string => (knows(nombre) ? nombre : '');

const isSwitch = (value: object): value is NombreDeSwitch => 'zona' in value && 'nombre' in value;

/** Keeps the shape of the data, and the names of switches that are known. */
const withKnown = (value: unknown, knows: Knows): unknown => {
  if (Array.isArray(value)) return value.map((one) => withKnown(one, knows));
  if (value === null || typeof value !== 'object') return value;
  if (isSwitch(value)) return knows(valve(value)) ? value : OTHER_SWITCH;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withKnown(one, knows)]));
};

const datosFor = ({ tipo, datos, switch_id, switches }: Stored, reader: Reader): AvisoDatos | null => {
  if (datos === null) return null;
  const knows = knowsOf(reader);
  if (typeOfAviso(tipo).objeto === 'switch') {
    if (reader.switches.has(switch_id ?? 0)) return datos;
    // Their own switch has the same sensor.
    const own = switches.find((id) => reader.switches.has(id));
    return { ...datos, switch: reader.switches.get(own ?? 0) ?? OTHER_SWITCH } as AvisoDatos;
  }
  const cut = withKnown(datos, knows) as AvisoDatos;
  const plain = PLAIN[tipo] as ((datos: AvisoDatos, knows: Knows) => AvisoDatos) | undefined;
  return plain ? plain(cut, knows) : cut;
};

/** What an alarm says to a reader; null = to somebody who may know every name. */
export const readBy = (aviso: Stored, reader: Reader | null): { texto: string; datos: AvisoDatos | null } => {
  const { tipo, datos, texto, switch_id } = aviso;
  if (reader === null) return { texto: sentence(aviso), datos };
  const cut = datosFor(aviso, reader);
  if (cut !== null) return { texto: sentence({ tipo, datos: cut }), datos: cut };
  const { objeto, nombre } = typeOfAviso(tipo);
  // Of a sentence of before nobody knows whom it names, unless it is about their own switch.
  const isOwn = objeto === 'switch' && reader.switches.has(switch_id ?? 0);
  return { texto: isOwn ? texto : `${nombre}.`, datos: null };
};

/** The names in it that this reader may not know. */
export const unknownIn = (aviso: Stored, reader: Reader | null): string[] => {
  if (reader === null) return [];
  if (aviso.datos === null) return readBy(aviso, reader).texto === aviso.texto ? [] : [aviso.texto];
  const left = new Set(namesIn(readBy(aviso, reader).datos));
  return namesIn(aviso.datos).filter((nombre) => !left.has(nombre));
};
const namesIn = (value: unknown): string[] => {
  if (value === null || typeof value !== 'object') return typeof value === 'string' && value !== '' ? [value] : [];
  if (!Array.isArray(value) && isSwitch(value)) return isOther(value) ? [] : [valve(value)];
  return Object.values(value).flatMap(namesIn);
};
