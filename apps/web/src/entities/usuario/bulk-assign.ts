import type { BulkAction } from '../../components/table/bulk.js';
import { useAssign, useUsuariosOf, type Grants } from './assign.js';

interface Options<T> {
  /** The company whose users can be chosen; null = all. */
  empresaId: number | null;
  question: (count: number) => string;
  grants: (rows: readonly T[]) => Grants;
}

/** Assigns the ticked rows to one user. */
export function useBulkAssign<T>({ empresaId, question, grants }: Options<T>): BulkAction<T> {
  const usuarios = useUsuariosOf(empresaId);
  const { add } = useAssign();
  const people = usuarios.data?.filter(({ rol }) => rol === 'usuario') ?? [];
  return {
    id: 'assign',
    text: 'Asignar',
    question,
    detail: 'El usuario conserva lo que ya tenía asignado.',
    value: {
      label: 'Usuario',
      options: people.map(({ id, nombre, empresa_nombre }) => ({
        id,
        text: empresaId === null && empresa_nombre ? `${nombre} · ${empresa_nombre}` : nombre,
      })),
    },
    runAll: async (rows, value) => {
      const usuario = people.find(({ id }) => String(id) === value);
      if (usuario) await add({ usuario, ...grants(rows) });
    },
  };
}
