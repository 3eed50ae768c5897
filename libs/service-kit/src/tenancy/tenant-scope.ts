import { empresaDe, type Caller } from '@acequia/contracts';
import { And, Equal, FindOperator, In, type FindOptionsWhere, type ObjectLiteral } from 'typeorm';

type Condition = Record<string, unknown>;

const confined = (condition: Condition, column: string, empresa: number): Condition => {
  const asked = condition[column];
  if (asked === undefined) return { ...condition, [column]: Equal(empresa) };
  if (asked instanceof FindOperator) return { ...condition, [column]: And(asked, Equal(empresa)) };
  // Asking for another company's rows finds none: it must not quietly turn into one's own.
  return asked === empresa ? condition : { ...condition, [column]: In([]) };
};

/** The condition(s) narrowed to what the caller may reach; each alternative of an OR is narrowed by itself. */
export const scopedWhere = <E extends ObjectLiteral>(
  caller: Caller,
  column: string,
  where: FindOptionsWhere<E> | FindOptionsWhere<E>[] = {},
): FindOptionsWhere<E> | FindOptionsWhere<E>[] => {
  const empresa = empresaDe(caller);
  if (empresa === null) return where;
  const narrow = (condition: FindOptionsWhere<E>) =>
    confined(condition as Condition, column, empresa) as FindOptionsWhere<E>;
  if (!Array.isArray(where)) return narrow(where);
  // An empty list of alternatives means "no condition" to TypeORM.
  return where.length === 0 ? narrow({}) : where.map(narrow);
};
