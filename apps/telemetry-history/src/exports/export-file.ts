import type { Level } from '../maintenance/partitions/levels.js';
import type { Window } from './windows.js';

/** A file ready to be written: all checks have passed. */
export interface Export {
  file: string;
  empresa_id: number;
  zona: string;
  header: string;
  tabla: Level['tabla'];
  /** Windows that the rows lie in, as Postgres writes times; empty = no rows. */
  entre: readonly Window[];
  /** SELECT of the rows of a window, ordered by time. */
  query: (window: Window) => string;
  /** SELECT of their approximate number, as n. */
  howMany: string | null;
}
