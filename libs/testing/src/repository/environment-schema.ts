import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { ROOT } from '../runner/command.js';

export type EnvironmentSchema = z.ZodType & { shape?: object; in?: { shape: object } };

const isSchema = (value: unknown): value is EnvironmentSchema =>
  typeof value === 'object' && value !== null && 'safeParse' in value;

/** A service's own environment schema. */
export const environmentSchemaOf = async (service: string): Promise<EnvironmentSchema> => {
  const module = (await import(pathToFileURL(join(ROOT, 'apps', service, 'src/env.ts')).href)) as object;
  const schema = Object.values(module).find(isSchema);
  if (!schema) throw new Error(`${service} has no environment schema`);
  return schema;
};

/** Variables that the schema reads. */
export const variablesOf = ({ shape, in: inner }: EnvironmentSchema): string[] =>
  Object.keys(shape ?? inner?.shape ?? {});
