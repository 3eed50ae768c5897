import { longMinutes, minutesIn } from './minutes.js';

it.each([
  ['270', 270],
  ['2.5', 2.5],
  ['45 min', 45],
  ['4 h 30 min', 270],
  ['4h30', 270],
  ['4:30', 270],
  ['1.5 h', 90],
])('%s is %d min', (text, minutes) => expect(minutesIn(text)).toBe(minutes));

it.each(['', 'mucho', 'h', '4:75', '4 h 75', '4 d'])('%s is no duration', (text) => expect(minutesIn(text)).toBeNaN());

it('says an hour and more in words', () =>
  expect([270, 60, 59, null, NaN].map(longMinutes)).toEqual(['4 h 30 min', '1 h', '', '', '']));
