import { jest } from '@jest/globals';
import { SocketOpener } from './socket-opener.js';

describe('a socket that is lost again and again', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('is opened soon the first time, then at most once in five seconds', async () => {
    jest.useFakeTimers();
    const opened: number[] = [];
    const start = Date.now();
    const opener: SocketOpener = new SocketOpener({
      connect: () => {
        opened.push(Date.now() - start);
        // Refuses at once, as a proxy without WebSocket support does.
        opener.openAgain();
        return undefined as never;
      },
      disconnect: () => undefined as never,
    });
    opener.openAgain();
    await jest.advanceTimersByTimeAsync(60_000);
    opener.cancel();
    expect(opened[0]).toBeLessThan(2_000);
    expect(opened.length).toBeGreaterThanOrEqual(9);
    for (const [i, at] of opened.entries()) if (i > 0) expect(at - opened[i - 1]!).toBeGreaterThanOrEqual(5_000);
  });

  it('is opened soon the first time, and then as slowly as the server lets so many in', () => {
    jest.useFakeTimers();
    jest.spyOn(Math, 'random').mockReturnValue(0.99);
    const opened: number[] = [];
    const start = Date.now();
    const opener = new SocketOpener({
      connect: () => void opened.push(Date.now() - start) as never,
      disconnect: () => undefined as never,
    });
    opener.spreadOver(60_000);
    opener.openAgain();
    jest.advanceTimersByTime(6_000);
    expect(opened).toHaveLength(1);
    opener.openAgain();
    jest.advanceTimersByTime(30_000);
    expect(opened).toHaveLength(1);
    jest.advanceTimersByTime(40_000);
    expect(opened).toHaveLength(2);
    opener.opened();
    opener.openAgain();
    jest.advanceTimersByTime(12_000);
    opener.cancel();
    expect(opened).toHaveLength(3);
  });
});
