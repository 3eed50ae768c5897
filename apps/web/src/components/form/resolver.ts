import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import { zodSentence } from '@acequia/contracts';
import { z } from 'zod';
import { OBLIGATORIO } from './fields.js';

z.config({ localeError: zodSentence });

const vacio = (valor: unknown): boolean => valor === '' || valor === null || valor === undefined;

/**
 * A form's rules are the contract's: the schema the server checks the same body with. What was left empty is told as such,
 * whatever the schema says of the wrong type it then has.
 */
export const resolverDe = <T extends FieldValues>(esquema: z.ZodType<T>): Resolver<T> => {
  const resolver = zodResolver(esquema as never) as unknown as Resolver<T>;
  return async (valores, contexto, opciones) => {
    const resultado = await resolver(valores, contexto, opciones);
    for (const [campo, error] of Object.entries(resultado.errors) as [keyof T, { message?: string }][])
      if (vacio(valores[campo])) error.message = OBLIGATORIO;
    return resultado;
  };
};
