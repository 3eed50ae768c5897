import { jest } from '@jest/globals';
import { api } from './api-client.js';
import { onCallOutcome } from './call-outcome.js';

afterEach(() => jest.useRealTimers());

it('puts the connection in doubt while it still waits for its answer', async () => {
  jest.useFakeTimers();
  const heard: boolean[] = [];
  const forget = onCallOutcome((answered) => heard.push(answered));
  let answer = (_response: Response): void => undefined;
  globalThis.fetch = () => new Promise<Response>((resolve) => (answer = resolve));
  const call = api('salud', {});
  await jest.advanceTimersByTimeAsync(4_000);
  expect(heard).toEqual([]);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(heard).toEqual([false]);
  answer(Response.json({ status: 'ok' }));
  await call;
  expect(heard).toEqual([false, true]);
  forget();
});
