import type { DeliveryDetail } from '@acequia/contracts';

export interface Sms {
  /** Unique for ever, of letters, digits and hyphens: a repetition carries the same. */
  clave: string;
  /** +525512345678 */
  numero: string;
  texto: string;
}

export type SmsResult =
  | { kind: 'sent' }
  /** The transport has it and has not sent it yet: ask for its state. */
  | { kind: 'waiting' }
  /** Certainly not sent, and it may be tried again. */
  | { kind: 'unreached'; detalle: DeliveryDetail }
  /** Ended: refused, or nobody can say whether it was sent. It is not repeated, because it may have arrived. */
  | { kind: 'ended'; detalle: DeliveryDetail };

/** A way to send SMS. Neither function rejects. */
export interface SmsTransport {
  /** Call it once for a message: only `unreached` may be tried again. */
  send(sms: Sms): Promise<SmsResult>;
  /** What became of a message that was handed over at `since`, ms. */
  state(sms: Sms, since: number): Promise<SmsResult>;
}

export interface SmsReply {
  numero: string;
  texto: string;
}
