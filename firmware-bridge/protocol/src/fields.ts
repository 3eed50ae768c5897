import { pinExists } from '@acequia/contracts';
import { z } from 'zod';

export const PinPlaca = z.number().int().refine(pinExists, 'La placa no tiene ese pin');
export const Seconds = z
  .number()
  .int()
  .min(1)
  .max(7 * 86_400);

export const UpToADay = z.number().int().min(0).max(86_400);
export const EpochSeconds = z.number().int().min(0);
/** In the unit of its point. */
export const PointLimit = z
  .number()
  .min(-1e9)
  .max(1e9)
  .refine((value) => Number(value.toFixed(6)) === value, 'Más de seis decimales');
/** Printable ASCII: a board keeps it in 36 bytes, the length of a UUID. */
export const ShortId = z.string().regex(/^[!-~]{1,36}$/);
/** A message with another epoch is newer regardless of its `rev`: the server's database was recreated. Absent = 0. */
export const Epoch = z.number().int().min(0);
export const Rev = z.number().int().min(0);
