/** Runs or rules as their board gets them: without names, so that a renamed program or rule is no new revision. */
export const withoutNames = (plan: string): string =>
  `(SELECT jsonb_agg(item - 'nombre' ORDER BY n) FROM jsonb_array_elements(${plan}) WITH ORDINALITY AS e (item, n))`;
