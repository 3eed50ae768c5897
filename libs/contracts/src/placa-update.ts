import { z } from 'zod';
import { FlagOutput } from './common.js';

/** How far a board's update is. `trial`: it runs the new image, which must prove itself; `failed`: see {@link UPDATE_WHYS}. */
export const UPDATE_PHASES = ['loading', 'checking', 'restarting', 'trial', 'done', 'failed'] as const;

/**
 * Why it failed. `source`: nothing came for an hour; `flash`: the board could not write it; `rolled_back`: the new image did not prove
 * itself, and the one before it runs. `busy` is not an end: a relay is on, or a run of the agenda is near, and the board goes on afterwards.
 */
export const UPDATE_WHYS = [
  'signature',
  'floor',
  'model',
  'size',
  'sha256',
  'source',
  'flash',
  'rolled_back',
  'busy',
] as const;

/** Printable ASCII, as it stands in an image's `esp_app_desc_t` of 32 bytes. */
export const ImageText = z.string().regex(/^[ -~]{0,31}$/);

/** The program that a board of ours runs, in the words of the wire. */
export const PlacaImage = z.object({
  version: ImageText,
  model: ImageText,
  /** Of its two slots. */
  slot: z.union([z.literal(0), z.literal(1)]),
  /** It takes no image whose `secure_version` is below this. */
  floor: z.number().int().min(0),
  /** 1 = it rolls back unless it proves itself. */
  trial: FlagOutput,
});
export type PlacaImage = z.infer<typeof PlacaImage>;

/** An update of a board of ours, in the words of the wire. */
export const PlacaUpdate = z.object({
  id: z.number().int().min(1),
  phase: z.enum(UPDATE_PHASES),
  /** Bytes loaded. */
  at: z.number().int().min(0),
  why: z.enum(UPDATE_WHYS).optional(),
});
export type PlacaUpdate = z.infer<typeof PlacaUpdate>;
