import type { RunningAcequia } from '@acequia/testing';
import { measureCharts } from './charts.js';
import { measureExport } from './export.js';
import type { History } from './generate.js';
import { measureTogether } from './together.js';

const FIGURES = { charts: measureCharts, csv: measureExport, together: measureTogether };

/** The figures over a history, line by line. @param only names of figures; all unless said */
export async function* measureHistory(
  acequia: RunningAcequia,
  history: History,
  only: readonly string[] = Object.keys(FIGURES),
): AsyncGenerator<object> {
  for (const [name, measure] of Object.entries(FIGURES)) if (only.includes(name)) yield* measure(acequia, history);
}
