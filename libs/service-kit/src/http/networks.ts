import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

/** Express's names for networks. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** An address, a network in CIDR form, or one of the names. "Everybody" (`/0`) is none. */
export const isNetwork = (text: string): boolean => {
  const [address = '', bits = '1', ...rest] = text.split('/');
  const longest = isIP(address) === 6 ? 128 : 32;
  const isRange = isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest;
  return rest.length === 0 && (text in NAMED || isRange);
};

/** A variable that holds networks, separated by commas. */
export const networks = z
  .string()
  .transform((text) => text.split(',').map((network) => network.trim()))
  .refine(
    (all) => all.every(isNetwork),
    'must be addresses, networks (10.0.0.0/8) or loopback, linklocal, uniquelocal',
  );

/** Whether an address lies in one of these networks; an IPv4 address that is mapped into IPv6 counts as IPv4. */
export const inNetworks = (names: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const network of names.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const bare = address.replace(/%.*$/, '');
    return isIP(bare) > 0 && list.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4');
  };
};
