import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Address blocks outside the public internet (IANA special-purpose registries of IPv4 and IPv6). */
const V4_SPECIAL = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** In IPv6 only global unicast is public: mapped, translated, local and multicast addresses lie outside. */
const V6_GLOBAL = '2000::/3';
const V6_SPECIAL = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const blockList = (family: 'ipv4' | 'ipv6', nets: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const net of nets) {
    const [address, prefix] = net.split('/') as [string, string];
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
};
const special4 = blockList('ipv4', V4_SPECIAL);
const global6 = blockList('ipv6', [V6_GLOBAL]);
const special6 = blockList('ipv6', V6_SPECIAL);

/** True for a literal address of the public internet. */
export const isPublic = (address: string): boolean => {
  if (isIP(address) === 4) return !special4.check(address, 'ipv4');
  if (isIP(address) !== 6 || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
};

/** Resolves a name to all its addresses, like dns.lookup. Tests replace it. */
export type Resolver = (
  host: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export const resolveWithSystem: Resolver = (host, callback) => systemLookup(host, { all: true }, callback);

export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}

/**
 * `lookup` for a connection: the connection uses the checked answer, so a name cannot change its address between check and use. A single
 * address that is not public rejects the name.
 */
export const publicLookup =
  (resolve: Resolver): LookupFunction =>
  (host, options, callback) => {
    resolve(host, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublic(address))) {
        return callback(new AddressNotAllowed('the name does not lead to public addresses only'), '', 0);
      }
      if (options.all) callback(null, addresses as never);
      else callback(null, first.address, first.family);
    });
  };
