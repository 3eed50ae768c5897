import type { Why } from './virtual-loader.js';
import type { VirtualSlots } from './virtual-slots.js';

/** What a cut of power leaves: the firmware's `UpdateRecord`. */
export interface UpdateRecord {
  id: number;
  state: 'loading' | 'starting' | 'started' | 'trial' | 'done' | 'failed';
  why?: Why | undefined;
  at: number;
  sha256: string;
  slot: 0 | 1;
  tries: number;
  kept: string;
  floor: number;
}

export const NONE: UpdateRecord = { id: 0, state: 'failed', at: 0, sha256: '', slot: 0, tries: 0, kept: '', floor: 0 };

/** What survives a boot. */
export interface UpdateMemory {
  readonly slots: VirtualSlots;
  update: UpdateRecord | null;
}
