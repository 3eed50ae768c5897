import type { Chart, ChartType } from 'chart.js';
import type { Span } from '../lib/window.js';

/** A time on, in the colour of who began it. */
export interface Bar extends Span {
  color: string;
}

interface Options {
  turns: readonly Bar[];
}

declare module 'chart.js' {
  // Chart.js declares this interface, so name and type parameter must match.
  interface PluginOptionsByType<TType extends ChartType> {
    turnBars?: Options & { type?: TType };
  }
}

const HEIGHT = 10;
/** Space between the bars and the lines, px. */
export const BARS_ROOM = 18;
/** Narrowest bar, so that short times are visible. px */
const LEAST_WIDTH = 3;

/** The times a switch was on, as bars above the lines, on the same time axis. */
export const turnBars = {
  id: 'turnBars',
  afterDatasetsDraw(chart: Chart, _args: unknown, { turns = [] }: Partial<Options>) {
    const { ctx, chartArea, scales } = chart;
    const x = scales['x'];
    if (!x || turns.length === 0) return;
    ctx.save();
    for (const { desde, hasta, color } of turns) {
      ctx.fillStyle = color;
      const left = Math.max(chartArea.left, x.getPixelForValue(desde));
      const right = Math.min(chartArea.right, x.getPixelForValue(hasta));
      if (right < chartArea.left || left > chartArea.right) continue;
      ctx.fillRect(left, chartArea.top - BARS_ROOM + 2, Math.max(LEAST_WIDTH, right - left), HEIGHT);
    }
    ctx.restore();
  },
};
