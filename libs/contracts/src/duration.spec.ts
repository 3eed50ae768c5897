import { duration, exactDuration } from './duration.js';

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

it.each([
  [60, '1 min'],
  [150, '2 min 30 s'],
  [1_200, '20 min'],
  [5_430, '1 h 31 min'],
])('%s seconds are ordered as %s', (seconds, text) => expect(exactDuration(seconds)).toBe(text));

it.each([
  [0.5, '30 s'],
  [185, '3 h 5 min'],
  [1_440, '1 d'],
  [3_120, '2 d 4 h'],
])('%s minutes of an alarm are said as %s', (minutes, text) => expect(duration(minutes, { days: true })).toBe(text));
