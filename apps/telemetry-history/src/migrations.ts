import { Inicial1763700000000 } from './migrations/1763700000000-inicial.js';
import { Energia1763800000000 } from './migrations/1763800000000-energia.js';
import { ActiveSwitches1764000000000 } from './migrations/1764000000000-active-switches.js';
import { ReadingsShards1764050000000 } from './migrations/1764050000000-readings-shards.js';
import { CounterPoints1764060000000 } from './migrations/1764060000000-counter-points.js';
import { Valores1764070000000 } from './migrations/1764070000000-valores.js';
import { PointNames1764080000000 } from './migrations/1764080000000-point-names.js';
import { CounterWrap1764090000000 } from './migrations/1764090000000-counter-wrap.js';

/** Of the schema, the oldest first. */
export const MIGRATIONS = [
  Inicial1763700000000,
  Energia1763800000000,
  ActiveSwitches1764000000000,
  ReadingsShards1764050000000,
  CounterPoints1764060000000,
  Valores1764070000000,
  PointNames1764080000000,
  CounterWrap1764090000000,
];
