import { AppError } from '@acequia/contracts';
import { readAllowed, normalizeServer } from './server-address.js';

const nube = readAllowed('.shelly.cloud');

describe('the server of a device', () => {
  it.each([
    ['shelly-12-eu.shelly.cloud', 'shelly-12-eu.shelly.cloud'],
    ['https://shelly-12-eu.shelly.cloud', 'https://shelly-12-eu.shelly.cloud'],
    ['  https://Shelly-12-EU.Shelly.Cloud/ ', 'https://shelly-12-eu.shelly.cloud'],
    ['https://shelly-12-eu.shelly.cloud:443', 'https://shelly-12-eu.shelly.cloud'],
    ['a.b.shelly.cloud', 'a.b.shelly.cloud'],
    ['', ''],
    ['   ', ''],
  ])('%j is kept as %j', (typed, kept) => {
    expect(normalizeServer(typed, nube)).toBe(kept);
  });

  it.each([
    'http://shelly-12-eu.shelly.cloud',
    'ftp://shelly-12-eu.shelly.cloud',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://shelly-12-eu.shelly.cloud:8443',
    'shelly.cloud',
    'https://.shelly.cloud',
    'evilshelly.cloud',
    'shelly.cloud.evil.com',
    'https://x.shelly.cloud.evil.com',
    'https://x.shelly.cloud@evil.com',
    'https://x.shelly.cloud:pw@127.0.0.1',
    'x@evil',
    'https://evil.com#.shelly.cloud',
    'https://evil.com?.shelly.cloud',
    'https://evil.com/.shelly.cloud',
    'https://evil.com\\.shelly.cloud',
    'https://x.shelly.cloud/path',
    'https://x.shelly.cloud./',
    'https://x..shelly.cloud',
    'https://-x.shelly.cloud',
    'https://x%2eshelly.cloud',
    'https://evil.com%00.shelly.cloud',
    'https://x.shelly.cloud\n.evil.com',
    'https://evil.com\t.shelly.cloud',
    'https://x。shelly。cloud',
    'https://ⓧ.shelly.cloud',
    '127.0.0.1',
    'http://127.0.0.1',
    'https://127.0.0.1:443',
    '[::1]',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://2130706433',
    'https://0x7f000001',
    'https://0x7f.1',
    'https://017700000001',
    'https://127.1',
    'https://0',
    'http://169.254.169.254/latest/meta-data/',
    '169.254.169.254',
    'localhost',
    '//x.shelly.cloud',
    'https:x.shelly.cloud',
    'https:///x.shelly.cloud',
    `https://${'a'.repeat(64)}.shelly.cloud`,
    `https://${'a.'.repeat(121)}shelly.cloud`,
    'x.shelly.cloud:99999',
  ])('%j is refused', (typed) => {
    expect(() => normalizeServer(typed, nube)).toThrow(new AppError('servidor_no_permitido'));
  });

  it('may be one exact origin when the installation lists it, and then nothing beside it', () => {
    const banco = readAllowed('http://127.0.0.1:8085, .example.org');
    expect(normalizeServer('http://127.0.0.1:8085/', banco)).toBe('http://127.0.0.1:8085');
    expect(normalizeServer('a.example.org', banco)).toBe('a.example.org');
    for (const typed of ['https://127.0.0.1:8085', 'http://127.0.0.1:8086', '127.0.0.1:8085', 'x.shelly.cloud'])
      expect(() => normalizeServer(typed, banco)).toThrow(AppError);
  });

  it.each(['shelly.cloud', '*', '.cloud', 'http://', 'http://a/b', 'http://u@a'])(
    'a list with %j in it is a configuration error',
    (entry) => {
      expect(() => readAllowed(entry)).toThrow(/suffixes like/);
    },
  );
});
