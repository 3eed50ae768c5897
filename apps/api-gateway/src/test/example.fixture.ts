import type { RouteDefinition } from '@acequia/contracts';
import { z } from 'zod';

interface JsonSchema {
  example?: unknown;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  minimum?: number;
  minLength?: number;
  pattern?: string;
  format?: string;
}

const EMAIL = 'ana@ejemplo.mx';

const text = ({ format, pattern = '', minLength = 1 }: JsonSchema): string => {
  if (format === 'email') return EMAIL;
  if (pattern.includes('\\d{4}-\\d{2}-\\d{2}')) return '2030-01-31';
  if (pattern.includes('\\d')) return '7';
  return 'x'.repeat(Math.max(1, minLength));
};

const build = (schema: JsonSchema): unknown => {
  if ('example' in schema) return schema.example;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const first = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  if (first) return build(first);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, key === 'email' ? EMAIL : build(schema.properties?.[key] ?? {})]),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => build(schema.items ?? {}));
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return Math.max(7, schema.minimum ?? 7);
    case 'boolean':
      return true;
    default:
      return null;
  }
};

/** A value that a contract schema accepts (`input`) or returns (`output`), so that tests follow the contract. */
export const example = (schema: z.ZodType, io: 'input' | 'output' = 'input'): unknown =>
  build(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema);

/** Path and query that the route's schemas accept. */
export const addressOf = ({ path, params, query }: RouteDefinition, more: Record<string, string> = {}): string => {
  const given = (params ? example(params) : {}) as Record<string, string>;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => given[name] ?? '7');
  const asked = new URLSearchParams({ ...(query ? (example(query) as Record<string, string>) : {}), ...more });
  return `/api${filled}?${asked}`;
};

export const bodyOf = ({ body }: RouteDefinition): unknown => (body ? example(body) : undefined);
