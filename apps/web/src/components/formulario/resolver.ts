import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import { z } from 'zod';
import es from 'zod/v4/locales/es.js';

// Only this language: `z.locales` would bring them all.
z.config(es());

/** A form's rules are the contract's: the schema the server checks the same body with. */
export const resolverDe = <T extends FieldValues>(esquema: z.ZodType<T>): Resolver<T> =>
  zodResolver(esquema as never) as unknown as Resolver<T>;
