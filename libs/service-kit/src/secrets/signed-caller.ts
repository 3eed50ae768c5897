import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError, Persona, SignedCaller } from '@acequia/contracts';

/** Validity of a signed caller, ms. */
const LIFE_MS = 60_000;

const macOf = (key: Buffer, payload: string): Buffer => createHmac('sha256', key).update(payload).digest();

/** Value of the `x-acequia-caller` header: base64url(JSON) + '.' + base64url(HMAC-SHA256), valid for a minute. */
export const signCaller = (key: Buffer, caller: Persona, now = Date.now()): string => {
  const signed: SignedCaller = { caller: Persona.parse(caller), exp: now + LIFE_MS };
  const payload = Buffer.from(JSON.stringify(signed)).toString('base64url');
  return `${payload}.${macOf(key, payload).toString('base64url')}`;
};

/** Verifies the header, signed with one of the keys, and returns its person. @throws AppError `sesion_invalida` unless the signature is valid and fresh. */
export const verifyCaller = (keys: readonly Buffer[], header: unknown, now = Date.now()): Persona => {
  const [payload, mac, ...rest] = typeof header === 'string' ? header.split('.') : [];
  if (!payload || !mac || rest.length > 0) throw new AppError('sesion_invalida');
  const given = Buffer.from(mac, 'base64url');
  const isSigned = keys.some((key) => {
    const expected = macOf(key, payload);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) throw new AppError('sesion_invalida');
  const parsed = SignedCaller.safeParse(parseJson(payload));
  // signCaller never issues an `exp` far in the future, so that is refused too.
  if (!parsed.success || parsed.data.exp <= now || parsed.data.exp > now + 2 * LIFE_MS) {
    throw new AppError('sesion_invalida');
  }
  return parsed.data.caller;
};

const parseJson = (payload: string): unknown => {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
};
