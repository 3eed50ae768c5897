import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { SECRET_FIELDS } from '@acequia/contracts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Secret fields of a request, by name: base64url of nonce, ciphertext and tag. */
export type SealedFields = Partial<Record<string, string>>;

type Request = Record<string, unknown>;

/** Encrypts the secrets of calls on the wire: a Redis with an append-only file writes every call to disk. */
export class Sealer {
  private readonly key: KeyObject;
  private readonly previous: readonly KeyObject[];

  /** `previous` keys open what they sealed; nothing is sealed with them. */
  constructor(key: Buffer, previous: readonly Buffer[] = []) {
    this.key = createSecretKey(key);
    this.previous = previous.map((one) => createSecretKey(one));
  }

  /** Returns the request without its secrets, and the secrets sealed (undefined when there are none). */
  seal(name: string, request: unknown): { request: unknown; sealed?: SealedFields } {
    if (typeof request !== 'object' || request === null) return { request };
    const secrets = SECRET_FIELDS.filter((field) => {
      const value = (request as Request)[field];
      return typeof value === 'string' && value !== '';
    });
    if (secrets.length === 0) return { request };
    const open: Request = { ...request };
    const sealed: SealedFields = {};
    for (const field of secrets) {
      sealed[field] = this.encrypt(String(open[field]), `${name}.${field}`);
      delete open[field];
    }
    return { request: open, sealed };
  }

  /** Restores the secrets. @throws when a secret does not open with this key for this call. */
  open(name: string, request: unknown, sealed: SealedFields): unknown {
    const secrets = Object.entries(sealed).map(([field, text]) => [field, this.opened(text ?? '', `${name}.${field}`)]);
    return { ...(request as Request), ...Object.fromEntries(secrets) };
  }

  private encrypt(plain: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce).setAAD(Buffer.from(context));
    return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
      'base64url',
    );
  }

  private opened(text: string, context: string): string {
    let failure: unknown;
    for (const key of [this.key, ...this.previous]) {
      try {
        return this.decrypt(key, text, context);
      } catch (error) {
        failure ??= error;
      }
    }
    throw failure;
  }

  private decrypt(key: KeyObject, text: string, context: string): string {
    const body = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv(ALGORITHM, key, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(body.subarray(-TAG_BYTES));
    return decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}
