import type { Chart } from 'chart.js';
import { apart, arrows, drawArrow } from './arrows.js';

it('gives no arrow to a dot that would touch the one before', () =>
  expect(apart([0, 4, 15, 16, 31, 40].map((x) => ({ x, y: 0, from: 0 }))).map(({ x }) => x)).toEqual([0, 16, 40]));

/** How far each arrow is turned. */
function drawnBy(draw: (context: CanvasRenderingContext2D) => void): number[] {
  const turned: number[] = [];
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get:
      (_, name) =>
      (...values: number[]) => {
        if (name === 'rotate') turned.push(Math.round((values[0]! * 180) / Math.PI));
      },
    set: () => true,
  });
  draw(context);
  return turned;
}

it('points where the wind blows to: from the north, down', () =>
  expect(drawnBy((context) => [0, 90].forEach((from) => drawArrow(context, { x: 5, y: 5, from }, 'black')))).toEqual([
    180, 270,
  ]));

it('stands at each dot of the chart that has room for it', () => {
  const chart = (ctx: CanvasRenderingContext2D) => ({
    ctx,
    data: { datasets: [{ data: [0, 90, 180].map((y) => ({ y })), borderColor: 'black' }] },
    dots: [{ data: [5, 10, 30].map((x) => ({ x, y: 5 })) }],
    // As Chart.js: a method that is called without its chart finds nothing.
    getDatasetMeta(i: number) {
      return this.dots[i];
    },
  });
  expect(drawnBy((context) => arrows.afterDatasetsDraw(chart(context) as unknown as Chart))).toEqual([180, 360]);
});
