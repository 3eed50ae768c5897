import { z } from 'zod';
import { Id, Milliseconds } from './common.js';
import { ImageText } from './placa-update.js';

/** Largest image of firmware, bytes: more than a slot of any board holds. */
export const IMAGEN_MAX_BYTES = 4 * 1024 * 1024;
/** Most images that are kept. */
export const IMAGENES_MAX = 20;

export const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'No es un SHA-256')
  .meta({ example: 'ab'.repeat(32) });

/** An image of our firmware that boards can install. */
export const Imagen = z.object({
  id: Id,
  sha256: Sha256,
  /** `project_name` of its description: boards of another model refuse it. */
  modelo: ImageText,
  version: ImageText,
  /** Its `secure_version`: a board refuses one below its own floor. */
  piso: z.number().int().min(0),
  bytes: z.number().int().min(1),
  creada_ts: Milliseconds,
  usuario_nombre: z.string(),
});
export type Imagen = z.infer<typeof Imagen>;

/** The last part of the address at which a board loads an image: named by what it holds, so that knowing it proves nothing else. */
export const ImagenArchivo = z.object({
  archivo: z
    .string()
    .regex(/^[0-9a-f]{64}\.bin$/, 'No es un archivo de imagen')
    .meta({ example: `${'ab'.repeat(32)}.bin` }),
});
