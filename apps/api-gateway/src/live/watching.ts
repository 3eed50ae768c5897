import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { type Logger, LOGGER } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { LiveIo, LiveSocket } from './live.types.js';

/** Well within what device-gateway takes for "somebody is looking". */
const EVERY_MS = 10_000;
/** A panel joins all its devices in one go: they are told of together. */
const GATHER_MS = 150;
const BY_CALL = 5_000;

/** Tells device-gateway which devices have somebody looking at them here: those are read more often. */
@Injectable()
export class Watching {
  private readonly anew = new Set<number>();
  private pending: NodeJS.Timeout | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(io: LiveIo): void {
    this.timer = setInterval(() => {
      const sockets = [...io.sockets.sockets.values()] as LiveSocket[];
      void this.tell(new Set(sockets.flatMap(({ data }) => [...data.dispositivos])));
    }, EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    clearTimeout(this.pending);
  }

  joined(id: number): void {
    this.anew.add(id);
    this.pending ??= setTimeout(() => {
      this.pending = undefined;
      const ids = new Set(this.anew);
      this.anew.clear();
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
      // They are told of again in ten seconds.
      this.logger.debug({ err: error }, 'Watched devices could not be told of');
    }
  }
}
