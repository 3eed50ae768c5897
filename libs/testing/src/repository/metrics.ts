import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../runner/command.js';

/** What Node's own metrics offer to dashboards, and Prometheus itself. */
const OF_NODE = [
  'nodejs_eventloop_lag_p99_seconds',
  'nodejs_heap_size_used_bytes',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
];
const OF_PROMETHEUS = ['up'];
/** Labels of every series. */
export const COMMON_LABELS = ['service', 'instance', 'job'];

export interface Metric {
  type: string;
  labels: string[];
}

const DEFINITION = /new (Counter|Gauge|Histogram)(?:<[^>]*>)?\(\{/g;
const NAME = /'(acequia_[a-z_]+)'/;

/** Labels in the object literal that begins here. */
const labelsOf = (definition: string): string[] =>
  [...(/labelNames: \[([^\]]*)\]/.exec(definition)?.[1] ?? '').matchAll(/'(\w+)'/g)].map((match) => match[1]!);

/** Metrics that one source file defines, by name. A name may be a constant of the file, or the argument of its helper. */
const metricsIn = (text: string): [string, Metric][] =>
  [...text.matchAll(DEFINITION)].flatMap((match) => {
    const type = match[1]!.toLowerCase();
    const definition = text.slice(match.index).split(/\n {2,6}\}\);|\}\);?\n/, 1)[0]!;
    const labels = labelsOf(definition);
    const own = NAME.exec(definition)?.[1];
    const names = own ? [own] : [...text.matchAll(new RegExp(NAME, 'g'))].map((one) => one[1]!);
    return names.map((name): [string, Metric] => [name, { type, labels }]);
  });

/** Every metric that the code of this repository defines. */
export const metricsOfTheCode = (): Map<string, Metric> => {
  const sources = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'apps', 'libs'],
    {
      cwd: ROOT,
    },
  )
    .toString()
    .split('\0')
    .filter(
      (path) => /\/src\/.*\.ts$/.test(path) && !/\.(spec|fixture)\.ts$/.test(path) && !path.startsWith('libs/testing'),
    )
    .filter((path) => existsSync(join(ROOT, path)));
  return new Map(
    sources
      .map((path) => readFileSync(join(ROOT, path), 'utf8'))
      .filter((text) => /import \{[^}]*\} from 'prom-client'/.test(text))
      .flatMap(metricsIn),
  );
};

/** Names that a query may use: those of the code, their parts of histograms, Node's and Prometheus's. */
export const namesToQuery = (metrics: ReadonlyMap<string, Metric>): Map<string, readonly string[]> => {
  const all = new Map<string, readonly string[]>([...OF_NODE, ...OF_PROMETHEUS].map((name) => [name, []]));
  for (const [name, { type, labels }] of metrics) {
    if (type !== 'histogram') all.set(name, labels);
    else {
      all.set(`${name}_bucket`, [...labels, 'le']);
      all.set(`${name}_sum`, labels);
      all.set(`${name}_count`, labels);
    }
  }
  return all;
};
