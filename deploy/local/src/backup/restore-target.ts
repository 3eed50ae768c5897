import type { Section } from './vault.js';

/** Receives one section of a backup. */
export interface Sink {
  take(piece: Buffer): Promise<void>;
  finish?(): Promise<void>;
}

/** Destination of a restore. */
export interface Target {
  sinks: Partial<Record<Section, () => Promise<Sink> | Sink>>;
  /** Called after all sections. */
  finish(): Promise<void>;
  /** Called after a failure: removes partial data. */
  undo(): Promise<void>;
}
