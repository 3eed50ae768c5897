import { accountPrints, sameDevice, sameServer } from './cloud-identity.js';

describe('the id of a device', () => {
  it.each([
    ['C45BBE5F1A01', 'c45bbe5f1a01'],
    ['c4:5b:be:5f:1a:01', 'c45bbe5f1a01'],
    ['shellyplus1-c45bbe5f1a01', 'c45bbe5f1a01'],
    [String(0xc45bbe5f1a01), 'c45bbe5f1a01'],
    [' abc ', 'ABC'],
  ])('%s names the same device as %s', (one, other) => {
    expect(sameDevice(one, other)).toBe(true);
  });

  it('tells two devices apart', () => {
    expect(sameDevice('c45bbe5f1a01', 'c45bbe5f1a02')).toBe(false);
    expect(sameDevice('abc', 'abd')).toBe(false);
  });
});

describe('the account of a device', () => {
  const key = Buffer.alloc(32, 7);
  const prints = (server: string, shelly_id: string, auth_key: string) =>
    accountPrints(key, { server, shelly_id }, auth_key);
  const meet = (one: string[], other: string[]): boolean => one.some((print) => other.includes(print));

  it('is one account however its server and device are written', () => {
    expect(sameServer('shelly-7-eu.shelly.cloud', 'https://shelly-7-eu.shelly.cloud')).toBe(true);
    const one = prints('shelly-7-eu.shelly.cloud', 'C4:5B:BE:5F:1A:01', 'llave');
    expect(meet(one, prints('https://shelly-7-eu.shelly.cloud', 'c45bbe5f1a01', 'llave'))).toBe(true);
  });

  it('is another one with another key, server or device', () => {
    const one = prints('shelly-7-eu.shelly.cloud', 'c45bbe5f1a01', 'llave');
    expect(meet(one, prints('shelly-7-eu.shelly.cloud', 'c45bbe5f1a01', 'otra'))).toBe(false);
    expect(meet(one, prints('shelly-8-eu.shelly.cloud', 'c45bbe5f1a01', 'llave'))).toBe(false);
    expect(meet(one, prints('shelly-7-eu.shelly.cloud', 'c45bbe5f1a02', 'llave'))).toBe(false);
  });

  it('does not tell its key', () => {
    expect(prints('', 'c45bbe5f1a01', 'llave-secreta').join()).not.toContain('llave');
  });
});
