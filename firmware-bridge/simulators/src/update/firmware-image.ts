import { createHash, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';

/** What the image of ESP-IDF's build for this project calls itself. */
export const MODEL = 'acequia-placa';

const HEADER_BYTES = 24;
const SEGMENT_BYTES = 8;
const DESCRIPTION_BYTES = 256;
/** Where `esp_app_desc_t` stands: at the beginning of the first segment. */
const DESCRIPTION_AT = HEADER_BYTES + SEGMENT_BYTES;
const SIGNATURE_BYTES = 68;

export interface ImageOptions {
  version?: string;
  model?: string;
  secure_version?: number;
  /** Of all that is not signature, bytes. */
  size?: number;
  /** Signs it; absent = {@link OPERATOR}'s. */
  key?: KeyObject;
}

/** The keys of the simulated boards' operator. */
export const OPERATOR = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const descriptionOf = ({ version = '2.0.0', model = MODEL, secure_version = 0 }: ImageOptions): Buffer => {
  const description = Buffer.alloc(DESCRIPTION_BYTES);
  description.writeUInt32LE(0xabcd5432, 0);
  description.writeUInt32LE(secure_version, 4);
  description.write(version.slice(0, 31), 16, 'latin1');
  description.write(model.slice(0, 31), 48, 'latin1');
  description.write('00:00:00', 80, 'latin1');
  description.write('Jan  1 2026', 96, 'latin1');
  description.write('v6.0.2', 112, 'latin1');
  return description;
};

/**
 * A small image for an ESP32 that ESP-IDF's own tools would read: header, one segment that begins with `esp_app_desc_t`, checksum, hash, and the
 * signature of `espsecure.py sign_data --version 1`. Source: ESP-IDF, `esp_app_format.h`, `esp_app_desc.h`, `esp_secure_boot.h`.
 */
export const firmwareImage = (options: ImageOptions = {}): Buffer => {
  const { size = 4_096, key = OPERATOR.privateKey } = options;
  // The checksum ends a block of 16 bytes, and 32 of hash follow.
  const beforeHash = Math.ceil((size - 32) / 16) * 16;
  const body = Buffer.alloc(Math.max(beforeHash - DESCRIPTION_AT - 16, DESCRIPTION_BYTES));
  for (let i = 0; i < body.length; i += 1) body[i] = (i * 31) & 0xff;
  descriptionOf(options).copy(body);
  const header = Buffer.alloc(DESCRIPTION_AT);
  header.writeUInt8(0xe9, 0);
  header.writeUInt8(1, 1);
  header.writeUInt8(2, 2);
  header.writeUInt8(0x20, 3);
  header.writeUInt32LE(0x40080000, 4);
  header.writeUInt8(0xee, 8);
  header.writeUInt8(1, 23);
  header.writeUInt32LE(0x3f400020, 24);
  header.writeUInt32LE(body.length, 28);
  const padded = Buffer.alloc(16 - ((header.length + body.length) % 16));
  padded[padded.length - 1] = body.reduce((sum, byte) => sum ^ byte, 0xef);
  const whole = Buffer.concat([header, body, padded]);
  const hashed = Buffer.concat([whole, createHash('sha256').update(whole).digest()]);
  const signature = sign('sha256', hashed, { key, dsaEncoding: 'ieee-p1363' });
  return Buffer.concat([hashed, Buffer.alloc(SIGNATURE_BYTES - signature.length), signature]);
};

/** What an image says of itself; null: it is none. */
export const readImage = (
  bytes: Buffer,
): Required<Pick<ImageOptions, 'version' | 'model' | 'secure_version'>> | null => {
  if (bytes.length < DESCRIPTION_AT + DESCRIPTION_BYTES || bytes[0] !== 0xe9) return null;
  const description = bytes.subarray(DESCRIPTION_AT);
  if (description.readUInt32LE(0) !== 0xabcd5432) return null;
  const text = (at: number): string => description.toString('latin1', at, at + 31).replace(/\0.*$/s, '');
  return { version: text(16), model: text(48), secure_version: description.readUInt32LE(4) };
};

/** Whether the holder of `key` signed it. */
export const isSigned = (bytes: Buffer, key: KeyObject = OPERATOR.publicKey): boolean => {
  const signed = bytes.subarray(0, -SIGNATURE_BYTES);
  return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes.subarray(-64));
};

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
