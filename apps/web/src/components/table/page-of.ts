import { ROWS_PER_PAGE } from './url-state.js';

/** Number of pages of a list. */
export const pagesOf = (total: number): number => Math.ceil(total / ROWS_PER_PAGE);

/**
 * The page of a list that scrolls, from the indexes of its first and last visible rows. At the end it is the last page, whose rows may be
 * too few to reach the top.
 */
export const pageOf = (first: number, last: number, total: number): number =>
  first > 0 && last >= total - 1 ? pagesOf(total) : Math.floor(first / ROWS_PER_PAGE) + 1;
