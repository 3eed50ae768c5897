/** Part of a file; both ends are in it. */
export interface ByteRange {
  first: number;
  last: number;
}

/** What `Range` asks of a file (RFC 9110, 14.2): one part; null = the whole, also where it asks for several or in another unit. */
export const byteRange = (asked: string, length: number): ByteRange | 'unsatisfiable' | null => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked.trim());
  const [, from = '', to = ''] = match ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const suffix = Number(to);
    return suffix === 0 ? 'unsatisfiable' : { first: Math.max(0, length - suffix), last: length - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return null;
  return first >= length ? 'unsatisfiable' : { first, last: to === '' ? length - 1 : Math.min(Number(to), length - 1) };
};
