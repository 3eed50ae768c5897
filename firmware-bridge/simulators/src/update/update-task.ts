import { HttpSource } from './http-source.js';
import type { Around, UpdateJob, VirtualUpdate } from './virtual-update.js';

export interface UpdateTaskOptions {
  around: (now: number) => Around;
  /** The chip begins anew; the task of the board after it is another one. */
  restart: () => void;
  /** A new phase. */
  news: () => void;
}

/** The task of a board's updates: plan, work, note, until there is nothing to do. */
export class UpdateTask {
  private readonly source = new HttpSource();
  private isBusy = false;
  private isOver = false;

  constructor(
    readonly update: VirtualUpdate,
    private readonly options: UpdateTaskOptions,
  ) {}

  /** Call it about once a second. */
  async go(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      for (let job = this.next(); job; job = this.next()) await this.round(job);
    } finally {
      this.isBusy = false;
    }
  }

  /** The power went, or the test is over. */
  end(): void {
    this.isOver = true;
    this.source.close();
  }

  private next(): UpdateJob | null {
    const now = Date.now();
    const job = this.isOver ? null : this.update.plan(this.options.around(now), now);
    if (!this.isOver && this.update.takeNews()) this.options.news();
    return job;
  }

  private async round(job: UpdateJob): Promise<void> {
    const { update, source } = this;
    const { wanted } = update;
    const said = job === 'open' ? await source.open(wanted) : job === 'read' ? await source.read(wanted.most) : null;
    if (this.isOver) return;
    if (job === 'close') source.close();
    update.work(job, said);
    update.note(job, Date.now());
    const { cut_at } = update.faults;
    const isCut = job === 'read' && cut_at !== undefined && update.wanted.at >= cut_at;
    if (isCut) delete update.faults.cut_at;
    if (!isCut && job !== 'restart' && job !== 'roll_back') return;
    this.end();
    this.options.restart();
  }
}
