import { campoOf } from '@acequia/contracts';

/** The labels of a form by the catalogue of fields, for all that its record has but `version`, which nobody edits. */
export const labelsOf = <K extends string>({
  shape,
}: {
  shape: Record<K, unknown>;
}): Record<Exclude<K, 'version'>, string> => {
  const fields = (Object.keys(shape) as K[]).filter((field) => field !== 'version');
  return Object.fromEntries(fields.map((field) => [field, campoOf(field).nombre])) as Record<K, string>;
};
