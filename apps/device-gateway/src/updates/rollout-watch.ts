import { Recurring } from '@acequia/service-kit';

/** Sent to every instance when people change a rollout, or boards are to be begun. */
export const ROLLOUT_SIGNAL = 'actualizaciones';

/** Less than a lead lasts. */
const LOOK_MS = 1_000;
/** A signal may be lost. */
const REST_MS = 30_000;

/** Looks each second while its last look found something under way; at rest it waits for a signal. */
export class RolloutWatch {
  private restsUntil = 0;
  private isWoken = false;
  private readonly looks: Recurring;

  /** @param look answers whether something is under way */
  constructor(look: () => Promise<boolean>, report: (error: unknown) => void) {
    this.looks = new Recurring(async () => {
      if (!this.isWoken && Date.now() < this.restsUntil) return;
      this.isWoken = false;
      this.restsUntil = (await look()) ? 0 : Date.now() + REST_MS;
    }, report);
  }

  start(): void {
    this.looks.start(LOOK_MS);
  }

  wake(): void {
    this.isWoken = true;
    this.looks.now();
  }

  stop(): Promise<void> {
    return this.looks.stop();
  }
}
