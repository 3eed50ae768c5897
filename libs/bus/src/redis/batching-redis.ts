import { type Command, Redis } from 'ioredis';

type Stream = Parameters<Redis['sendCommand']>[1];

/**
 * Commands of the same tick go out in one write. Much cheaper than ioredis's auto-pipelining (which makes a pipeline and
 * three promises per command) and without its wait for the pipeline before.
 */
export class BatchingRedis extends Redis {
  private corked: Redis['stream'] | undefined;

  override sendCommand(command: Command, stream?: Stream): unknown {
    const socket = this.stream;
    if (socket && this.corked !== socket) {
      this.corked = socket;
      socket.cork();
      process.nextTick(() => {
        if (this.corked === socket) this.corked = undefined;
        socket.uncork();
      });
    }
    return super.sendCommand(command, stream);
  }
}
