import { AppError, type Imagen } from '@acequia/contracts';
import { createHash } from 'node:crypto';
import { texts } from './textos.js';

/** First byte of an image. Source: ESP-IDF, esp_app_format.h, `esp_image_header_t` (24 bytes) and the first segment's header (8). */
const MAGIC = 0xe9;
/** `esp_app_desc_t` begins the first segment. Source: esp_app_desc.h. */
const DESCRIPTION = 32;
const DESCRIPTION_MAGIC = 0xabcd5432;
const DESCRIPTION_BYTES = 256;
const FLOOR_AT = DESCRIPTION + 4;
const VERSION_AT = DESCRIPTION + 16;
const MODEL_AT = DESCRIPTION + 48;
const TEXT_BYTES = 32;

export type ImageFacts = Pick<Imagen, 'sha256' | 'modelo' | 'version' | 'piso' | 'bytes'>;

const bad = (texto: string): AppError => new AppError('imagen_invalida', { texto });

/** A text that ends with a NUL within its 32 bytes. */
const textAt = (file: Buffer, at: number, named: string): string => {
  const bytes = file.subarray(at, at + TEXT_BYTES);
  const end = bytes.indexOf(0);
  const text = bytes.toString('latin1', 0, end === -1 ? TEXT_BYTES : end);
  if (end < 1 || !/^[ -~]+$/.test(text)) throw bad(texts.image.unreadable(named));
  return text;
};

/**
 * What an image of ESP-IDF says of itself; whether it is signed, and by whom, its boards check.
 * @throws AppError `imagen_invalida`, with the fault as a sentence
 */
export const readImage = (file: Buffer): ImageFacts => {
  if (file.length === 0) throw bad(texts.image.empty);
  if (file[0] !== MAGIC) throw bad(texts.image.notAnImage);
  if (file.length < DESCRIPTION + DESCRIPTION_BYTES) throw bad(texts.image.short);
  if (file.readUInt32LE(DESCRIPTION) !== DESCRIPTION_MAGIC) throw bad(texts.image.withoutDescription);
  return {
    sha256: createHash('sha256').update(file).digest('hex'),
    modelo: textAt(file, MODEL_AT, texts.image.model),
    version: textAt(file, VERSION_AT, texts.image.version),
    piso: file.readUInt32LE(FLOOR_AT),
    bytes: file.length,
  };
};
