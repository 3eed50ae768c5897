/** Goes round the values of a map in turns of about equal size; a round that ends early waits for the time of its last turn. */
export class Rounds<T> {
  private values: Iterator<T> = [].values();
  private turn: number;

  constructor(
    private readonly map: ReadonlyMap<unknown, T>,
    private readonly turns: number,
  ) {
    this.turn = turns;
  }

  /** The values of the next turn. What is added meanwhile belongs to the round, what is deleted does not. */
  next(): T[] {
    this.turn += 1;
    const most = Math.ceil(this.map.size / this.turns);
    const some: T[] = [];
    while (some.length < most) {
      const { done, value } = this.values.next();
      if (!done) some.push(value);
      else if (this.turn > this.turns) this.begin();
      else break;
    }
    return some;
  }

  private begin(): void {
    this.values = this.map.values();
    this.turn = 1;
  }
}
