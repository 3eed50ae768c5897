import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/**
 * The unit of throttling: an IPv4 address (mapped ones too), or the /64 of an IPv6 address, because one customer gets at least
 * a /64. An unreadable address is its own unit.
 */
export const clientAddress = (ip: string): string => {
  const bare = ip.trim().replace(/%.*$/, '');
  if (isIP(bare) === 0) return 'unknown';
  const address = ipaddr.process(bare);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
};
