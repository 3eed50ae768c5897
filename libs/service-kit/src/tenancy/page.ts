import type { Pagina } from '@acequia/contracts';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** Orders a list by a unique number, and keeps the page of it that was asked for. */
export const inPages = <E extends ObjectLiteral>(
  query: SelectQueryBuilder<E>,
  column: string,
  { despues_de, limite }: Pagina,
): SelectQueryBuilder<E> => {
  if (despues_de !== undefined) query.andWhere(`${column} > :despues_de`, { despues_de });
  return query.orderBy(column).limit(limite);
};
