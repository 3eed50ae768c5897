import type { CloudDetail, DispositivoReason } from '@acequia/contracts';

export interface FailureOptions {
  /** Never holds a key. */
  detalle?: CloudDetail;
  /** The request may have been carried out; no answer rules it out. */
  perhapsActed?: boolean;
  /** Concerns this device only, not the rest of the account. */
  ofDevice?: boolean;
  /** The cloud refused before acting, and may accept the same request later (a limit, a single 401). */
  transient?: boolean;
  /** HTTP 401 or 403; AccountHealth decides when it counts. */
  unauthorized?: boolean;
  /** The server does not have the path, so the account may answer the other API. */
  apiAbsent?: boolean;
  cause?: unknown;
}

const MAX_WORDS = 200;

/** The vendor's own words, where it sent some. */
export const vendorSays = (words: string): { detalle?: CloudDetail } => {
  const texto = words.replace(/[^\P{C} ]/gu, ' ').slice(0, MAX_WORDS);
  return texto === '' ? {} : { detalle: { codigo: 'nube_dice', texto } };
};

/** Why a request to the relay cloud failed. */
export class CloudFailure extends Error {
  override readonly name = 'CloudFailure';
  readonly detalle: CloudDetail | null;
  readonly perhapsActed: boolean;
  readonly ofDevice: boolean;
  readonly transient: boolean;
  readonly unauthorized: boolean;
  readonly apiAbsent: boolean;

  constructor(
    readonly motivo: DispositivoReason,
    options: FailureOptions = {},
  ) {
    super(`relay cloud: ${motivo}`, { cause: options.cause });
    this.detalle = options.detalle ?? null;
    this.perhapsActed = options.perhapsActed ?? false;
    this.ofDevice = options.ofDevice ?? false;
    this.transient = options.transient ?? false;
    this.unauthorized = options.unauthorized ?? false;
    this.apiAbsent = options.apiAbsent ?? false;
  }
}

/** The account has no v2, so the request is repeated over v1. */
export class V2NotSpoken extends Error {
  override readonly name = 'V2NotSpoken';
}
