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
  private readonly accepted: readonly KeyObject[];

  /** `previous` keys are accepted, never used to sign. */
  constructor(key: Buffer, previous: readonly Buffer[] = []) {
    this.key = createSecretKey(key);
    this.accepted = [this.key, ...previous.map((one) => createSecretKey(one))];
  }

  sign(where: string, text: string): string {
    return this.signWith(this.key, where, text);
  }

  private signWith(key: KeyObject, where: string, text: string): string {
    const mac = createHmac('sha256', key).update(`${where}\n${text}`).digest('base64url');
    return mac.slice(0, SIGNATURE_LENGTH);
  }

  verify(where: string, text: string, signature: string | undefined): boolean {
    if (signature?.length !== SIGNATURE_LENGTH) return false;
    const given = Buffer.from(signature);
    return this.accepted.some((key) => {
      const expected = Buffer.from(this.signWith(key, where, text));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }
}
