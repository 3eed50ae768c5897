import type { Nivel } from '../partitions/levels.js';
import type { Ventana } from './ventanas.js';

/** A file that may be written: everything that could refuse it has been asked. */
export interface Exportacion {
  archivo: string;
  empresa_id: number;
  zona: string;
  cabecera: string;
  /** Where its rows are. */
  tabla: Nivel['tabla'];
  /** When they may be from, as Postgres writes times; none = there are none. */
  entre: readonly Ventana[];
  /** SELECT of the rows of a window, in the order of time. */
  consulta: (ventana: Ventana) => string;
  /** SELECT of about how many there are, as n. */
  cuantas: string | null;
}
