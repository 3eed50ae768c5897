import { CloudMemory, loadAccounts } from './relay-cloud-file.js';
import { RelayCloud } from './relay-cloud.js';

const SAVE_MS = 30_000;

/** A stand-in that runs from a file and stores its meters beside it, until it is stopped. */
export class HostedCloud {
  readonly cloud = new RelayCloud();
  private readonly memory: CloudMemory;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    file: string,
    private readonly port: number,
  ) {
    loadAccounts(this.cloud, file);
    this.memory = new CloudMemory(this.cloud, `${file}.state`);
    this.memory.restore();
  }

  async start(): Promise<void> {
    await this.cloud.start(this.port);
    this.timer = setInterval(() => this.memory.save(), SAVE_MS);
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.cloud.stop();
    this.memory.save();
  }
}
