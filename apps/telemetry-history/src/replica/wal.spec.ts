import { positionOf, Replayed } from './wal.js';

describe('a position in the log', () => {
  it('is ordered across the files of the log', () => {
    expect(positionOf('0/FFFFFFFF')).toBeLessThan(positionOf('1/0'));
    expect(positionOf('16/B374D848')).toBe(0x16b374d848n);
  });
});

describe('until when a standby has replayed', () => {
  it('is the last time at which the primary had no more than it', () => {
    const replayed = new Replayed();
    replayed.note(1_000, 10n, 9n);
    expect(replayed.until).toBe(-Infinity);
    replayed.note(2_000, 20n, 15n);
    expect(replayed.until).toBe(1_000);
    replayed.note(3_000, 20n, 20n);
    expect(replayed.until).toBe(3_000);
  });

  it('stands still while the replay does, and advances with an idle primary', () => {
    const replayed = new Replayed();
    replayed.note(1_000, 10n, 10n);
    for (let at = 2_000; at < 40_000; at += 1_000) replayed.note(at, 20n, 10n);
    expect(replayed.until).toBe(1_000);
    replayed.note(40_000, 20n, 20n);
    replayed.note(41_000, 20n, 20n);
    expect(replayed.until).toBe(41_000);
  });

  it('is unknown again once the standby failed', () => {
    const replayed = new Replayed();
    replayed.note(1_000, 10n, 10n);
    replayed.forget();
    expect(replayed.until).toBe(-Infinity);
  });
});
