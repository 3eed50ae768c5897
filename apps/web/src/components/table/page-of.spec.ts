import { pageOf } from './page-of.js';

it('is the page of the first row in sight, and the last page at the end', () => {
  expect(pageOf(0, 8, 120)).toBe(1);
  expect(pageOf(49, 57, 120)).toBe(1);
  expect(pageOf(50, 58, 120)).toBe(2);
  // The twenty rows of the third page do not fill the box.
  expect(pageOf(95, 119, 120)).toBe(3);
  // A box that holds them all is on its first page.
  expect(pageOf(0, 59, 60)).toBe(1);
});
