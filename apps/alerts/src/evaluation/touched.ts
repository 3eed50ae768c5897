/** A company whose boards report all the time is evaluated this often, ms. */
const EVERY_MS = 1_000;

/** What the news of each company touched since it was last evaluated. News after a silence of a second is evaluated at once. */
export class Touched {
  private readonly waiting = new Map<number, Set<string>>();
  private readonly pressing = new Set<number>();
  private readonly evaluated = new Map<number, number>();

  /** @param atOnce a report comes again, a lost connection or an answer does not: that is not kept waiting */
  note(empresa_id: number, objects: readonly string[], atOnce: boolean): void {
    if (objects.length === 0) return;
    const known = this.waiting.get(empresa_id);
    if (!known) this.waiting.set(empresa_id, new Set(objects));
    else for (const objeto of objects) known.add(objeto);
    if (atOnce) this.pressing.add(empresa_id);
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /** The companies to evaluate now. */
  take(now: number): [empresa_id: number, objects: string[]][] {
    const due: [number, string[]][] = [];
    for (const [empresa_id, objects] of this.waiting) {
      const rested = now - (this.evaluated.get(empresa_id) ?? 0) >= EVERY_MS;
      if (!rested && !this.pressing.has(empresa_id)) continue;
      due.push([empresa_id, [...objects]]);
      this.waiting.delete(empresa_id);
      this.pressing.delete(empresa_id);
      this.evaluated.set(empresa_id, now);
    }
    return due;
  }

  /** The company is no longer looked after. */
  drop(empresa_id: number): void {
    this.waiting.delete(empresa_id);
    this.pressing.delete(empresa_id);
    this.evaluated.delete(empresa_id);
  }
}
