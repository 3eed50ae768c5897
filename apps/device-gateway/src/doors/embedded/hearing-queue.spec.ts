import { eventually } from '@acequia/testing';
import { HearingQueue } from './hearing-queue.js';

const PIECE = 2_048;

describe('the queue in which boards are heard', () => {
  let log: string[];
  let queue: HearingQueue;

  beforeEach(() => {
    log = [];
    queue = new HearingQueue();
  });

  /** Adds a speaker with this many pieces, which queues again after each piece. */
  const join = (name: string, pieces: number): void => {
    const speaker = {
      speak: (): number => {
        log.push(name);
        if (--pieces > 0) queue.add(speaker);
        return PIECE;
      },
    };
    queue.add(speaker);
  };

  it('go round: a speaker with much to say is heard no more often than one with little', async () => {
    join('much', 20);
    join('little', 3);
    await eventually(() => expect(log).toHaveLength(23));
    expect(log.slice(0, 6)).toEqual(['much', 'little', 'much', 'little', 'much', 'little']);
  });

  it('leave the process time for other work, and for boards that come later', async () => {
    join('much', 1_000);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(log.length).toBeLessThan(20);
    join('late', 1);
    await eventually(() => expect(log).toHaveLength(1_001));
    expect(log.indexOf('late')).toBeLessThan(40);
  });

  it('are one for each speaker, however often it is added', async () => {
    const speaker = { speak: (): number => log.push('once') && PIECE };
    for (let i = 0; i < 5; i++) queue.add(speaker);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(log).toEqual(['once']);
  });
});
