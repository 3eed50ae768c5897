import { jest } from '@jest/globals';
import { Reachability } from './reachability.js';

let answers: boolean;
let looks: number;
let returns: number;
let there: boolean;
let reachability: Reachability;

beforeEach(() => {
  jest.useFakeTimers();
  [answers, looks, returns, there] = [true, 0, 0, true];
  reachability = new Reachability({
    look: async () => {
      looks += 1;
      return answers;
    },
    onChange: (now) => (there = now),
    onReturn: () => (returns += 1),
  });
});
afterEach(() => {
  reachability.stop();
  jest.useRealTimers();
});

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('whether the server is there', () => {
  it('is not doubted for calls that fail while the probe is answered, and is seldom asked about', async () => {
    reachability.socketOpened();
    for (let second = 0; second < 60; second++) {
      reachability.callEnded(false);
      await pass(1_000);
    }
    expect(there).toBe(true);
    expect(looks).toBe(2);
  });

  it('is doubted once, and denied only when a second look finds nobody either', async () => {
    reachability.socketOpened();
    answers = false;
    reachability.callEnded(false);
    await pass(0);
    expect([looks, there]).toEqual([1, true]);
    await pass(2_000);
    expect([looks, there]).toEqual([2, false]);
  });

  it('is denied as soon after its socket is lost, when a call was answered shortly before', async () => {
    reachability.socketOpened();
    reachability.callEnded(true);
    answers = false;
    reachability.socketLost();
    await pass(3_500);
    expect([looks, there]).toEqual([2, false]);
  });

  it('is not denied when a call is answered between the two looks', async () => {
    answers = false;
    reachability.socketLost();
    await pass(2_500);
    reachability.callEnded(true);
    await pass(1_000);
    expect([looks, there]).toEqual([2, true]);
  });

  it('stays so for a network that blocks WebSockets', async () => {
    reachability.socketLost();
    await pass(60_000);
    expect(there).toBe(true);
    expect(looks).toBeLessThanOrEqual(5);
  });

  it('is shown by any answer, also when the probe itself is blocked', async () => {
    const blocked = () => new Promise<boolean>((end) => setTimeout(() => end(false), 1_000));
    reachability = new Reachability({ look: blocked, onChange: (now) => (there = now), onReturn: () => undefined });
    reachability.socketLost();
    for (let second = 0; second < 20; second++) {
      await pass(1_000);
      reachability.callEnded(true);
    }
    expect(there).toBe(true);
  });

  it('is back with the first look that is answered, announced once', async () => {
    reachability.socketOpened();
    answers = false;
    reachability.doubt();
    await pass(3_000);
    expect(there).toBe(false);
    answers = true;
    await pass(5_000);
    expect([there, returns]).toEqual([true, 1]);
    await pass(60_000);
    expect(returns).toBe(1);
  });

  it('is known again by the socket, without a look', async () => {
    reachability.socketLost();
    answers = false;
    await pass(4_000);
    expect(there).toBe(false);
    reachability.socketOpened();
    expect([there, returns]).toEqual([true, 0]);
    const before = looks;
    await pass(60_000);
    expect(looks).toBe(before);
  });
});
