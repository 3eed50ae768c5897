import { useDireccion } from '../../../lib/address.js';

const CLAVES = ['empresa_id', 'entidad', 'entidad_id', 'usuario_id', 'desde', 'hasta'] as const;
/** Beside an id, what it is called: a link opens with a name to show before any row is there. */
const NOMBRES = { entidad_id: 'entidad_nombre', usuario_id: 'usuario_nombre' } as const;
const NINGUNO = Object.fromEntries([...CLAVES, ...Object.values(NOMBRES)].map((clave) => [clave, '']));

export type Filtros = Partial<Record<(typeof CLAVES)[number], string>>;
type Cambios = Partial<Record<(typeof CLAVES)[number] | 'entidad_nombre' | 'usuario_nombre', string>>;

/** What is being looked for, kept in the address: a link or a reload shows the same rows. */
export function useFiltros() {
  const { params, cambiar } = useDireccion();
  const filtros: Filtros = {};
  for (const clave of CLAVES) {
    const valor = params.get(clave);
    if (valor) filtros[clave] = valor;
  }
  return {
    filtros,
    nombres: {
      entidad: params.get(NOMBRES.entidad_id) ?? '',
      usuario: params.get(NOMBRES.usuario_id) ?? '',
    },
    cambiar: (cambios: Cambios) => cambiar(cambios),
    limpiar: () => cambiar(NINGUNO),
  };
}
