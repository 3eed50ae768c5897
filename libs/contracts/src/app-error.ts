import { fieldLabel } from './campos.js';
import { type ErrorCode, ERRORS } from './errors.js';
import type { Phrase } from './frases.js';

export interface Detail {
  /** Path of the field in the request, e.g. `body.switches.2.hardware_pin`. */
  campo: string;
  mensaje: string;
}

export interface AppErrorOptions {
  /** Spanish text for the person, where the code's own text is too general. */
  texto?: string;
  /** What `texto` says, for a service that keeps or tells it: it may name more than a later reader may know. Never sent to a person. */
  frase?: Phrase;
  detalles?: Detail[];
  /** With `version_vieja`: the stored entity in the contract's shape, which holds no secret. */
  actual?: object;
  /** For the log only. Never holds a secret. */
  cause?: unknown;
  /** Seconds to wait, for `demasiadas_solicitudes` and `switch_en_reposo`. */
  wait_s?: number;
}

/** For bad input the text names the first wrong field: the code's general text does not help a person with a form. */
const sentenceOf = (codigo: ErrorCode, detalles: Detail[] | undefined): string => {
  const [first] = detalles ?? [];
  const label = codigo === 'datos_invalidos' && first ? fieldLabel(first.campo) : '';
  if (!first || label === '') return ERRORS[codigo].texto;
  const { mensaje } = first;
  return `Revisa «${label}»: ${mensaje.charAt(0).toLowerCase()}${mensaje.slice(1).replace(/\.$/, '')}.`;
};

/** An error that is part of the product. Crosses the bus as {@link SentError}. */
export class AppError extends Error {
  readonly status: number;
  readonly texto: string;
  readonly frase: Phrase | undefined;
  readonly detalles: Detail[] | undefined;
  readonly actual: object | undefined;
  readonly wait_s: number | undefined;

  constructor(
    readonly codigo: ErrorCode,
    options: AppErrorOptions = {},
  ) {
    const texto = options.texto ?? sentenceOf(codigo, options.detalles);
    super(`${codigo}: ${texto}`, { cause: options.cause });
    this.name = 'AppError';
    this.status = ERRORS[codigo].status;
    this.texto = texto;
    this.frase = options.frase;
    this.detalles = options.detalles;
    this.actual = options.actual;
    this.wait_s = options.wait_s;
  }

  /** The shape that crosses the bus: no stack, no cause. */
  toJSON(): SentError {
    return {
      codigo: this.codigo,
      texto: this.texto,
      ...(this.frase && { frase: this.frase }),
      ...(this.detalles && { detalles: this.detalles }),
      ...(this.actual && { actual: this.actual }),
      ...(this.wait_s !== undefined && { wait_s: this.wait_s }),
    };
  }

  static fromJSON(sent: SentError): AppError {
    const known = sent.codigo in ERRORS ? sent.codigo : 'error_interno';
    return new AppError(known, {
      texto: sent.texto,
      ...(sent.frase && { frase: sent.frase }),
      ...(sent.detalles && { detalles: sent.detalles }),
      ...(sent.actual && { actual: sent.actual }),
      ...(sent.wait_s !== undefined && { wait_s: sent.wait_s }),
    });
  }
}

export interface SentError {
  codigo: ErrorCode;
  texto: string;
  frase?: Phrase | undefined;
  detalles?: Detail[];
  actual?: object;
  wait_s?: number;
}

/** For foreign and for absent ids alike, so that an answer never reveals that a foreign id exists. */
export const notFound = (): AppError => new AppError('no_encontrado');

/** What was asked for, or null where it is `no_encontrado`: deleted a moment ago, or created and not known there yet. */
export const orGone = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof AppError && error.codigo === 'no_encontrado') return null;
    throw error;
  });
