import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CORE = fileURLToPath(new URL('../../../esp32/core', import.meta.url));
const FLAGS = ['-std=c++17', '-O1', '-g', '-Wall', '-Wextra', '-Wshadow', '-Wconversion', '-Werror'];
/** Memory errors and undefined behaviour end the program, and thereby the test. */
const SANITIZERS = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
/** As on the chip: no exceptions, no RTTI. */
const CHIP = ['-fno-exceptions', '-fno-rtti'];
const LONGEST_MS = 600_000;

export type CoreProgram = 'core_host' | 'delivery_clock_flash_test' | 'sensor_test' | 'ten_years_test' | 'update_test';

const files = (folder: string): string[] =>
  readdirSync(join(CORE, folder))
    .filter((name) => /\.(cpp|hpp)$/.test(name))
    .sort()
    .map((name) => join(CORE, folder, name));

const gxx = async (args: string[]): Promise<void> => {
  try {
    await promisify(execFile)('g++', args, { timeout: LONGEST_MS });
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: string };
    if (code !== 'ENOENT') throw new Error(`g++ ${args.join(' ')}\n${stderr ?? ''}`, { cause: error });
    throw new Error('Falta g++. Instálalo (en Debian o Ubuntu: sudo apt-get install g++) y vuelve a intentar.', {
      cause: error,
    });
  }
};

/** Outlives a test run, so that the next one compiles nothing. */
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/firmware-core', import.meta.url));

/** Makes `target` by `make`, unless it is there. Of two workers that make it at once the last one replaces what the other made. */
const once = async (target: string, make: (draft: string) => Promise<void>): Promise<string> => {
  if (existsSync(target)) return target;
  const draft = mkdtempSync(join(dirname(target), 'draft-'));
  const made = join(draft, 'made');
  await make(made);
  renameSync(made, target);
  rmSync(draft, { recursive: true });
  return target;
};

/**
 * Path of a program around the firmware's core, compiled for this computer with sanitizers. A build of the same sources is
 * reused. @throws Error with g++'s output, or that g++ is missing.
 */
export const buildCore = async (program: CoreProgram): Promise<string> => {
  const digest = createHash('sha256').update([...FLAGS, ...SANITIZERS, ...CHIP].join());
  for (const file of [...files('src'), ...files('host')]) digest.update(readFileSync(file));
  const folder = join(CACHE, digest.digest('hex').slice(0, 16));
  mkdirSync(folder, { recursive: true });
  return once(join(folder, program), async (made) => {
    const objects: string[] = [];
    for (const source of files('src').filter((file) => file.endsWith('.cpp'))) {
      const object = join(folder, `${basename(source)}.o`);
      objects.push(await once(object, (out) => gxx([...FLAGS, ...SANITIZERS, ...CHIP, '-c', source, '-o', out])));
    }
    await gxx([...FLAGS, ...SANITIZERS, join(CORE, 'host', `${program}.cpp`), ...objects, '-o', made]);
  });
};
