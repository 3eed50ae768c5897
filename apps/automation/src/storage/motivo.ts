import { isDeepStrictEqual } from 'node:util';
import type { CorridaDePlaca, FinDeEncendido, MagnitudClave, Phrase } from '@acequia/contracts';

type Plain =
  | 'fuera_de_ventana'
  | 'switch_inactivo'
  | 'dispositivo_inactivo'
  | 'sin_comprobar'
  | 'ya_no_se_pide'
  | 'programa_en_pausa'
  | 'programa_inactivo'
  | 'programa_eliminado'
  | 'servicio_parado'
  | 'orden_no_dada'
  | 'apagado_por_sistema'
  | 'no_encendio'
  | 'bomba_no_encendio';

/** The same data by each of these codes. */
type Coded<C extends string, Data> = C extends string ? { codigo: C } & Data : never;

/** What was measured left `porcentaje` of the turn's time. `horas`: over which a counter was summed. */
interface Measured {
  porcentaje: number;
  magnitud: MagnitudClave;
  valor: number;
  /** Of the sensor's switch, or of the point. */
  nombre: string;
  horas?: number;
}

/** One reason why a turn is not as its program says: a code and its data, of which textos-motivos.ts makes the sentence. Times in ms. */
export type Motivo =
  | Coded<Plain, unknown>
  | { codigo: 'no_regar'; hasta: number; texto: string }
  | Coded<'hasta_su_maximo' | 'hasta_su_ventana', { segundos: number }>
  /** By a person on its day; what its program says, where it differs. */
  | { codigo: 'cambiado'; nombre: string; inicio?: number; segundos?: number }
  | Coded<'helada' | 'medido', Measured>
  | Coded<'et0_de_ayer' | 'et0_indicada', { porcentaje: number; mm: number }>
  /** `valor` in mm or °C. `fuente`: whose forecast. */
  | {
      codigo: 'pronostico';
      que: 'lluvia' | 'helada';
      porcentaje: number;
      valor: number;
      horas?: number;
      fuente: string;
    }
  /** km/h: it would have been delayed, and no calm was expected in time. */
  | { codigo: 'viento_sin_calma'; valor: number; fuente: string }
  | Coded<'omitido_por' | 'detenido_por' | 'apagado_por', { nombre: string }>
  /** As its board reported a run that it did not begin, or that was shorter. */
  | Coded<'sin_empezar' | 'cortado', { fin: CorridaDePlaca['end'] }>
  /** As its pin told. */
  | { codigo: 'apagado'; causa: Exclude<FinDeEncendido['causa'], 'persona'> }
  | { codigo: 'falta_humedad'; humedad: number }
  | { codigo: 'falta_volumen'; litros: number; pedidos: number }
  | { codigo: 'bomba_corta'; segundos: number; total_s: number }
  /** Of the service that refused an order, by its phrase; in words alone in a row of a version before. */
  | { codigo: 'dicho'; texto: string; frase?: Phrase };

/** By its pin alone. */
export const NEVER_ON = { codigo: 'no_encendio' } as const;

/** In the order in which they came: what was decided, then what happened. null = as planned. */
export type Motivos = readonly Motivo[] | null;

/** The columns of `turnos`. A sentence is from before codes were stored, or of an instance of that version beside this one. */
export interface StoredMotivos {
  motivo: string | null;
  motivos: Motivos;
}

/** What is newer: this version leaves no sentence in a row that it writes. */
export const motivosOf = ({ motivo, motivos }: StoredMotivos): Motivos =>
  motivo === null ? motivos : [{ codigo: 'dicho', texto: motivo }];

/** A turn that was decided or changed before keeps that reason; what happened is added to it, once. */
export const withMotivo = (known: Motivos, motivo: Motivo): Motivos =>
  isDeepStrictEqual(known?.at(-1), motivo) ? known : [...(known ?? []), motivo];

/** A board's report knows better than what its pin alone said. */
export const withoutPin = (motivos: Motivos): Motivos => (motivos?.[0]?.codigo === NEVER_ON.codigo ? null : motivos);

/** As a parameter of a statement: pg would make an array of Postgres of a list. */
export const asJson = (motivos: Motivos): string | null => motivos && JSON.stringify(motivos);
