import { linkIntervals, piecesOf } from './link-intervals.js';

describe('the times a board was connected', () => {
  const changes = [
    { online: 1 as const, ts: 400 },
    { online: 0 as const, ts: 300 },
    { online: 1 as const, ts: 200 },
    { online: 1 as const, ts: 100 },
  ];

  it('lie between the changes, newest first, and the newest lasts', () => {
    expect(linkIntervals(changes)).toEqual([
      { online: true, from: 400, to: null },
      { online: false, from: 300, to: 400 },
      { online: true, from: 100, to: 300 },
    ]);
    expect(linkIntervals([])).toEqual([]);
  });

  it('are cut to the window that is drawn, and nothing is drawn where nothing is known', () => {
    expect(piecesOf(linkIntervals(changes), 0, 500)).toEqual([
      { online: true, start: 0.8, width: 0.2 },
      { online: false, start: 0.6, width: 0.2 },
      { online: true, start: 0.2, width: 0.4 },
    ]);
    expect(piecesOf(linkIntervals(changes), 350, 450)).toEqual([
      { online: true, start: 0.5, width: 0.5 },
      { online: false, start: 0, width: 0.5 },
    ]);
  });
});
