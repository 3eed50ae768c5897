import type { ResultMessage, TelemetrySample } from '@acequia/board-protocol';
import type { KeptMemory } from './kept-memory.js';
import type { PointWires } from './virtual-points.js';
import type { Measure } from './virtual-sensors.js';

export interface VirtualBoardOptions {
  /** Distance from UTC, hours, for a farm whose zone is unknown. */
  offset_h?: number;
  /** Whether the farm's own timers turn relays on. */
  turnos?: boolean;
  /** What the board stored before its last boot. */
  memory?: KeptMemory;
  /** Levels of its pins before this boot, when only the chip restarted; the board changes them. */
  wires?: Map<number, boolean>;
  /** Pins whose relay is stuck and ignores every command. */
  stuckPins?: ReadonlySet<number>;
  /** Overrides the climate of the board's place; null = the sensor is silent. */
  measure?: Measure;
  /** What its points are wired to, instead of the field of {@link FieldPoints}. */
  points?: PointWires;
}

/** A board's answer to a command. */
export interface Answer {
  id: string;
  /** null: the result comes later, see `VirtualBoard.answers`. */
  result: ResultMessage | null;
  /** The new state, when the board acted. */
  sample: TelemetrySample | null;
}
