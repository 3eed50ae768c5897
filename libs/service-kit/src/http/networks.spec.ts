import { inNetworks, networks } from './networks.js';

describe('a list of networks', () => {
  const trusts = (text: string) => inNetworks(networks.parse(text));

  it('holds addresses, ranges and names', () => {
    const trusted = trusts('10.1.0.0/16, 192.0.2.7,2001:db8::/32, loopback');
    for (const address of ['10.1.2.3', '192.0.2.7', '2001:db8::5', '127.0.0.2', '::1', '::ffff:10.1.9.9'])
      expect(trusted(address)).toBe(true);
    for (const address of ['10.2.0.1', '192.0.2.8', '2001:db9::1', '::ffff:10.2.0.1', '', 'here'])
      expect(trusted(address)).toBe(false);
  });

  it.each(['everybody', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/8/1', '', 'loopback,'])('"%s" is none', (text) =>
    expect(networks.safeParse(text).success).toBe(false),
  );
});
