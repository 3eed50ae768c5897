import { Counter, type Registry } from 'prom-client';

const LOOK_MS = 5_000;
/** Between two looks NTP corrects milliseconds; more than this is a jump, ms. */
const JUMP_MS = 2_000;

/** The wall clock against the monotonic one, which never jumps. */
const offset = (): number => Date.now() - performance.now();

/** Counts jumps of the wall clock and tells each, in ms: positive = ahead. @returns a function that ends it */
export const watchClock = (registry: Registry, told: (jump_ms: number) => void): (() => void) => {
  const jumps = new Counter({
    name: 'acequia_clock_jumps_total',
    help: 'Jumps of the wall clock of more than two seconds',
    registers: [registry],
  });
  let before = offset();
  const look = setInterval(() => {
    const jump = offset() - before;
    before += jump;
    if (Math.abs(jump) < JUMP_MS) return;
    jumps.inc();
    told(Math.round(jump));
  }, LOOK_MS);
  look.unref();
  return () => clearInterval(look);
};
