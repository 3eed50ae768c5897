import { zoomIn, around } from './window.js';

const HOUR = 3_600_000;
const FRAME = { desde: 0, hasta: 24 * HOUR };

describe('the window of a chart', () => {
  it('comes nearer around its middle, and goes back until all is seen', () => {
    const near = zoomIn(FRAME, 0.5, FRAME);
    expect(near).toEqual({ desde: 6 * HOUR, hasta: 18 * HOUR });
    expect(zoomIn(near!, 2, FRAME)).toBeNull();
  });

  it('stays within the frame', () => {
    expect(zoomIn({ desde: 0, hasta: 2 * HOUR }, 4, FRAME)).toEqual({ desde: 0, hasta: 8 * HOUR });
    expect(around({ desde: HOUR, hasta: 3 * HOUR }, FRAME)).toEqual({ desde: 0, hasta: 4 * HOUR });
  });

  it('does not come nearer than ten minutes', () => {
    const { desde, hasta } = zoomIn({ desde: HOUR, hasta: 2 * HOUR }, 0.01, FRAME)!;
    expect(hasta - desde).toBe(HOUR / 6);
  });
});
