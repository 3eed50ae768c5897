import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { Every, type Logger, LOGGER } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { LiveIo, LiveSocket } from './live.types.js';

/** Shorter than the time for which device-gateway treats a device as watched, ms. */
const EVERY_MS = 10_000;
/** A panel joins all its devices at once; they are reported together after this time, ms. */
const GATHER_MS = 150;
const BY_CALL = 5_000;

/** Reports to device-gateway the devices that a client watches here, because device-gateway reads those more often. */
@Injectable()
export class Watching {
  private readonly added = new Set<number>();
  private pending: NodeJS.Timeout | undefined;
  private io: LiveIo | undefined;

  constructor(
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(io: LiveIo): void {
    this.io = io;
  }

  stop(): void {
    clearTimeout(this.pending);
  }

  @Every({ ms: EVERY_MS, failed: 'watched devices could not be reported' })
  async tellAll(): Promise<void> {
    const sockets = [...(this.io?.sockets.sockets.values() ?? [])] as LiveSocket[];
    await this.tell(new Set(sockets.flatMap(({ data }) => [...data.dispositivos])));
  }

  joined(id: number): void {
    this.added.add(id);
    this.pending ??= setTimeout(() => {
      this.pending = undefined;
      const ids = new Set(this.added);
      this.added.clear();
      void this.tell(ids);
    }, GATHER_MS).unref();
  }

  private async tell(ids: ReadonlySet<number>): Promise<void> {
    const dispositivos = [...ids];
    try {
      for (let i = 0; i < dispositivos.length; i += BY_CALL) {
        const some = dispositivos.slice(i, i + BY_CALL);
        await this.bus.call('dispositivos.observar', { dispositivos: some }, sistema('api-gateway'));
      }
    } catch (error) {
      // The next report follows within ten seconds.
      this.logger.debug({ err: error }, 'Watched devices could not be reported');
    }
  }
}
