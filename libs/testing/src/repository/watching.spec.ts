import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@acequia/local';
import yaml from 'yaml';
import { ROOT } from '../runner/command.js';
import { COMMON_LABELS, metricsOfTheCode, namesToQuery } from './metrics.js';
import { alertRules, comparedQuery, dashboards, GRAFANA, panelQueries, ruleQueries } from './watching.js';

const names = namesToQuery(metricsOfTheCode());
const queries = [...panelQueries(), ...ruleQueries()];
const WORD = /\b(?:acequia|nodejs|process)_[a-z0-9_]+\b|\bup\b/g;

/** Metrics of a query, and the labels that it selects or groups by. */
const usedBy = (expr: string): { metrics: string[]; labels: string[] } => {
  const selectors = [...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside]) => [...inside!.matchAll(/(\w+)(?:=|!)/g)]);
  const groups = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inside]) => [...inside!.matchAll(/(\w+)/g)]);
  const labels = [...selectors, ...groups].map((match) => match[1]!);
  return { metrics: expr.replace(/"[^"]*"/g, '""').match(WORD) ?? [], labels };
};

describe('deploy/grafana', () => {
  it.each(queries.map(({ where, expr }) => [where, expr]))('%s asks for metrics and labels of the code', (_, expr) => {
    const { metrics, labels } = usedBy(expr);
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter((name) => !names.has(name))).toEqual([]);
    const known = new Set([...COMMON_LABELS, ...metrics.flatMap((name) => names.get(name) ?? [])]);
    expect(labels.filter((label) => !known.has(label))).toEqual([]);
  });

  it('shows every metric of the code somewhere', () => {
    const used = new Set(queries.flatMap(({ expr }) => usedBy(expr).metrics));
    const unused = [...metricsOfTheCode()].filter(([name]) => ![...used].some((one) => one.startsWith(name)));
    expect(unused.map(([name]) => name)).toEqual([]);
  });

  it('has a dashboard for each audience, whose panels do not overlap and use the chosen source', () => {
    expect(dashboards().map(([file]) => file)).toEqual(['campo.json', 'ingenieria.json', 'operacion.json']);
    for (const [, { panels, templating }] of dashboards()) {
      expect(templating.list).toContainEqual(expect.objectContaining({ name: 'datasource', type: 'datasource' }));
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
      );
      expect(new Set(cells).size).toBe(cells.length);
      for (const { datasource, targets, gridPos } of panels) {
        expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
        expect(datasource).toEqual({ type: 'prometheus', uid: '${datasource}' });
        expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
      }
    }
  });

  it.each(alertRules().map((rule) => [rule.alert, rule] as const))(
    '%s compares a query with a number and says what to do',
    (_, rule) => {
      expect(comparedQuery(rule)).not.toBeNull();
      expect(rule.labels.severity).toMatch(/^(critica|alta|media|baja)$/);
      expect(rule.for).toMatch(/^\d+[mh]$/);
      expect(rule.annotations.summary && rule.annotations.description).toBeTruthy();
    },
  );

  it('is where docker-compose.yml mounts it, and Grafana asks the Prometheus of that file', () => {
    const compose = yaml.parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
      services: Record<string, { volumes: string[]; command: string[] }>;
    };
    const { prometheus, grafana } = compose.services;
    const source = readFileSync(join(GRAFANA, 'provisioning/datasources/prometheus.yml'), 'utf8');
    const provider = readFileSync(join(GRAFANA, 'provisioning/dashboards/acequia.yml'), 'utf8');
    expect(source).toContain('http://prometheus:9090');
    const folder = /path: (\S+) /.exec(provider)?.[1];
    expect(grafana?.volumes).toContain(`./deploy/grafana/dashboards:${folder}:ro`);
    expect(prometheus?.volumes).toContain('./deploy/grafana:/etc/prometheus:ro');
    expect(prometheus?.command).toContain('--config.file=/etc/prometheus/prometheus.yml');
  });

  it('has one name per rule', () => {
    const all = alertRules().map(({ alert }) => alert);
    expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([]);
  });

  it('asks every service where docker-compose.yml lets it listen', () => {
    const load = (path: string): unknown => yaml.parse(readFileSync(path, 'utf8'), { merge: true });
    const { scrape_configs: jobs } = load(join(GRAFANA, 'prometheus.yml')) as {
      scrape_configs: { job_name: string; static_configs: { targets: string[]; labels: { service: string } }[] }[];
    };
    const { services } = load(join(ROOT, 'docker-compose.yml')) as {
      services: Record<string, { environment?: Record<string, unknown> }>;
    };
    const asked = jobs
      .flatMap(({ static_configs }) => static_configs)
      .map(({ targets, labels }) => [labels.service, targets]);
    const listening = SERVICE_NAMES.map((name) => [
      name,
      [`${name}:${services[name]?.environment?.['INTERNAL_PORT']}`],
    ]);
    expect(asked.sort()).toEqual(listening.sort());
    expect(jobs.map(({ job_name }) => job_name)).toEqual(['acequia']);
  });
});
