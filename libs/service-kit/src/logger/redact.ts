/** Names of fields whose values must not be logged. */
const SECRET_KEY =
  /pass(word|wd|phrase)?$|private_?key|^clave|contrase|secret|(^|_)token|token_telegram|auth_?key|authorization|cookie|credencial|api_?key|^x-acequia-caller$/i;
const CENSORED = '[oculto]';
const MAX_DEPTH = 8;

/** Secrets within texts: URLs with credentials or keys, bot URLs, bearer tokens, programs' tokens, JWTs, sealed secrets. */
const IN_TEXT: [RegExp, string][] = [
  [/((?:auth_?key|token|password|passwd|clave|secret|api_?key)["']?\s*[=:]\s*["']?)[^\s&"',;}]+/gi, `$1${CENSORED}`],
  [/([a-z][\w+.-]*:\/\/[^\s:/@]*:)[^\s@]+@/gi, `$1${CENSORED}@`],
  [/(\/bot)\d+:[\w-]+/g, `$1${CENSORED}`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${CENSORED}`],
  [/\bacq_[\w-]{16,}/g, CENSORED],
  [/\bv1\.[\w-]{32,}/g, CENSORED],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, CENSORED],
];

export const redactText = (text: string): string =>
  IN_TEXT.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);

/**
 * An error as logged. Only known harmless fields are copied: a TypeORM error carries its query's parameters, an HTTP client's
 * error the whole request.
 */
const describeError = (error: Error, depth: number): Record<string, unknown> => {
  const { code, codigo, detalles, cause, errors } = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    message: redactText(error.message),
    ...(typeof code === 'string' && { code }),
    ...(codigo !== undefined && { codigo }),
    ...(detalles !== undefined && { detalles: redact(detalles, depth + 1) }),
    ...(error.stack !== undefined && { stack: redactText(error.stack) }),
    ...(cause !== undefined && { cause: redact(cause, depth + 1) }),
    ...(Array.isArray(errors) && { errors: redact(errors, depth + 1) }),
  };
};

/** A copy without secrets, at any depth. */
export const redact = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[…]';
  if (value instanceof Error) return describeError(value, depth);
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (value instanceof Map || value instanceof Set) return redact([...value], depth + 1);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, SECRET_KEY.test(key) ? CENSORED : redact(item, depth + 1)]),
  );
};

export const redactObject = (value: object): Record<string, unknown> => redact(value) as Record<string, unknown>;
