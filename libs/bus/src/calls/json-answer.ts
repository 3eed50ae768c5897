/**
 * An answer that the database has written as JSON: to read ten thousand rows, check them and write them again costs a service a tenth of
 * a second.
 */
export class JsonAnswer<out T> {
  declare protected readonly of: T;

  constructor(readonly text: string) {}
}
