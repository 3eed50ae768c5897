// Ends the shared test server once no test process uses it. Started by src/shared-postgres.ts; plain JavaScript because it runs from source.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const IDLE_MS = 3_000;

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const inUse = () => readdirSync(join(folder, 'users')).some((pid) => isAlive(Number(pid)));

const endServer = () => {
  const { pid, container } = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'));
  if (container) execFileSync('docker', ['rm', '-f', container], { stdio: 'ignore' });
  else if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
};

const look = () => {
  if (inUse()) return setTimeout(look, IDLE_MS);
  const lock = join(folder, 'lock');
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch {
    return setTimeout(look, IDLE_MS); // Somebody is about to use it.
  }
  if (inUse()) {
    unlinkSync(lock);
    return setTimeout(look, IDLE_MS);
  }
  endServer();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
};

setTimeout(look, IDLE_MS);
