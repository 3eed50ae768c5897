import { jest } from '@jest/globals';
import { ahora, ajustarReloj } from './server-clock.js';

const HORA = 3_600_000;
const dice = (ms: number): string => new Date(ms).toUTCString();

describe("the server's clock", () => {
  const inicio = Date.UTC(2026, 10, 21, 12);
  beforeEach(() => void jest.useFakeTimers({ now: inicio }));
  afterEach(() => {
    ajustarReloj(dice(Date.now()), Date.now());
    jest.useRealTimers();
  });

  it('is told by the date of an answer, whatever the clock of the phone says', () => {
    ajustarReloj(dice(inicio - 2 * HORA), inicio - 200);
    expect(Math.abs(ahora() - (inicio - 2 * HORA))).toBeLessThanOrEqual(1_000);
  });

  it('is not told by an answer that is read when the phone wakes, an hour after it came: old states would look fresh', () => {
    jest.setSystemTime(inicio + HORA);
    ajustarReloj(dice(inicio), inicio - 200);
    expect(ahora()).toBe(inicio + HORA);
  });

  it('is not told by an answer whose question seems to have left later: the clock was set meanwhile', () => {
    ajustarReloj(dice(inicio - HORA), inicio + HORA);
    expect(ahora()).toBe(inicio);
  });
});
