import type { DispositivoReason } from '@acequia/contracts';

export interface FailureOptions {
  /** The vendor's own words, or ours (in Spanish) where the vendor sent none. Never holds a key. */
  detalle?: string;
  /** The request may have been carried out; no answer rules it out. */
  perhapsActed?: boolean;
  /** Concerns this device only, not the rest of the account. */
  deDispositivo?: boolean;
  /** The cloud refused before acting, and may accept the same request later (a limit, a single 401). */
  transient?: boolean;
  /** HTTP 401 or 403; AccountHealth decides when to believe it. */
  unauthorized?: boolean;
  /** The server does not have the path, so the account may answer the other API. */
  apiAbsent?: boolean;
  cause?: unknown;
}

const MAX_DETAIL = 200;

/** Why a request to the relay cloud failed. */
export class CloudFailure extends Error {
  override readonly name = 'CloudFailure';
  readonly detalle: string;
  readonly perhapsActed: boolean;
  readonly deDispositivo: boolean;
  readonly transient: boolean;
  readonly unauthorized: boolean;
  readonly apiAbsent: boolean;

  constructor(
    readonly motivo: DispositivoReason,
    options: FailureOptions = {},
  ) {
    super(`relay cloud: ${motivo}`, { cause: options.cause });
    this.detalle = (options.detalle ?? '').replace(/[^\P{C} ]/gu, ' ').slice(0, MAX_DETAIL);
    this.perhapsActed = options.perhapsActed ?? false;
    this.deDispositivo = options.deDispositivo ?? false;
    this.transient = options.transient ?? false;
    this.unauthorized = options.unauthorized ?? false;
    this.apiAbsent = options.apiAbsent ?? false;
  }
}

/** The account has no v2, so the request is repeated over v1. */
export class V2NotSpoken extends Error {
  override readonly name = 'V2NotSpoken';
}
