import { jest } from '@jest/globals';
import { SocketOpener } from './socket-opener.js';

describe('a socket that is lost again and again', () => {
  afterEach(() => void jest.useRealTimers());

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
});
