import type { MotivoDispositivo } from '@acequia/contracts';

export interface FailureOptions {
  /** The vendor's own words, or ours for what it did not say. Spanish where it is ours. Never holds a key. */
  detalle?: string;
  /** The request may have been carried out: nothing says that it was not. */
  quizaActuo?: boolean;
  /** Of this one device; everything else of the account is as it was. */
  deDispositivo?: boolean;
  /** The cloud refused before doing anything, and may agree to the same request later (a limit, a lone 401). */
  pasajero?: boolean;
  /** HTTP 401 or 403: see AccountHealth for what it takes to believe it. */
  noAutorizada?: boolean;
  /** The path does not exist there: perhaps the account answers the other API. */
  apiAusente?: boolean;
  cause?: unknown;
}

const DETALLE_MAXIMO = 200;

/** Why the relay cloud did not give what was asked of it. */
export class CloudFailure extends Error {
  override readonly name = 'CloudFailure';
  readonly detalle: string;
  readonly quizaActuo: boolean;
  readonly deDispositivo: boolean;
  readonly pasajero: boolean;
  readonly noAutorizada: boolean;
  readonly apiAusente: boolean;

  constructor(
    readonly motivo: MotivoDispositivo,
    options: FailureOptions = {},
  ) {
    super(`relay cloud: ${motivo}`, { cause: options.cause });
    this.detalle = (options.detalle ?? '').replace(/[^\P{C} ]/gu, ' ').slice(0, DETALLE_MAXIMO);
    this.quizaActuo = options.quizaActuo ?? false;
    this.deDispositivo = options.deDispositivo ?? false;
    this.pasajero = options.pasajero ?? false;
    this.noAutorizada = options.noAutorizada ?? false;
    this.apiAusente = options.apiAusente ?? false;
  }
}

/** The account has no v2: asked again over v1. */
export class V2NotSpoken extends Error {
  override readonly name = 'V2NotSpoken';
}
