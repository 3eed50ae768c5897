import { duration } from './duration.js';

it.each([
  [0, '0 min'],
  [0.005, '0 min'],
  [0.4, '24 s'],
  [0.999, '1 min'],
  [45, '45 min'],
  [60, '1 h'],
  [119.6, '2 h'],
  [750, '12 h 30 min'],
])('%s minutes are said as %s', (minutos, text) => expect(duration(minutos)).toBe(text));
