import { typeOfAviso, type Aviso, type Severidad } from '@acequia/contracts';
import { applyFilter } from '../../../components/table/column.js';

export const SHOWN = ['abiertos', 'resueltos', 'todos'] as const;
export type Shown = (typeof SHOWN)[number];

/** The view named in the address; the open alarms when it names no known view. */
export const shownOf = (text: string | null): Shown => SHOWN.find((each) => each === text) ?? 'abiertos';

const searchable = (empresaOf: (id: number) => string | null) => [
  {
    value: (aviso: Aviso) =>
      [aviso.texto, typeOfAviso(aviso.tipo).nombre, aviso.sitio, aviso.reconocido_por, aviso.encargado, aviso.nota]
        .concat(empresaOf(aviso.empresa_id))
        .filter(Boolean)
        .join(' '),
  },
];

interface Wanted {
  severidad: Severidad | null;
  q: string;
}

/** Alarms of a severity that contain every word of `q`, ignoring accents. */
export const matching = (
  rows: readonly Aviso[],
  { severidad, q }: Wanted,
  empresaOf: (id: number) => string | null,
): readonly Aviso[] =>
  applyFilter(
    severidad === null ? rows : rows.filter((aviso) => aviso.severidad === severidad),
    searchable(empresaOf),
    q,
  );
