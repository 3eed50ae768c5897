/** An answer that is JSON already, as the service wrote it. */
export class JsonText {
  constructor(readonly text: string) {}
}
