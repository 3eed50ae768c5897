import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import yaml from 'yaml';
import { ROOT } from '../runner/command.js';

export const GRAFANA = join(ROOT, 'deploy/grafana');
const DASHBOARDS = join(GRAFANA, 'dashboards');

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource: { type: string; uid: string };
  targets: { refId: string; expr: string; legendFormat: string }[];
}

export interface Dashboard {
  uid: string;
  title: string;
  schemaVersion: number;
  templating: { list: { name: string; type: string }[] };
  panels: Panel[];
}

export interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

/** A query of a panel or a rule, with a name for failures. */
export interface Query {
  where: string;
  expr: string;
}

export const dashboards = (): [string, Dashboard][] =>
  readdirSync(DASHBOARDS).map((file) => [file, JSON.parse(readFileSync(join(DASHBOARDS, file), 'utf8')) as Dashboard]);

export const alertRules = (): Rule[] =>
  (yaml.parse(readFileSync(join(GRAFANA, 'rules.yml'), 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    ({ rules }) => rules,
  );

const COMPARISON = / (>|<) -?[\d.]+$/;

/** The query whose value a rule compares with a number; null when the rule is no such comparison. */
export const comparedQuery = ({ expr }: Rule): string | null =>
  COMPARISON.test(expr) ? expr.replace(COMPARISON, '') : null;

export const panelQueries = (): Query[] =>
  dashboards().flatMap(([file, { panels }]) =>
    panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: `${file}: ${title}`, expr }))),
  );

export const ruleQueries = (): Query[] =>
  alertRules().map((rule) => ({ where: `rules.yml: ${rule.alert}`, expr: comparedQuery(rule) ?? rule.expr }));
