import { ImageText } from '@acequia/contracts';
import { z } from 'zod';

/** The least is a header with its description. */
export const IMAGE_SIZE = { min: 288, max: 2 ** 24 } as const;

/** `update` (retained): the image that the board shall load, check, try and keep. An empty payload withdraws it. */
export const UpdateMessage = z.object({
  /** One that has ended is not begun again. */
  id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  url: z.string().regex(/^https?:\/\/[!-~]{1,248}$/),
  size: z.number().int().min(IMAGE_SIZE.min).max(IMAGE_SIZE.max),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  version: ImageText,
  /** The board takes no image of another model. */
  model: ImageText,
});
export type UpdateMessage = z.output<typeof UpdateMessage>;
