import { useAddress } from '../../../lib/address.js';

const STORAGE_KEYS = ['empresa_id', 'entidad', 'entidad_id', 'usuario_id', 'desde', 'hasta'] as const;
/** Each id is kept with its name, so that a link can show the name before the rows load. */
const NAMES = { entidad_id: 'entidad_nombre', usuario_id: 'usuario_nombre' } as const;
const NONE = Object.fromEntries([...STORAGE_KEYS, ...Object.values(NAMES)].map((clave) => [clave, '']));

const inAddress = (cambios: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(cambios).map(([clave, value]) => [nameInAddress(clave), value]));

export type Filters = Partial<Record<(typeof STORAGE_KEYS)[number], string>>;
type Changes = Partial<Record<(typeof STORAGE_KEYS)[number] | 'entidad_nombre' | 'usuario_nombre', string>>;

/** The company is the one of every other screen, under their name in the address. */
const nameInAddress = (clave: string): string => (clave === 'empresa_id' ? 'empresa' : clave);

/** The filters, kept in the address, so that a link or a reload shows the same rows. */
export function useFilters() {
  const { params, change } = useAddress();
  const filters: Filters = {};
  for (const clave of STORAGE_KEYS) {
    const value = params.get(nameInAddress(clave));
    if (value) filters[clave] = value;
  }
  return {
    filters,
    names: {
      entidad: params.get(NAMES.entidad_id) ?? '',
      usuario: params.get(NAMES.usuario_id) ?? '',
    },
    change: (cambios: Changes) => change(inAddress(cambios)),
    clean: () => change(inAddress(NONE)),
  };
}
