import type { Random } from './random.js';

/** Harmless when shown as text; reports itself when interpreted as markup. */
export const MARKER = '"><img src=x onerror="window.__xss=1"><script>window.__xss=1</script>';

/** Values that an attacker sends in the hope that a field is interpreted as code. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -0,
  '',
  ' ',
  '1',
  'á'.repeat(200),
  'x'.repeat(5_000),
  MARKER,
  "'; DROP TABLE usuarios; --",
  '{{7*7}}${7*7}',
  '../../etc/passwd',
  '=HYPERLINK("http://x")',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b',
  '2027-02-30',
  '9999-12-31',
  'NaN',
  [],
  [null],
  [[[[[[1]]]]]],
  [1, 2, 3],
  Array.from({ length: 300 }, (_, index) => index),
  {},
  { $gt: '' },
  { length: 3 },
  { toString: 'x' },
  { constructor: { prototype: { rol: 'admin_global' } } },
];

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object within a value, outermost first. */
const objectsOf = (value: unknown): Json[] => {
  if (Array.isArray(value)) return value.flatMap(objectsOf);
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsOf)] : [];
};

const NAMES = ['__proto__', 'constructor', 'id', 'empresa_id', 'rol', 'version', 'limite_usuarios', 'password', 'x'];

/** The body with one change: a field replaced, removed, moved or added. */
export const mutated = (body: Json, random: Random): unknown => {
  const copy = structuredClone(body);
  if (random.chance(0.03)) return random.of(HOSTILE);
  const target = random.of(objectsOf(copy));
  const names = Object.keys(target);
  const name = names.length > 0 ? random.of(names) : 'x';
  switch (random.below(5)) {
    case 0:
      delete target[name];
      break;
    case 1:
      target[name] = [target[name]];
      break;
    case 2:
      Object.defineProperty(target, random.of(NAMES), {
        value: random.of(HOSTILE),
        enumerable: true,
        configurable: true,
      });
      break;
    default:
      target[name] = random.of(HOSTILE);
  }
  return copy;
};

/** JSON with one byte changed, cut off or doubled: input that no client of ours sends. */
export const broken = (text: string, random: Random): string => {
  const at = random.below(text.length);
  const byte = String.fromCharCode(random.below(128));
  return random.of([text.slice(0, at), text.slice(0, at) + byte + text.slice(at + 1), text + text]);
};
