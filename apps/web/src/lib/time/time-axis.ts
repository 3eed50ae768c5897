import type { Scale } from 'chart.js';
import { stepOf, tickLabel, ticksOf } from './ticks.js';

/** Narrower than this a chart is a phone's, px. */
const PHONE_WIDTH = 520;
/** What five marks leave between them is read at arm's length. */
const ON_A_PHONE = 5;
/** Room for a mark on a desk, and for the vertical axes with their titles, px. */
const TICK_WIDTH = 90;
const AXES_WIDTH = 110;

/** By the chart's width: the axis learns its own only after its marks are made. */
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
  zona: string;
  color: string;
}

/** A horizontal axis on which an hour is as long as another: ms, with marks at the round times of a zone. */
export const timeAxis = ({ desde, hasta, zona, color }: Options) => ({
  type: 'linear' as const,
  min: desde,
  max: hasta,
  afterBuildTicks: (axis: Scale) => {
    axis.ticks = ticksOf(axis.min, axis.max, stepOfAxis(axis), zona).map((value) => ({ value }));
  },
  ticks: {
    color,
    maxRotation: 0,
    autoSkip: false,
    callback(this: Scale, value: number | string) {
      return tickLabel(Number(value), stepOfAxis(this), zona);
    },
  },
  grid: { color: 'transparent' },
});

/** A lone finger that goes up or down scrolls the page, whatever a plugin's gestures say. */
export const scrollsThePage = {
  id: 'scrolls-the-page',
  afterUpdate: ({ canvas }: { canvas: HTMLCanvasElement }) => void (canvas.style.touchAction = 'pan-y'),
};
