import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/** Output of a program. @throws when it ends with a code that is not in `fine` */
export async function* outputOf(
  command: string,
  args: string[],
  options: SpawnOptions = {},
  fine: readonly number[] = [0],
): AsyncGenerator<Buffer> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk}`.slice(-2_000)));
  const ended = once(child, 'close');
  ended.catch(() => undefined);
  for await (const chunk of child.stdout ?? []) yield chunk as Buffer;
  const [code] = (await ended) as [number | null];
  if (code === null || !fine.includes(code)) throw new Error(`${command}: ${said.trim() || `code ${code}`}`);
}

/** A program whose input is written piece by piece. */
export class Fed {
  private readonly child;
  private readonly ended: Promise<unknown[]>;
  private said = '';

  constructor(
    private readonly command: string,
    args: string[],
    options: SpawnOptions = {},
  ) {
    this.child = spawn(command, args, { ...options, stdio: ['pipe', 'ignore', 'pipe'] });
    this.child.stderr?.on('data', (chunk: Buffer) => (this.said = `${this.said}${chunk}`.slice(-2_000)));
    // The exit code says more than the error of a closed pipe.
    this.child.stdin?.on('error', () => undefined);
    this.ended = once(this.child, 'close');
    this.ended.catch(() => undefined);
  }

  async take(piece: Buffer): Promise<void> {
    const { stdin } = this.child;
    if (stdin?.writable && !stdin.write(piece)) await Promise.race([once(stdin, 'drain'), this.ended]);
  }

  async finish(): Promise<void> {
    this.child.stdin?.end();
    const [code] = await this.ended;
    if (code !== 0) throw new Error(`${this.command}: ${this.said.trim() || `code ${String(code)}`}`);
  }
}
