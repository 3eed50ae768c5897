import type { Flow } from '@acequia/board-protocol';
import type { Counter } from './virtual-points.js';

/** Pulses that may be missing in a row at the lowest flow that is right. */
const MISSED = 3;
/** A board looks four times a second, and may be late once. */
const LATE_MS = 500;
/** Of the store: 1 ml at 1 l/h for 1 ms. */
const SCALE = 3_600;

/** What passed when a flow was wrong, and what the open valves take; l/h. */
export interface WrongFlow {
  lph: number;
  expected: number;
}

/** The twin of the firmware's core/src/flow_watch.cpp, which says how it works. Times in ms, volumes in ml. */
export class FlowWatch {
  private open = '';
  private sum = 0;
  private movedAt: number | null = null;
  /** The counter when it was looked at last; null = it is not followed. */
  private heard: { total: number; at: number } | null = null;
  private store = 0;
  private grown = 0;
  private since = 0;

  /** Whether what it watches is so, for at least `grace` since a valve moved. Called in each round. */
  watches({ is, base, valves }: Flow, isOn: (pin: number) => boolean, grace: number, now: number): boolean {
    const on = valves.filter(({ pin }) => isOn(pin));
    const open = on.map(({ pin }) => pin).join();
    this.sum = on.reduce((sum, { lph }) => sum + lph, base);
    if (this.movedAt === null || open !== this.open) this.movedAt = now;
    this.open = open;
    return (on.length === 0) === (is === 'leak') && now - this.movedAt >= grace;
  }

  /** `for_ms`: how much more than the limit lets pass in this time may be beyond it. */
  wrong({ is, percent }: Flow, { total, step }: Counter, for_ms: number, now: number): WrongFlow | null {
    const { heard } = this;
    this.heard = { total, at: now };
    if (heard === null) {
      this.store = 0;
      return null;
    }
    const grew = Math.max(0, total - heard.total);
    const passed = now - heard.at;
    const allowed = Math.floor((this.sum * percent) / 100);
    const beyond = grew * SCALE - allowed * passed;
    const fresh = this.store === 0;
    this.store = Math.max(0, this.store + (is === 'missing' ? -beyond : beyond));
    if (fresh || this.store === 0) {
      this.grown = 0;
      this.since = now;
    } else this.grown += grew;
    if (this.store <= step * SCALE * (is === 'missing' ? MISSED : 1) + allowed * Math.max(for_ms, LATE_MS)) return null;
    const [water, time] = now > this.since ? [this.grown, now - this.since] : [grew, passed];
    return { lph: time > 0 ? Math.floor((water * SCALE) / time) : 0, expected: this.sum };
  }

  /** Forgets what passed. */
  rest(): void {
    this.heard = null;
  }
}
