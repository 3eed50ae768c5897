import type { Chart, ChartType } from 'chart.js';

/** A band of values, on the axis of that name. */
export interface BandFill {
  axis: string;
  desde: number;
  hasta: number;
  color: string;
}

interface Options {
  bands: readonly BandFill[];
}

declare module 'chart.js' {
  // Chart.js declares this interface, so name and type parameter must match.
  interface PluginOptionsByType<TType extends ChartType> {
    bandFills?: Options & { type?: TType };
  }
}

/** Bands across the whole chart, behind its lines. */
export const bandFills = {
  id: 'bandFills',
  beforeDatasetsDraw(chart: Chart, _args: unknown, { bands = [] }: Partial<Options>) {
    const { ctx, chartArea, scales } = chart;
    ctx.save();
    ctx.beginPath();
    ctx.rect(chartArea.left, chartArea.top, chartArea.width, chartArea.height);
    ctx.clip();
    for (const { axis, desde, hasta, color } of bands) {
      const scale = scales[axis];
      if (!scale) continue;
      const top = scale.getPixelForValue(hasta);
      ctx.fillStyle = color;
      ctx.fillRect(chartArea.left, top, chartArea.width, Math.max(1, scale.getPixelForValue(desde) - top));
    }
    ctx.restore();
  },
};
