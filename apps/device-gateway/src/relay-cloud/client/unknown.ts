/** Reads an unverified object from the cloud's answer. The cloud sends empty objects as `[]`. */
export const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Far above any meter's value; keeps rows within the stored range. */
const LIMIT = 1e12;
export const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < LIMIT ? value : null;
