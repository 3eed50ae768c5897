import { createPrivateKey, randomBytes, webcrypto, X509Certificate as NodeCertificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { writePrivate } from './data-folder.js';
import { StartError } from './environment.js';

const DAY_MS = 86_400_000;
const CA_DAYS = 3_650;
/** Phones refuse server certificates with a longer validity. */
const SERVER_DAYS = 397;
/** P-256: phones, browsers and an ESP32 all verify it quickly. */
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export interface CertificateFiles {
  /** The CA certificate that phones and boards must trust. */
  ca: string;
  caKey: string;
  cert: string;
  key: string;
}

export const certificateFiles = (folder: string): CertificateFiles => ({
  ca: join(folder, 'ca.pem'),
  caKey: join(folder, 'ca.key'),
  cert: join(folder, 'server.pem'),
  key: join(folder, 'server.key'),
});

/** Names and addresses of this machine, locally and on its network. */
export const ownNames = (): string[] => {
  const short = hostname().split('.')[0] ?? 'localhost';
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => address);
  return [...new Set(['localhost', hostname(), short, `${short}.local`, '127.0.0.1', '::1', ...addresses])];
};

const NAME = /^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

const generalNames = (names: readonly string[]): x509.SubjectAlternativeNameExtension => {
  const bad = names.find((name) => isIP(name) === 0 && !NAME.test(name));
  if (bad !== undefined) throw new StartError(`«${bad}» no es un nombre de equipo ni una dirección IP.`);
  return new x509.SubjectAlternativeNameExtension(
    names.map((value) => ({ type: isIP(value) > 0 ? ('ip' as const) : ('dns' as const), value })),
  );
};

const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const pemOf = async ({ privateKey }: webcrypto.CryptoKeyPair): Promise<string> =>
  x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY');

const validity = (days: number): { notBefore: Date; notAfter: Date; serialNumber: string } => ({
  // Tolerates a phone whose clock is slightly behind.
  notBefore: new Date(Date.now() - DAY_MS),
  notAfter: new Date(Date.now() + (days - 1) * DAY_MS),
  serialNumber: `01${randomBytes(15).toString('hex')}`,
});

interface Authority {
  certificate: x509.X509Certificate;
  privateKey: webcrypto.CryptoKey;
}

const newAuthority = async (files: CertificateFiles): Promise<Authority> => {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity(CA_DAYS),
    name: `CN=Acequia ${hostname().split('.')[0]}, O=Acequia`,
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  writePrivate(files.caKey, await pemOf(keys));
  writePrivate(files.ca, `${certificate.toString('pem')}\n`);
  return { certificate, privateKey: keys.privateKey };
};

const savedAuthority = async (files: CertificateFiles): Promise<Authority> => {
  const pem = readFileSync(files.ca, 'utf8');
  const keyPem = readFileSync(files.caKey, 'utf8');
  if (!new NodeCertificate(pem).checkPrivateKey(createPrivateKey(keyPem)))
    throw new StartError(`${files.caKey} no es la clave de ${files.ca}.`);
  const [der] = x509.PemConverter.decode(keyPem);
  return {
    certificate: new x509.X509Certificate(pem),
    privateKey: await webcrypto.subtle.importKey('pkcs8', der as ArrayBuffer, ALGORITHM, false, ['sign']),
  };
};

/**
 * A certificate for this machine, signed by a local authority that is created once and kept: a device that trusts the authority
 * trusts later certificates too. The key is written before the certificate, because programs that watch the two files expect this order.
 * @throws StartError for an invalid name
 */
export const makeCertificates = async (folder: string, names: readonly string[]): Promise<CertificateFiles> => {
  const alternative = generalNames(names);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = certificateFiles(folder);
  const { certificate, privateKey } = existsSync(files.ca) ? await savedAuthority(files) : await newAuthority(files);
  const keys = await newKeys();
  const server = await x509.X509CertificateGenerator.create({
    ...validity(SERVER_DAYS),
    subject: `CN=${names.find((name) => isIP(name) === 0) ?? 'acequia'}, O=Acequia`,
    issuer: certificate.subject,
    publicKey: keys.publicKey,
    signingKey: privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      alternative,
      await x509.AuthorityKeyIdentifierExtension.create(certificate),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  writePrivate(files.key, await pemOf(keys));
  writePrivate(files.cert, `${server.toString('pem')}\n`);
  return files;
};
