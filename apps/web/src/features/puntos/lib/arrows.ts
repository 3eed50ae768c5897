import type { Chart } from 'chart.js';

/** Arrows closer than this would touch, px. */
const APART = 16;
const LENGTH = 14;
const HEAD = 4;

export interface Dot {
  x: number;
  y: number;
  /** Where it comes from, degrees from north. */
  from: number;
}

/** The dots that get an arrow: the first, and each that is far enough from the one before. */
export function apart<T extends Dot>(dots: readonly T[]): T[] {
  let last = -Infinity;
  return dots.filter(({ x }) => {
    if (x - last < APART) return false;
    last = x;
    return true;
  });
}

/** Draws an arrow through a dot, the way the wind blows. */
export function drawArrow(context: CanvasRenderingContext2D, { x, y, from }: Dot, color: string): void {
  context.save();
  context.translate(x, y);
  context.rotate(((from + 180) * Math.PI) / 180);
  context.strokeStyle = color;
  context.lineWidth = 1.6;
  context.beginPath();
  context.moveTo(0, LENGTH / 2);
  context.lineTo(0, -LENGTH / 2);
  context.moveTo(-HEAD, HEAD - LENGTH / 2);
  context.lineTo(0, -LENGTH / 2);
  context.lineTo(HEAD, HEAD - LENGTH / 2);
  context.stroke();
  context.restore();
}

/** An arrow at the dots of the first dataset, a direction. */
export const arrows = {
  id: 'arrows',
  afterDatasetsDraw(chart: Chart) {
    const [drawn] = chart.data.datasets;
    const values = (drawn?.data ?? []) as { y: number | null }[];
    const dots = chart.getDatasetMeta(0).data.map(({ x, y }, i) => ({ x, y, from: values[i]?.y ?? 0 }));
    for (const dot of apart(dots)) drawArrow(chart.ctx, dot, String(drawn?.borderColor));
  },
};
