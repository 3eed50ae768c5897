/** Looks into what the cloud sent, believing none of it. Empty objects arrive as `[]` (facts). */
export const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Far past what any meter shows; keeps rows within what is stored. */
const LIMIT = 1e12;
export const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < LIMIT ? value : null;
