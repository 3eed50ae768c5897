/** Values of points that somebody sent, as they are kept, and which of them were acknowledged. */
export class OwedValues {
  private readonly sent = new Map<string, number | null>();
  private readonly acknowledged = new Set<string>();

  /** @param kept the value as its magnitude keeps it; of a point and time there is one */
  send(punto_id: number, ts: number, kept: number | null): void {
    this.sent.set(`${punto_id}:${ts}`, kept);
  }

  acknowledge(punto_id: number, ts: number): void {
    this.acknowledged.add(`${punto_id}:${ts}`);
  }

  /** How many were acknowledged. */
  get size(): number {
    return this.acknowledged.size;
  }

  /** `punto_id:ts` of acknowledged values that are not among the stored ones. */
  missing(stored: ReadonlyMap<string, number | null>): string[] {
    return [...this.acknowledged].filter((key) => !stored.has(key));
  }

  /** Whether this is what was sent as `punto_id:ts`. */
  has(key: string, kept: number | null): boolean {
    return this.sent.has(key) && this.sent.get(key) === kept;
  }
}
