import type { z } from 'zod';
import type { Detail } from './app-error.js';

type Issue = z.core.$ZodRawIssue;
type Size = Extract<Issue, { code: 'too_small' | 'too_big' }>;

export const MANDATORY = 'Este dato es obligatorio';
const NOT_VALID = 'No es un valor válido';

const POR_TIPO: Readonly<Record<string, string>> = {
  array: 'Debe ser una lista',
  boolean: 'Debe ser sí o no',
  date: 'Debe ser una fecha',
  int: 'Debe ser un número entero',
  number: 'Debe ser un número',
  object: 'Debe ser un grupo de datos',
  record: 'Debe ser un grupo de datos',
  string: 'Debe ser un texto',
};

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: 'Debe ser una fecha AAAA-MM-DD',
  datetime: 'Debe ser una fecha con hora',
  email: 'El correo no es válido',
  time: 'Debe ser una hora',
  url: 'La dirección no es válida',
};

const MOST_VALUES = 12;

const counted = (n: number | bigint, one: string, many: string): string => `${n} ${Number(n) === 1 ? one : many}`;
const quantity = (origin: string, n: number | bigint): string | null => {
  if (origin === 'string') return counted(n, 'carácter', 'caracteres');
  if (origin === 'array' || origin === 'set') return counted(n, 'elemento', 'elementos');
  return null;
};

const sizeSentence = (issue: Size): string => {
  const limit = issue.code === 'too_small' ? issue.minimum : issue.maximum;
  const things = quantity(issue.origin, limit);
  if (issue.code === 'too_small' && things !== null && Number(limit) === 1) return MANDATORY;
  if (things !== null && issue.exact) return `Debe tener ${things}`;
  if (things !== null) return issue.code === 'too_small' ? `Mínimo ${things}` : `Máximo ${things}`;
  if (issue.code === 'too_small') return issue.inclusive ? `Debe ser ${limit} o más` : `Debe ser mayor que ${limit}`;
  return issue.inclusive ? `Debe ser ${limit} o menos` : `Debe ser menor que ${limit}`;
};

const valuesSentence = (values: readonly unknown[]): string => {
  const told = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  return told.length === 0 || told.length > MOST_VALUES ? NOT_VALID : `Debe ser uno de: ${told.join(', ')}`;
};

/** A zod issue as a Spanish sentence: for zod's `error` option and `localeError`, so that no text of zod's own reaches a person. */
export const zodSentence = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? MANDATORY : (POR_TIPO[issue.expected] ?? NOT_VALID);
    case 'too_small':
    case 'too_big':
      return sizeSentence(issue);
    case 'invalid_format':
      return BY_FORMAT[issue.format] ?? 'No tiene la forma esperada';
    case 'not_multiple_of':
      return `Debe ser múltiplo de ${issue.divisor}`;
    case 'invalid_value':
      return valuesSentence(issue.values);
    case 'unrecognized_keys':
      return 'Contiene datos que no se esperan';
    default:
      return issue.code === 'invalid_union' && issue.input === undefined ? MANDATORY : NOT_VALID;
  }
};

/** The issues of a schema, by the field's path below `part`. */
export const zodDetails = (part: string, error: z.ZodError): Detail[] =>
  error.issues.map((issue) => ({ campo: [part, ...issue.path.map(String)].join('.'), mensaje: issue.message }));
