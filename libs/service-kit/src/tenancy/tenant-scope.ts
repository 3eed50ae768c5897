import { callerEmpresa, type Caller } from '@acequia/contracts';
import { And, Equal, FindOperator, In, type FindOptionsWhere, type ObjectLiteral } from 'typeorm';

type Condition = Record<string, unknown>;

const confined = (condition: Condition, column: string, empresa: number): Condition => {
  const asked = condition[column];
  if (asked === undefined) return { ...condition, [column]: Equal(empresa) };
  if (asked instanceof FindOperator) return { ...condition, [column]: And(asked, Equal(empresa)) };
  // A condition on another company must match nothing, not silently turn into the caller's own company.
  return asked === empresa ? condition : { ...condition, [column]: In([]) };
};

/** Narrows the condition to the caller's company; each alternative of an OR is narrowed separately. */
export const scopedWhere = <E extends ObjectLiteral>(
  caller: Caller,
  column: string,
  where: FindOptionsWhere<E> | FindOptionsWhere<E>[] = {},
): FindOptionsWhere<E> | FindOptionsWhere<E>[] => {
  const empresa = callerEmpresa(caller);
  if (empresa === null) return where;
  const narrow = (condition: FindOptionsWhere<E>) =>
    confined(condition as Condition, column, empresa) as FindOptionsWhere<E>;
  if (!Array.isArray(where)) return narrow(where);
  // An empty list of alternatives means "no condition" to TypeORM.
  return where.length === 0 ? narrow({}) : where.map(narrow);
};
