import type { Scale } from 'chart.js';
import { stepOf, tickLabel, ticksOf } from './ticks.js';

/** A narrower chart counts as a phone's, px. */
const PHONE_WIDTH = 520;
/** Number of ticks that stay readable on a phone. */
const ON_A_PHONE = 5;
/** Width of a tick on larger screens, and of the vertical axes with their titles, px. */
const TICK_WIDTH = 90;
const AXES_WIDTH = 110;

/** Uses the chart's width, because the axis knows its own only after the ticks exist. */
const stepOfAxis = ({ min, max, chart }: Scale): number =>
  stepOf(
    min,
    max,
    chart.width < PHONE_WIDTH ? ON_A_PHONE : Math.max(ON_A_PHONE, (chart.width - AXES_WIDTH) / TICK_WIDTH),
  );

interface Options {
  /** ms. */
  desde: number;
  hasta: number;
  timeZone: string;
  color: string;
}

/** A linear time axis in ms, with ticks at round times of a zone. */
export const timeAxis = ({ desde, hasta, timeZone, color }: Options) => ({
  type: 'linear' as const,
  min: desde,
  max: hasta,
  afterBuildTicks: (axis: Scale) => {
    axis.ticks = ticksOf(axis.min, axis.max, stepOfAxis(axis), timeZone).map((value) => ({ value }));
  },
  ticks: {
    color,
    maxRotation: 0,
    autoSkip: false,
    callback(this: Scale, value: number | string) {
      return tickLabel(Number(value), stepOfAxis(this), timeZone);
    },
  },
  grid: { color: 'transparent' },
});

/** A vertical swipe with one finger always scrolls the page, also where a plugin handles gestures. */
export const scrollsThePage = {
  id: 'scrolls-the-page',
  afterUpdate: ({ canvas }: { canvas: HTMLCanvasElement }) => void (canvas.style.touchAction = 'pan-y'),
};
