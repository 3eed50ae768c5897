import type { Told } from './message.js';

/** Whom something is sent to. */
export interface Addressee {
  empresa_id: number;
  canal: string;
  destino: string;
}

/** A message on its way. Sent again it is the same, number and all. */
export interface Envelope extends Addressee {
  numero: number;
  partes: string[];
  /** What has left already: as many of the parts. */
  ids: number[];
  avisos: Told[];
}

export type Outcome =
  | { kind: 'sent'; ids: number[] }
  /** Nothing is wrong: its turn, or the patience that was asked for. `ids`: what of it left. */
  | { kind: 'later'; wait_ms: number; ids: number[]; detalle?: string }
  /** No answer came: whether it arrived is not known. */
  | { kind: 'lost'; ids: number[]; detalle: string }
  /** It will never be taken so. */
  | { kind: 'refused'; detalle: string }
  /** There is no such way any more: nobody is to blame. */
  | { kind: 'gone' };

/** A way of telling. Never rejects. */
export interface Channel {
  send(envelope: Envelope): Promise<Outcome>;
}
