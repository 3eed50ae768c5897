import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import { zodSentence } from '@acequia/contracts';
import { z } from 'zod';
import { REQUIRED } from './fields.js';

z.config({ localeError: zodSentence });

const empty = (value: unknown): boolean => value === '' || value === null || value === undefined;

/**
 * Validates a form with the contract's schema, the same one that the server uses. An empty field always gets the "required" message, even
 * where the schema would report a wrong type.
 */
export const resolverOf = <T extends FieldValues>(schema: z.ZodType): Resolver<T> => {
  const resolver = zodResolver(schema as z.ZodType<T, T>) as Resolver<T>;
  return async (values, context, options) => {
    const result = await resolver(values, context, options);
    for (const [campo, error] of Object.entries(result.errors) as [keyof T, { message?: string }][])
      if (empty(values[campo])) error.message = REQUIRED;
    return result;
  };
};
