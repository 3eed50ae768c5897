import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ephemeral ports of Linux (32768) and macOS (49152): no outgoing connection takes a port before its server starts. */
const [FIRST, LAST] = [20_000, 32_000];
const TRIES = 200;
/** One file per claimed port, with the pid of the claimant. */
const CLAIMS = join(tmpdir(), 'acequia-ports');
const mine = new Set<string>();

/** A TCP port that is free on loopback. No other caller, in this or another process, gets the same port while this process lives. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (claim(port) && (await canListen(port, '127.0.0.1'))) return port;
  }
  throw new Error(`no free port between ${FIRST} and ${LAST}`);
};

/** Whether a server could listen on this port: on these addresses, or on every interface. */
export const portIsFree = async (port: number, hosts: readonly string[] = []): Promise<boolean> => {
  if (hosts.length === 0 || hosts.some((host) => host === '0.0.0.0' || host === '::')) return canListen(port);
  return (await Promise.all(hosts.map((host) => canListen(port, host.trim())))).every(Boolean);
};

const canListen = (port: number, host?: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    // An address that this machine does not have does not occupy the port.
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(error.code ?? '')),
    );
    server.listen(port, host, () => server.close(() => resolve(true)));
  });

const claim = (port: number): boolean => {
  const file = join(CLAIMS, String(port));
  for (const last of [false, true]) {
    try {
      mkdirSync(CLAIMS, { recursive: true });
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      remember(file);
      return true;
    } catch (error) {
      // The folder belongs to another user: use a port that is free now, without a claim.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return true;
      if (last || holderLives(file)) return false;
      rmSync(file, { force: true });
    }
  }
  return false;
};

const holderLives = (file: string): boolean => {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const remember = (file: string): void => {
  if (mine.size === 0) process.once('exit', () => mine.forEach((one) => rmSync(one, { force: true })));
  mine.add(file);
};
