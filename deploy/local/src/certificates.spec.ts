import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CertificateFiles, makeCertificates, ownNames } from './certificates.js';
import { StartError } from './environment.js';

describe('npm run certs', () => {
  let folder: string;
  let files: CertificateFiles;
  const load = (path: string): X509Certificate => new X509Certificate(readFileSync(path));

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'acequia-certs-'));
    files = await makeCertificates(folder, ['granja.local', '192.168.1.20', 'fd00::5']);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('makes a certificate that its authority signed, for each name and address', () => {
    const [ca, server] = [load(files.ca), load(files.cert)];
    expect(server.checkIssued(ca) && server.verify(ca.publicKey)).toBe(true);
    expect([ca.ca, server.ca]).toEqual([true, false]);
    expect(server.checkHost('granja.local')).toBe('granja.local');
    for (const address of ['192.168.1.20', 'fd00::5']) expect(server.checkIP(address)).toBe(address);
    expect(server.checkHost('otra.local')).toBeUndefined();
  });

  it('holds no longer than phones accept', () => {
    const { validFrom, validTo } = load(files.cert);
    expect(Date.parse(validTo) - Date.parse(validFrom)).toBeLessThanOrEqual(398 * 86_400_000);
  });

  it('keeps the keys from other users', () => {
    for (const file of [files.caKey, files.key]) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('renews under the same authority, so that nobody installs anything again', async () => {
    const [ca, before] = [readFileSync(files.ca, 'utf8'), load(files.cert)];
    await makeCertificates(folder, ['granja.local']);
    const after = load(files.cert);
    expect(readFileSync(files.ca, 'utf8')).toBe(ca);
    expect(after.serialNumber).not.toBe(before.serialNumber);
    expect(after.verify(load(files.ca).publicKey)).toBe(true);
  });

  it('names this machine by what others may call it', () => {
    expect(ownNames()).toEqual(expect.arrayContaining(['localhost', '127.0.0.1', '::1']));
  });

  it.each(['con espacio', 'http://granja', ''])('refuses «%s», which is no name', async (name) => {
    await expect(makeCertificates(folder, [name])).rejects.toThrow(StartError);
  });
});
