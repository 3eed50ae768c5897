import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyCertificate } from './caddy-certificate.js';

describe('the certificate that Caddy renews', () => {
  let folder: string;
  const target = (name: string): string => join(folder, 'tls', name);
  const copy = (): boolean => copyCertificate(folder, 'granja.mx', join(folder, 'tls'));
  const issue = (issuer: string, text: string, seconds: number): void => {
    const place = join(folder, 'caddy/certificates', issuer, 'granja.mx');
    mkdirSync(place, { recursive: true });
    for (const [end, kind] of [
      ['crt', 'cert'],
      ['key', 'key'],
    ]) {
      writeFileSync(join(place, `granja.mx.${end}`), `${kind} ${text}`, { mode: 0o600 });
      utimesSync(join(place, `granja.mx.${end}`), seconds, seconds);
    }
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'acequia-caddy-'));
    mkdirSync(join(folder, 'tls'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is waited for while Caddy has none', () => {
    expect(copy()).toBe(false);
    expect(existsSync(target('server.pem'))).toBe(false);
  });

  it('is copied once, for the group of the door for boards to read', () => {
    issue('acme-v02.api.letsencrypt.org-directory', 'one', 1_000);
    expect([copy(), copy()]).toEqual([true, false]);
    expect(readFileSync(target('server.pem'), 'utf8')).toBe('cert one');
    expect(readFileSync(target('server.key'), 'utf8')).toBe('key one');
    expect(statSync(target('server.key')).mode & 0o777).toBe(0o640);
  });

  it('is copied again when it is renewed, from whichever issuer did so last', () => {
    issue('acme.zerossl.com-v2-DV90', 'two', 2_000);
    expect(copy()).toBe(true);
    expect(readFileSync(target('server.pem'), 'utf8')).toBe('cert two');
  });
});
