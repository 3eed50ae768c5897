import { jest } from '@jest/globals';
import { Turnstile } from './turnstile.js';

const TURN_MS = 50;

describe('clients that come at once', () => {
  let turnstile: Turnstile;
  let entered: string[];
  const come = (name: string, hasLeft = () => false): void =>
    void turnstile.enter(hasLeft).then(() => entered.push(name));

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    turnstile = new Turnstile();
    entered = [];
  });
  afterEach(() => void jest.useRealTimers());

  it('are let in at once when they are few', async () => {
    come('ana');
    come('bob');
    await jest.advanceTimersByTimeAsync(0);
    expect(entered).toEqual(['ana', 'bob']);
  });

  it('are let in one after the other when they are many, first come first served', async () => {
    const names = Array.from({ length: 500 }, (_, i) => `client ${i}`);
    for (const name of names) come(name);
    await jest.advanceTimersByTimeAsync(2 * TURN_MS);
    expect(entered.length).toBeLessThan(50);
    await jest.advanceTimersByTimeAsync(500 * TURN_MS);
    expect(entered).toEqual(names);
  });

  it('cost nobody a turn when they leave before theirs', async () => {
    const gone = () => true;
    for (let i = 0; i < 100; i++) come('early');
    for (let i = 0; i < 1_000; i++) come('gone', gone);
    come('late');
    await jest.advanceTimersByTimeAsync(110 * TURN_MS);
    expect(entered.filter((name) => name !== 'early')).toEqual(['late']);
  });

  it('are let in at once again when the crowd is in', async () => {
    for (let i = 0; i < 50; i++) come('crowd');
    await jest.advanceTimersByTimeAsync(100 * TURN_MS);
    come('late');
    await jest.advanceTimersByTimeAsync(0);
    expect(entered.at(-1)).toBe('late');
    expect(turnstile.waiting).toBe(0);
  });
});
