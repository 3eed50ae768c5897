/** What a switch took longer ago says little of today, ms. */
export const EARLIER_MS = 90 * 86_400_000;
/** Of its earlier turns the newest so many. */
export const EARLIER_MOST = 20;
