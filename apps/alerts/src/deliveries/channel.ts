import type { DeliveryDetail } from '@acequia/contracts';
import type { Told } from './message.js';

/** Destination of a message. */
export interface Addressee {
  empresa_id: number;
  canal: string;
  destino: string;
}

export interface AttachedFile {
  filename: string;
  content: Buffer;
}

/** A message to send. A repetition is identical, number included. */
export interface Envelope extends Addressee {
  numero: number;
  partes: string[];
  /** Ids of the parts already sent. */
  ids: number[];
  avisos: Told[];
  /** Only mail takes a file along. */
  file?: AttachedFile | undefined;
  /** The weekly try of the channel: it is about no alarm, and makes no sound where a channel can do so. */
  prueba?: boolean;
}

export type Outcome =
  | { kind: 'sent'; ids: number[] }
  /** Not a failure: the rate limit, or a delay that the receiver asked for. `ids`: parts already sent. */
  | { kind: 'later'; wait_ms: number; ids: number[]; detalle?: DeliveryDetail }
  /** No answer came: the message may or may not have arrived. */
  | { kind: 'lost'; ids: number[]; detalle: DeliveryDetail }
  /** Permanently refused. */
  | { kind: 'refused'; detalle: DeliveryDetail }
  /** The destination no longer exists, or may not read the message; this is no failure. */
  | { kind: 'gone'; detalle?: DeliveryDetail };

/** A kind of channel. `send` never rejects. */
export interface Channel {
  send(envelope: Envelope): Promise<Outcome>;
}
