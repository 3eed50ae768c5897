import { readProxyHeader } from './proxy-header.js';

const v2 = (command: number, family: number, addresses: Buffer, length = addresses.length): Buffer => {
  const fixed = Buffer.from('0d0a0d0a000d0a515549540a00000000', 'hex');
  fixed[12] = command;
  fixed[13] = family;
  fixed.writeUInt16BE(length, 14);
  return Buffer.concat([fixed, addresses]);
};
const ipv4 = Buffer.from([203, 0, 113, 9, 10, 0, 0, 1, 0x1f, 0x90, 0x07, 0x5b]);
const ipv6 = Buffer.concat([
  Buffer.from('20010db8000000000000000000000007', 'hex'),
  Buffer.from('fd000000000000000000000000000001', 'hex'),
  Buffer.from([0x1f, 0x90, 0x07, 0x5b]),
]);
const line = (text: string): Buffer => Buffer.from(`PROXY ${text}\r\n`);

describe('a header of the PROXY protocol', () => {
  const valid: [string, Buffer, string | null][] = [
    ['version 1 over IPv4', line('TCP4 203.0.113.9 10.0.0.1 8080 1883'), '203.0.113.9'],
    ['version 1 over IPv6', line('TCP6 2001:db8::7 fd00::1 8080 1883'), '2001:db8::7'],
    ['version 1 about nobody', line('UNKNOWN'), null],
    ['version 1 about nobody, with words to ignore', line('UNKNOWN ffff:: ffff:: 65535 65535'), null],
    ['version 2 over IPv4', v2(0x21, 0x11, ipv4), '203.0.113.9'],
    ['version 2 over IPv6', v2(0x21, 0x21, ipv6), '2001:db8::7'],
    ['version 2 with more than the addresses', v2(0x21, 0x11, Buffer.concat([ipv4, Buffer.alloc(40)])), '203.0.113.9'],
    ['version 2 of the balancer itself', v2(0x20, 0x00, Buffer.alloc(0)), null],
    ['version 2 of the balancer itself, with addresses to ignore', v2(0x20, 0x11, ipv4), null],
    ['version 2 about an unknown family', v2(0x21, 0x00, Buffer.alloc(5)), null],
  ];

  it.each(valid)('of %s tells the address and ends where it ends', (_name, header, address) => {
    const connect = Buffer.from([0x10, 0x0d, 0x0a, 0x0d, 0x0a]);
    expect(readProxyHeader(header)).toEqual({ bytes: header.length, address });
    expect(readProxyHeader(Buffer.concat([header, connect]))).toEqual({ bytes: header.length, address });
  });

  it.each(valid)('of %s may arrive byte by byte', (_name, header) => {
    for (let end = 0; end < header.length; end++) expect(readProxyHeader(header.subarray(0, end))).toBe('more');
  });

  it.each([
    ['an MQTT packet', Buffer.from([0x10, 0x10, 0x00, 0x04])],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\n')],
    ['another case', Buffer.from('proxy TCP4 1.1.1.1 2.2.2.2 1 2\r\n')],
    ['no end', Buffer.from(`PROXY TCP4 ${'1'.repeat(200)}`)],
    ['a line that ends too late', line(`UNKNOWN ${'x'.repeat(100)}`)],
    ['an address of the other family', line('TCP4 2001:db8::7 fd00::1 1 2')],
    ['a zone', line('TCP6 fe80::1%eth0 fe80::2 1 2')],
    ['a port too high', line('TCP4 1.1.1.1 2.2.2.2 65536 1')],
    ['a port with a sign', line('TCP4 1.1.1.1 2.2.2.2 +1 1')],
    ['a missing port', line('TCP4 1.1.1.1 2.2.2.2 1')],
    ['a word too many', line('TCP4 1.1.1.1 2.2.2.2 1 2 3')],
    ['two spaces', line('TCP4  1.1.1.1 2.2.2.2 1 2')],
    ['another transport', line('UDP4 1.1.1.1 2.2.2.2 1 2')],
    ['version 3', v2(0x31, 0x11, ipv4)],
    ['an unknown command', v2(0x22, 0x11, ipv4)],
    ['datagrams', v2(0x21, 0x12, ipv4)],
    ['a socket in the file system', v2(0x21, 0x31, Buffer.alloc(216))],
    ['too few bytes for its addresses', v2(0x21, 0x21, ipv4)],
    ['64 kB to follow', v2(0x21, 0x11, ipv4, 65_535)],
  ])('is not %s', (_name, bytes) => expect(readProxyHeader(bytes)).toBe('malformed'));

  it('is read without a fault whatever the bytes are, and never reaches past them', () => {
    let seed = 20_261_123;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    for (let round = 0; round < 50_000; round++) {
      const [, header] = valid[random(valid.length)]!;
      const bytes = Buffer.concat([header, Buffer.alloc(random(8), random(256))]).subarray(
        0,
        random(header.length + 9),
      );
      for (let hit = random(4); hit > 0 && bytes.length > 0; hit--) bytes[random(bytes.length)] = random(256);
      const read = readProxyHeader(bytes);
      if (typeof read === 'string') continue;
      expect(read.bytes).toBeLessThanOrEqual(bytes.length);
      expect(read.address === null || /^[\da-f.:]+$/.test(read.address)).toBe(true);
    }
  });
});
