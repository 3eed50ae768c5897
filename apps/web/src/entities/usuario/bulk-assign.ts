import type { BulkAction } from '../../components/table/bulk-action.js';
import { isUnread } from '../../lib/http/query-client.js';
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
  const none = usuarios.data ? t.none : isUnread(usuarios) ? t.unread : t.reading;
  return {
    id: 'assign',
    text: t.accion,
    question,
    detail: t.keeps,
    value: {
      label: t.usuario,
      none,
      options: people.map(({ id, nombre, empresa_nombre }) => ({
        id,
        text: empresaId === null && empresa_nombre ? `${nombre} · ${empresa_nombre}` : nombre,
      })),
    },
    runAll: async (rows, value) => {
      const usuario = people.find(({ id }) => String(id) === value);
      // The list was read again meanwhile.
      if (!usuario) throw new Error(t.gone);
      await add({ usuario, ...grants(rows) });
    },
  };
}

const t = {
  accion: 'Asignar',
  usuario: 'Usuario',
  keeps: 'El usuario conserva lo que ya tenía asignado.',
  none: 'Aún no hay usuarios a quienes asignar.',
  unread: 'No se pudo leer la lista de usuarios. Se intentará de nuevo.',
  reading: 'Leyendo los usuarios…',
  gone: 'Ese usuario ya no está.',
} as const;
