import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CORE = fileURLToPath(new URL('../../../esp32/core', import.meta.url));
const FLAGS = ['-std=c++17', '-g', '-Wall', '-Wextra', '-Wshadow', '-Wconversion', '-Werror'];
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

/** Under a lock that ends with its holder: what another worker makes is waited for, and made once. */
const MAKE = 'target=$1; shift; [ -e "$target" ] || { g++ "$@" -o "$target.draft" && mv "$target.draft" "$target"; }';
const NO_SUCH_COMMAND = 127;

/** Makes `target` by g++, unless it is there. */
const gxx = async (target: string, args: string[]): Promise<string> => {
  try {
    await promisify(execFile)('flock', [`${target}.lock`, 'sh', '-c', MAKE, 'sh', target, ...args], {
      timeout: LONGEST_MS,
    });
    return target;
  } catch (error) {
    const { code, stderr } = error as { code?: number | string; stderr?: string };
    if (code !== NO_SUCH_COMMAND) throw new Error(`g++ ${args.join(' ')}\n${stderr ?? ''}`, { cause: error });
    throw new Error('Falta g++. Instálalo (en Debian o Ubuntu: sudo apt-get install g++) y vuelve a intentar.', {
      cause: error,
    });
  }
};

/** Outlives a test run, so that the next one compiles nothing. */
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/firmware-core', import.meta.url));

/**
 * Path of a program around the firmware's core, compiled for this computer with sanitizers. A build of the same sources is
 * reused. @throws Error with g++'s output, or that g++ is missing.
 */
export const buildCore = async (program: CoreProgram): Promise<string> => {
  const digest = createHash('sha256').update([...FLAGS, ...SANITIZERS, ...CHIP].join());
  for (const file of [...files('src'), ...files('host')]) digest.update(readFileSync(file));
  const folder = join(CACHE, digest.digest('hex').slice(0, 16));
  mkdirSync(folder, { recursive: true });
  const sources = files('src').filter((file) => file.endsWith('.cpp'));
  // Workers begin at different ones, so that each waits little for what another makes.
  const first = process.pid % sources.length;
  const objects: string[] = [];
  for (const source of [...sources.slice(first), ...sources.slice(0, first)])
    objects.push(
      await gxx(join(folder, `${basename(source)}.o`), ['-O1', ...FLAGS, ...SANITIZERS, ...CHIP, '-c', source]),
    );
  // What only drives the core runs briefly and takes half as long to compile without optimization.
  const driver = await gxx(join(folder, `${program}.o`), [
    '-O0',
    ...FLAGS,
    ...SANITIZERS,
    '-c',
    join(CORE, 'host', `${program}.cpp`),
  ]);
  return gxx(join(folder, program), [...SANITIZERS, driver, ...objects]);
};
