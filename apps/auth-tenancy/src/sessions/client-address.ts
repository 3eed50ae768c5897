import { isIPv4, isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, as numbers. */
const groups = (address: string): number[] => {
  // The URL parser returns the canonical form: shortest groups, embedded IPv4 as hex.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const parse = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const left = parse(head);
  const right = parse(tail ?? '');
  return tail === undefined ? left : [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
};

/**
 * The unit of throttling: an IPv4 address (mapped ones too), or the /64 of an IPv6 address, because one customer gets at least
 * a /64. An unreadable address is its own unit.
 */
export const clientAddress = (ip: string): string => {
  const bare = ip.trim().replace(/%.*$/, '');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return 'unknown';
  const all = groups(bare);
  if (all.slice(0, 5).every((group) => group === 0) && all[5] === 0xffff) {
    return all
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  return `${all
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
};
