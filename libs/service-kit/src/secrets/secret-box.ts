import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './derive-key.js';

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed text cannot be opened: wrong key, wrong context, or damaged text. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

/** Encrypts secrets at rest. The context (`empresa.token_telegram`) is authenticated, so a sealed text opens in that context only. */
export class SecretBox {
  private readonly key: Buffer;
  private readonly previous: Buffer | null;

  /** While the installation's key is rotated, `previous` opens what was sealed with the old key; nothing is sealed with it. */
  constructor(secret: string, previous?: string) {
    this.key = deriveKey(secret, 'secret-box');
    this.previous = previous === undefined ? null : deriveKey(previous, 'secret-box');
  }

  /** `v1.` + base64url(nonce, ciphertext, tag), AES-256-GCM. A random nonce makes every result different. */
  encrypt(plain: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(Buffer.from(`${VERSION}.${context}`));
    const body = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${VERSION}.${body.toString('base64url')}`;
  }

  /** @throws SecretBoxError, which never contains the text. */
  decrypt(sealed: string, context: string): string {
    try {
      return this.openWith(this.key, sealed, context);
    } catch (error) {
      if (this.previous === null) throw error;
      return this.openWith(this.previous, sealed, context);
    }
  }

  /** Seals a text of the previous key with the current one; null = it is sealed with the current one. @throws SecretBoxError */
  reseal(sealed: string, context: string): string | null {
    try {
      this.openWith(this.key, sealed, context);
      return null;
    } catch (error) {
      if (this.previous === null) throw error;
      return this.encrypt(this.openWith(this.previous, sealed, context), context);
    }
  }

  private openWith(key: Buffer, sealed: string, context: string): string {
    const [version, encoded, ...rest] = sealed.split('.');
    const body = Buffer.from(encoded ?? '', 'base64url');
    if (version !== VERSION || rest.length > 0 || body.length < NONCE_BYTES + TAG_BYTES) {
      throw new SecretBoxError('Not a sealed secret');
    }
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(`${VERSION}.${context}`))
        .setAuthTag(body.subarray(-TAG_BYTES));
      return decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch (cause) {
      throw new SecretBoxError('The secret does not open with this key and context', { cause });
    }
  }
}
