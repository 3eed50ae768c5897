import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Characters of a signature: 128 bits of the HMAC in base64url. */
export const SIGNATURE_LENGTH = 22;

/** Signs bus messages, and tells messages of this installation from messages that others wrote into Redis. */
export interface Signer {
  /** @param where the stream, channel or queue of the message; the signature is valid only there */
  sign(where: string, text: string): string;
  verify(where: string, text: string, signature: string | undefined): boolean;
}

/** HMAC-SHA256, truncated to 128 bits. */
export class HmacSigner implements Signer {
  private readonly key: KeyObject;

  constructor(key: Buffer) {
    this.key = createSecretKey(key);
  }

  sign(where: string, text: string): string {
    const mac = createHmac('sha256', this.key).update(`${where}\n${text}`).digest('base64url');
    return mac.slice(0, SIGNATURE_LENGTH);
  }

  verify(where: string, text: string, signature: string | undefined): boolean {
    if (signature?.length !== SIGNATURE_LENGTH) return false;
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.sign(where, text))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
