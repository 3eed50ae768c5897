import type { DispositivoReason } from '@acequia/contracts';

export interface FailureOptions {
  /** The vendor's own words, or ours for what it did not say. Spanish where it is ours. Never holds a key. */
  detalle?: string;
  /** The request may have been carried out: nothing says that it was not. */
  perhapsActed?: boolean;
  /** Of this one device; everything else of the account is as it was. */
  deDispositivo?: boolean;
  /** The cloud refused before doing anything, and may agree to the same request later (a limit, a lone 401). */
  transient?: boolean;
  /** HTTP 401 or 403: see AccountHealth for what it takes to believe it. */
  unauthorized?: boolean;
  /** The path does not exist there: perhaps the account answers the other API. */
  apiAbsent?: boolean;
  cause?: unknown;
}

const MAX_DETAIL = 200;

/** Why the relay cloud did not give what was asked of it. */
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

/** The account has no v2: asked again over v1. */
export class V2NotSpoken extends Error {
  override readonly name = 'V2NotSpoken';
}
