import type { SentError } from '@acequia/contracts';
import type { Previsto } from './plan.js';
import { companyPlan, type CompanyPlan, type PlanRequest } from './company-plan.js';
import { type DistantRequest, distantOf } from './distant.js';
import { type CompanyPreview, type PreviewRequest, previewOf } from './preview.js';

/** What is calculated beside the service's own thread: request and result of each kind. */
export interface Calculations {
  preview: { request: PreviewRequest; result: CompanyPreview };
  distant: { request: DistantRequest; result: Previsto[] };
  plan: { request: PlanRequest; result: CompanyPlan };
}
export type Kind = keyof Calculations;
export interface Job<K extends Kind = Kind> {
  kind: K;
  request: Calculations[K]['request'];
}
export type Outcome = { result: Calculations[Kind]['result'] } | { refused: SentError } | { failed: string };

export const CALCULATE: { [K in Kind]: (request: Calculations[K]['request']) => Calculations[K]['result'] } = {
  preview: previewOf,
  distant: distantOf,
  plan: companyPlan,
};
