import { execFileSync } from 'node:child_process';
import { beginSpan, inSpan, nameOfQuery, redactUrl, sendSpansTo, type OpenSpans } from './spans.js';
import { TRACE } from './trace.js';

const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const child = `00-${'a'.repeat(32)}-${'c'.repeat(16)}-01`;

describe('spans', () => {
  afterEach(() => sendSpansTo(undefined));

  const record = (): string[] => {
    const lines: string[] = [];
    const open: OpenSpans = (kind, name, above) => {
      lines.push(`${kind} ${name} below ${above}`);
      return { id: child, end: (outcome) => lines.push(outcome?.error ? `failed ${name}` : `ended ${name}`) };
    };
    sendSpansTo(open);
    return lines;
  };

  it('hand their own id on as the trace id, also to what is awaited', async () => {
    const lines = record();
    const seen = await TRACE.run(parent, () =>
      inSpan(
        'client',
        'call',
        () => ({}),
        async () => {
          await Promise.resolve();
          return TRACE.current();
        },
      ),
    );
    expect([seen, lines]).toEqual([child, [`client call below ${parent}`, 'ended call']]);
  });

  it('tell of a failure and pass it on', async () => {
    const lines = record();
    const work = TRACE.run(parent, () =>
      inSpan(
        'client',
        'call',
        () => ({}),
        () => Promise.reject(new Error('no')),
      ),
    );
    await expect(work).rejects.toThrow('no');
    expect(lines.at(-1)).toBe('failed call');
  });

  it('are not made outside of a trace, nor while tracing is off', async () => {
    const lines = record();
    await TRACE.run('a-request-id', () =>
      inSpan(
        'client',
        'poll',
        () => ({}),
        () => Promise.resolve(),
      ),
    );
    sendSpansTo(undefined);
    await TRACE.run(parent, () =>
      inSpan(
        'client',
        'call',
        () => ({}),
        () => Promise.resolve(),
      ),
    );
    expect([lines, beginSpan('server', 'GET')]).toEqual([[], undefined]);
  });

  it('hold no secret of a URL, and no value of a statement', () => {
    expect(redactUrl('https://api.telegram.org/bot123:SECRET/sendMessage?x=1')).toBe(
      'https://api.telegram.org/bot***/sendMessage',
    );
    expect(redactUrl('https://user:SECRET@cloud.example/device/status?auth_key=SECRET')).toBe(
      'https://cloud.example/device/status',
    );
    expect(redactUrl('SECRET')).toBe('invalid');
    expect(nameOfQuery('  select 1')).toBe('SELECT');
  });

  it('load no package of OpenTelemetry before a service is told where to send them', () => {
    const root = new URL('../../../..', import.meta.url);
    const run = (...args: string[]): string =>
      execFileSync('git', ['grep', '--untracked', '-lE', ...args], { cwd: root }).toString();
    const code = ['--', 'apps/*.ts', 'libs/*.ts', ':!*.spec.ts'];
    expect(run("from '@opentelemetry/", ...code).trim()).toBe('libs/service-kit/src/trace/otlp.ts');
    // One dynamic import, behind the variable.
    expect(run("(from|import\\() ?'[./]*otlp\\.js'", ...code).trim()).toBe(
      'libs/service-kit/src/trace/start-tracing.ts',
    );
  });
});
