import { longMinutes, longSeconds, minutesIn, secondsIn } from './durations.js';

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

it.each([
  ['180', 180],
  ['45 s', 45],
  ['3 min', 180],
  ['2 min 30 s', 150],
  ['2min30', 150],
  ['2:30', 150],
  ['1.5 min', 90],
  ['1 h', 3_600],
  ['1 h 30 min', 5_400],
])('%s is %d s', (text, seconds) => expect(secondsIn(text)).toBe(seconds));

it.each(['', 'mucho', 'min', '2:75', '2 min 75', '2 d', '1,000'])('%s is no duration in seconds', (text) =>
  expect(secondsIn(text)).toBeNaN(),
);

it('says an hour and more in words', () =>
  expect([270, 60, 59, null, NaN].map(longMinutes)).toEqual(['4 h 30 min', '1 h', '', '', '']));

it('says a minute and more of seconds in words', () =>
  expect([3_600, 150, 60, 59, null, NaN].map(longSeconds)).toEqual(['1 h', '2 min 30 s', '1 min', '', '', '']));
