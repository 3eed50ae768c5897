import { Signals } from '@acequia/bus';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

const SIGNAL = 'avisos.empresa';
/** A transaction that tells has mostly committed after this, ms; whoever reads too early reads again with the next look. */
const COMMIT_MS = 150;

/** "Something of this company changed": to the instance that looks after it. A hint: it is looked for now and then anyway. */
@Injectable()
export class CompanyNews implements BeforeApplicationShutdown {
  private readonly due = new Set<number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly signals: Signals) {}

  async listen(heard: (empresa_id: number) => void): Promise<void> {
    await this.signals.listen(SIGNAL, (text) => heard(Number(text)));
  }

  /** Once the transaction under way has committed; null = of nobody. */
  tellSoon(empresa_id: number | null): void {
    if (empresa_id === null) return;
    this.due.add(empresa_id);
    this.timer ??= setTimeout(() => this.flush(), COMMIT_MS).unref();
  }

  beforeApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  private flush(): void {
    this.timer = undefined;
    for (const empresa_id of this.due) void this.signals.send(SIGNAL, String(empresa_id)).catch(() => undefined);
    this.due.clear();
  }
}
