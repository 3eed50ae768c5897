import { useAddress } from '../../../lib/address.js';

const KEYS = ['empresa_id', 'entidad', 'entidad_id', 'usuario_id', 'desde', 'hasta'] as const;
/** Each id is kept with its name, so that a link can show the name before the rows load. */
const NAMES = { entidad_id: 'entidad_nombre', usuario_id: 'usuario_nombre' } as const;
/** The company is chosen in the frame. */
const OF_THE_BAR = KEYS.filter((key) => key !== 'empresa_id');
const NONE = Object.fromEntries([...OF_THE_BAR, ...Object.values(NAMES)].map((key) => [key, '']));

const inAddress = (changes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(changes).map(([key, value]) => [nameInAddress(key), value]));

export type Filters = Partial<Record<(typeof KEYS)[number], string>>;
type Changes = Partial<Record<(typeof KEYS)[number] | 'entidad_nombre' | 'usuario_nombre', string>>;

/** The company is the one of every other screen, under their name in the address. */
const nameInAddress = (key: string): string => (key === 'empresa_id' ? 'empresa' : key);

/** The filters, kept in the address, so that a link or a reload shows the same rows. */
export function useFilters() {
  const { params, change } = useAddress();
  const filters: Filters = {};
  for (const key of KEYS) {
    const value = params.get(nameInAddress(key));
    if (value) filters[key] = value;
  }
  return {
    filters,
    narrowed: OF_THE_BAR.some((key) => filters[key] !== undefined),
    names: {
      entidad: params.get(NAMES.entidad_id) ?? '',
      usuario: params.get(NAMES.usuario_id) ?? '',
    },
    change: (changes: Changes) => change(inAddress(changes)),
    clean: () => change(inAddress(NONE)),
  };
}
