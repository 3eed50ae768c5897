import { random } from '../random.js';
import type { Reading, VirtualNode } from './node.js';

/** An uplink on the air. `ts` when it was received, ms. */
export interface Frame {
  node: VirtualNode;
  f_cnt: number;
  ts: number;
  reading: Reading;
  /** %; when the node told it. */
  battery: { value: number; ts: number };
  /** dBm and dB at each gateway that heard it. */
  heard: { gateway: string; rssi: number; snr: number }[];
}

/** Shares of the uplinks, 0 to 1. */
export interface AirFaults {
  /** No gateway heard it. */
  lost: number;
  /** The server sends it once more, later. */
  repeated: number;
  /** It arrives after its successors. */
  late: number;
  /** The node joined again: its frame counter begins at 0. */
  rejoined: number;
}

export const NO_FAULTS: AirFaults = { lost: 0, repeated: 0, late: 0, rejoined: 0 };
/** As bad as a farm gets that is still of use. */
export const BAD_AIR: AirFaults = { lost: 0.08, repeated: 0.05, late: 0.03, rejoined: 0.002 };

/** A node tells its battery with one uplink in so many. */
const BATTERY_EVERY = 24;
/** A late one arrives after so many of its successors at most. */
const MOST_LATE = 4;

const heardAt = (seed: number, f_cnt: number): Frame['heard'] =>
  ['0016c001f153a14c', 'a84041ffff1f4b70'].slice(0, 1 + Math.floor(random(seed, f_cnt, 1) * 2)).map((gateway, i) => ({
    gateway,
    rssi: Math.round(-70 - 50 * random(seed, f_cnt, 2, i)),
    snr: Number((10 - 25 * random(seed, f_cnt, 3, i)).toFixed(2)),
  }));

/** What a node sent and what became of it. */
export interface Flight {
  /** Every uplink that some gateway heard, as they were sent. */
  received: Frame[];
  /** The same as they arrive: late ones after others, some twice. */
  arriving: Frame[];
  /** Uplinks that nobody heard between two that were heard, within one run of the frame counter. */
  missing: number;
}

/** The uplinks of a node in [from, to), one every `every_ms`; the same seed gives the same flight. */
export const flightOf = (
  node: VirtualNode,
  { from, to, every_ms }: { from: number; to: number; every_ms: number },
  faults: AirFaults = NO_FAULTS,
): Flight => {
  const flight: Flight = { received: [], arriving: [], missing: 0 };
  const held: { frame: Frame; after: number }[] = [];
  let f_cnt = 0;
  /** Unheard since the last that was heard; null = none of this run was. */
  let unheard: number | null = null;
  let battery = { value: node.battery(from), ts: from };
  for (let ts = from, sent = 0; ts < to; ts += every_ms, sent++, f_cnt++) {
    const chance = (what: number): number => random(node.seed, sent, what);
    if (sent > 0 && chance(4) < faults.rejoined) {
      f_cnt = 0;
      unheard = null;
    }
    if (sent % BATTERY_EVERY === 0) battery = { value: node.battery(ts), ts };
    if (chance(5) < faults.lost) {
      if (unheard !== null) unheard += 1;
      continue;
    }
    flight.missing += unheard ?? 0;
    unheard = 0;
    const frame = { node, f_cnt, ts, reading: node.reading(ts), battery, heard: heardAt(node.seed, f_cnt) };
    flight.received.push(frame);
    const wait = (what: number): number => 1 + Math.floor(chance(what) * MOST_LATE);
    if (chance(6) < faults.late) held.push({ frame, after: sent + wait(7) });
    else flight.arriving.push(frame);
    if (chance(8) < faults.repeated) held.push({ frame, after: sent + wait(9) + MOST_LATE });
    for (const one of held.splice(0)) {
      if (one.after > sent) held.push(one);
      else flight.arriving.push(one.frame);
    }
  }
  flight.arriving.push(...held.map(({ frame }) => frame));
  return flight;
};
