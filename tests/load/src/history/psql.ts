import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** One psql that stays connected: the time that it reports is the yardstick. */
export class Psql {
  private readonly lines: AsyncIterator<string>;

  private constructor(private readonly child: ChildProcessWithoutNullStreams) {
    this.lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  static async connect(url: string, settings: Record<string, string>): Promise<Psql> {
    const { hostname, port, username, password, pathname } = new URL(url);
    const child = spawn('psql', ['--no-psqlrc', '--quiet', '--no-align', '--tuples-only'], {
      env: {
        PATH: process.env['PATH'],
        PGHOST: hostname,
        PGPORT: port,
        PGUSER: username,
        PGPASSWORD: decodeURIComponent(password),
        PGDATABASE: pathname.slice(1),
        PGOPTIONS: Object.entries(settings)
          .map(([name, value]) => `-c ${name}=${value}`)
          .join(' '),
      },
    });
    child.stderr.resume();
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (cause) => reject(new Error('bench:history needs psql (postgresql-client)', { cause })));
    });
    return new Psql(child);
  }

  /** Rows of a query, as text. */
  async rows(sql: string): Promise<string[]> {
    return this.run(`${oneLine(sql)};`);
  }

  /** Time of a query whose rows go nowhere, ms, as psql tells it. */
  async timed(sql: string): Promise<number> {
    const said = await this.run(`\\timing on\n\\o /dev/null\n${oneLine(sql)};\n\\o\n\\timing off`);
    const ms = said.map((line) => /^Time: ([\d.]+) ms/.exec(line)?.[1]).find(Boolean);
    if (ms === undefined) throw new Error(`psql told no time: ${said.join(' ')}`);
    return Number(ms);
  }

  /** `\copy` of a query to nowhere, s. */
  async copied(sql: string): Promise<number> {
    const started = performance.now();
    await this.run(`\\copy (${oneLine(sql)}) TO '/dev/null' WITH (FORMAT csv)`);
    return (performance.now() - started) / 1_000;
  }

  close(): void {
    this.child.stdin.end('\\q\n');
  }

  private async run(text: string): Promise<string[]> {
    const end = `fin ${Math.random()}`;
    this.child.stdin.write(`${text}\n\\echo ${end}\n`);
    const said: string[] = [];
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error(`psql ended: ${said.join('\n')}`);
      if (value === end) return said;
      said.push(value);
    }
  }
}

const oneLine = (sql: string): string => sql.replace(/\s+/g, ' ').trim();
