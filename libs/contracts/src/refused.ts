import { AppError, type AppErrorOptions } from './app-error.js';
import { type ErrorCode, ERRORS } from './errors.js';
import { inWords, type Known, KNOWN_TO_NOBODY, type Phrase } from './frases.js';

/** An error that says a phrase, to a person in the words that they may read. */
export const refused = (
  codigo: ErrorCode,
  frase: Phrase,
  { known = KNOWN_TO_NOBODY, ...options }: Omit<AppErrorOptions, 'frase'> & { known?: Known } = {},
): AppError => new AppError(codigo, { texto: inWords(frase, known), ...options, frase });

/** What a service keeps of an error: its phrase, if it is known. */
export const fraseOf = ({ frase, codigo, texto }: AppError): Phrase | undefined =>
  frase ?? (texto === ERRORS[codigo].texto ? { codigo: 'error', error: codigo } : undefined);
