import { Signals } from '@acequia/bus';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

const SIGNAL = 'avisos.empresa';
/** Most transactions have committed after this time, ms; a reader that reads too early reads again in its next round. */
const COMMIT_MS = 150;

/** Signals "something of this company changed" to the instance that evaluates it. Only a hint: that instance also polls. */
@Injectable()
export class CompanyNews implements BeforeApplicationShutdown {
  private readonly due = new Set<number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly signals: Signals) {}

  async listen(heard: (empresa_id: number) => void): Promise<void> {
    await this.signals.listen(SIGNAL, (text) => heard(Number(text)));
  }

  /** Sends the signal once the current transaction should have committed; null = no company. */
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
