/**
 * Tells when a beat has stood still. It counts its own ticks and not the clock: a process that is paused, or whose machine is, does not
 * tick either.
 */
export class Stillness {
  private last = -1;
  private still = 0;

  constructor(private readonly most: number) {}

  /** Call once a tick. true = the beat has not moved for the allowed number of ticks. */
  tick(beat: number): boolean {
    this.still = beat === this.last ? this.still + 1 : 0;
    this.last = beat;
    return this.still >= this.most;
  }
}
