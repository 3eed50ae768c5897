import fc from 'fast-check';
import { isShallow } from './json-depth.js';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
const bytes = (text: string): Buffer => Buffer.from(text);

describe('how deep a JSON text is', () => {
  it('is told exactly, whatever its strings and names hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = bytes(JSON.stringify(value));
        const depth = depthOf(value);
        expect(isShallow(text, depth)).toBe(true);
        if (depth > 0) expect(isShallow(text, depth - 1)).toBe(false);
      }),
    );
  });

  it.each(['"[[[[', '"\\', '"\\"[[[', ']]]]', '', '"a"]}"'])('ends with whatever is no JSON, as %j', (text) => {
    expect(isShallow(bytes(text), 2)).toBe(true);
  });

  it('sees the levels of what was cut off', () => {
    expect(isShallow(bytes('[[['), 2)).toBe(false);
    expect(isShallow(bytes('{"a":{"[":[1'), 2)).toBe(false);
  });
});
