import { RETURN } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { LET_IN_PER_S } from './arrivals.js';
import type { LiveIo, LiveSocket } from './live.types.js';

/** Clients take as long by themselves, ms. */
const LEAST_MS = 1_500;
/** All connections get a new time once their number has grown or shrunk by this factor. */
const CHANGED = 1.5;

/** Tells clients over how long to come back when they lose this instance: as long as another needs to let all of them in. */
@Injectable()
export class ReturnTime {
  private told = LEAST_MS;

  tell(io: LiveIo, socket: LiveSocket): void {
    const en_ms = timeFor(io);
    if (en_ms > LEAST_MS) socket.emit(RETURN, { en_ms });
  }

  /** Call regularly. */
  keep(io: LiveIo): void {
    const en_ms = timeFor(io);
    if (en_ms < this.told * CHANGED && en_ms > this.told / CHANGED) return;
    this.told = en_ms;
    io.emit(RETURN, { en_ms });
  }
}

const timeFor = ({ sockets }: LiveIo): number =>
  Math.max(LEAST_MS, Math.round((sockets.sockets.size * 1_000) / LET_IN_PER_S));
