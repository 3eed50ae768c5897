import { Now } from '../features/situation/components/now.js';
import { Component as Summary } from '../features/summary/summary.page.js';

/** The company's dashboard, with what is wrong and what is watered now in it. */
export function Component() {
  return <Summary now={(empresaId) => <Now empresaId={empresaId} />} />;
}
