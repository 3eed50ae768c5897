import { renderHook } from '@testing-library/react';
import { useOnceMade } from './once-made.js';

it('the same contents have one key until an answer came; others, and the same ones made anew, have their own', async () => {
  const { result } = renderHook(useOnceMade);
  const keyOf = async (contents: object, answer: Promise<unknown>): Promise<string | undefined> => {
    let sent: string | undefined;
    const send = ({ headers }: { headers: Record<string, string> }): Promise<unknown> => {
      sent = headers['Idempotency-Key'];
      return answer;
    };
    await result.current(contents, send).catch(() => undefined);
    return sent;
  };
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const first = await keyOf({ nombre: 'Huerta' }, lost());
  const again = await keyOf({ nombre: 'Huerta' }, Promise.resolve());
  const anew = await keyOf({ nombre: 'Huerta' }, lost());
  const other = await keyOf({ nombre: 'Viña' }, lost());
  expect(first).toMatch(/^[\da-f]{32}$/);
  expect(again).toBe(first);
  expect(new Set([first, anew, other]).size).toBe(3);
});
