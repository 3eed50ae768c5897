/** The address and account that a task runs for. Tasks of known requesters run before those of unknown ones. */
export interface Requester {
  address: string;
  account: string;
  known: boolean;
}

interface Task {
  start: () => void;
  refuse: () => void;
}

/** Address → account → its tasks, oldest first. */
class RoundRobin {
  private readonly addresses = new Map<string, Map<string, Task[]>>();
  size = 0;

  add({ address, account }: Requester, task: Task): void {
    const accounts = this.addresses.get(address) ?? new Map<string, Task[]>();
    accounts.set(account, [...(accounts.get(account) ?? []), task]);
    this.addresses.set(address, accounts);
    this.size += 1;
  }

  /** The next task: addresses alternate, and so do the accounts of each address; both then move to the end. */
  next(): Task | undefined {
    const [address, accounts] = first(this.addresses);
    if (!accounts) return undefined;
    const [account, tasks] = first(accounts);
    const task = tasks?.shift();
    accounts.delete(account);
    if (tasks && tasks.length > 0) accounts.set(account, tasks);
    this.addresses.delete(address);
    if (accounts.size > 0) this.addresses.set(address, accounts);
    this.size -= 1;
    return task;
  }

  /** Removes the newest task of the address with the most tasks. */
  drop(): Task | undefined {
    let [longest, most] = ['', 0];
    for (const [address, accounts] of this.addresses) {
      const count = [...accounts.values()].reduce((sum, tasks) => sum + tasks.length, 0);
      if (count > most) [longest, most] = [address, count];
    }
    const accounts = this.addresses.get(longest);
    const [account, tasks] = [...(accounts ?? [])].at(-1) ?? [];
    const task = tasks?.pop();
    if (account !== undefined && tasks?.length === 0) accounts?.delete(account);
    if (accounts?.size === 0) this.addresses.delete(longest);
    if (task) this.size -= 1;
    return task;
  }
}

const first = <V>(map: Map<string, V>): [string, V | undefined] => {
  const [entry] = map;
  return entry ?? ['', undefined];
};

/**
 * Runs a bounded number of tasks at once and lets addresses, and the accounts of each, alternate, so that a thousand requests
 * from one address delay only that address. When full, it refuses the newest task of the busiest address, unknown requesters first.
 */
export class FairQueue {
  private readonly known = new RoundRobin();
  private readonly strangers = new RoundRobin();
  private running = 0;

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
    private readonly refusal: () => Error,
  ) {}

  run<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const start = (): void => {
        this.running += 1;
        void work()
          .then(resolve, reject)
          .finally(() => {
            this.running -= 1;
            this.go();
          });
      };
      (requester.known ? this.known : this.strangers).add(requester, { start, refuse: () => reject(this.refusal()) });
      this.go();
      if (this.known.size + this.strangers.size > this.mostWaiting)
        (this.strangers.drop() ?? this.known.drop())?.refuse();
    });
  }

  private go(): void {
    while (this.running < this.atOnce) {
      const task = this.known.next() ?? this.strangers.next();
      if (!task) return;
      task.start();
    }
  }
}
