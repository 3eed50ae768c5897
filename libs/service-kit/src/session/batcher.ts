interface Waiting<I, O> {
  input: I;
  resolve(output: O): void;
  reject(error: unknown): void;
}

/** Combines the requests of one tick of the event loop into calls of at most `max`. */
export class Batcher<I, O> {
  private queue: Waiting<I, O>[] = [];

  /** @param run answers a batch, in the batch's order. */
  constructor(
    private readonly run: (inputs: I[]) => Promise<O[]>,
    private readonly max: number,
  ) {}

  get(input: I): Promise<O> {
    return new Promise<O>((resolve, reject) => {
      this.queue.push({ input, resolve, reject });
      if (this.queue.length === 1) setImmediate(() => this.flush());
    });
  }

  private flush(): void {
    const queue = this.queue;
    this.queue = [];
    for (let from = 0; from < queue.length; from += this.max) void this.send(queue.slice(from, from + this.max));
  }

  private async send(batch: Waiting<I, O>[]): Promise<void> {
    try {
      const outputs = await this.run(batch.map(({ input }) => input));
      batch.forEach(({ resolve }, index) => resolve(outputs[index] as O));
    } catch (error) {
      batch.forEach(({ reject }) => reject(error));
    }
  }
}
