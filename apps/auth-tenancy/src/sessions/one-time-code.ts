import { Secret, TOTP } from 'otpauth';

/** What authenticator apps understand without being told: RFC 6238 with SHA-1, six digits, 30 s. */
const PERIOD_S = 30;
const KIND = { algorithm: 'SHA1', digits: 6, period: PERIOD_S } as const;
/** As RFC 4226 asks. */
const SECRET_BYTES = 20;
/** Windows of 30 s before and after now: a phone's clock may differ. */
const TOLERANCE = 1;
const RECOVERY_CODES = 10;
/** 80 bits each, so that their hashes need no salt. */
const RECOVERY_BYTES = 10;

const totpOf = (clave: string, email = ''): TOTP =>
  new TOTP({ ...KIND, issuer: 'Acequia', label: email, secret: Secret.fromBase32(clave) });

/** @returns base32 */
export const newKey = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** `otpauth://` address for a QR code. */
export const keyUri = (clave: string, email: string): string => totpOf(clave, email).toString();

/** The number of the window of time (30 s each since 1970) that a code of six digits belongs to; null = the code is of no window near `now`. */
export const windowOf = (clave: string, codigo: string, now = Date.now()): number | null => {
  const delta = totpOf(clave).validate({ token: codigo, timestamp: now, window: TOLERANCE });
  return delta === null ? null : Math.floor(now / 1_000 / PERIOD_S) + delta;
};

/** The code of a moment, as an app shows it. */
export const codeAt = (clave: string, now = Date.now()): string => totpOf(clave).generate({ timestamp: now });

/** Base32, 16 characters each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: RECOVERY_BYTES }).base32);
