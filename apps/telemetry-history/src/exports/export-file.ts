import type { Level } from '../partitions/levels.js';
import type { Window } from './windows.js';

/** A file that may be written: everything that could refuse it has been asked. */
export interface Export {
  file: string;
  empresa_id: number;
  zona: string;
  header: string;
  /** Where its rows are. */
  tabla: Level['tabla'];
  /** When they may be from, as Postgres writes times; none = there are none. */
  entre: readonly Window[];
  /** SELECT of the rows of a window, in the order of time. */
  query: (window: Window) => string;
  /** SELECT of about how many there are, as n. */
  howMany: string | null;
}
