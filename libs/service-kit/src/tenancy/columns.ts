/** The SQL expression of each field of `Row`. A field without one does not compile: a list would show it as null, and an edit store that. */
export type Columns<Row> = Readonly<Record<keyof Row, string>>;

/** Each field under its own name, for a SELECT or RETURNING. */
export const selected = (columns: Readonly<Record<string, string>>): string[] =>
  Object.entries(columns).map(([field, sql]) => `${sql} AS ${field}`);
