import { byteRange } from './byte-range.js';

it.each([
  ['', null],
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=40-', { first: 40, last: 99 }],
  ['bytes=40-49', { first: 40, last: 49 }],
  ['bytes=90-1000', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  // What asks for nothing that can be given as one part gets the whole.
  ['bytes=50-40', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['lines=1-2', null],
])('"%s" of 100 bytes asks for the right part', (asked, part) => {
  expect(byteRange(asked, 100)).toEqual(part);
});
