import { apart, drawArrow } from './arrows.js';

it('gives no arrow to a dot that would touch the one before', () =>
  expect(apart([0, 4, 15, 16, 31, 40].map((x) => ({ x, y: 0, from: 0 }))).map(({ x }) => x)).toEqual([0, 16, 40]));

it('points where the wind blows to: from the north, down', () => {
  const turned: number[] = [];
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get:
      (_, name) =>
      (...values: number[]) => {
        if (name === 'rotate') turned.push(Math.round((values[0]! * 180) / Math.PI));
      },
    set: () => true,
  });
  for (const from of [0, 90]) drawArrow(context, { x: 5, y: 5, from }, 'black');
  expect(turned).toEqual([180, 270]);
});
