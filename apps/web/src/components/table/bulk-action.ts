/** A value that a person gives once for all rows. */
export interface BulkValue {
  label: string;
  /** Absent = a day. */
  options?: readonly { id: number; text: string }[];
  /** Why there are no options to choose from. */
  none?: string;
}

/** What can be done with several rows of a list at once. */
export interface BulkAction<T> {
  id: string;
  /** The button: a verb. */
  text: string;
  danger?: boolean;
  /** The rows that it changes; the others are left out. */
  fits?: (row: T) => boolean;
  /** The question, with how many and what. */
  question: (count: number) => string;
  /** The consequences. */
  detail?: string;
  value?: BulkValue;
  /** Once for each row… */
  run?: (row: T, value: string) => Promise<unknown>;
  /** …or once for all of them. */
  runAll?: (rows: readonly T[], value: string) => Promise<unknown>;
  /** Reads the list again, once, also when some rows failed. */
  after?: () => Promise<unknown>;
}
