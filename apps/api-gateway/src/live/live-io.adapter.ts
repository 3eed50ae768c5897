import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { Server, type ServerOptions } from 'socket.io';
import type { Env } from '../env.js';
import { allowedOrigin } from '../origin.js';

/** Nest's adapter names the types of its own, older copy of Socket.IO. */
type NestServer = ReturnType<IoAdapter['createIOServer']>;

/** Socket.IO on the public listener, for the allowed origins. */
export class LiveIoAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly env: Env,
  ) {
    super(app);
  }

  override createIOServer(_port: number, options?: object): NestServer {
    const allowRequest: ServerOptions['allowRequest'] = ({ headers }, decide) => {
      const allowed = allowedOrigin(headers.origin, headers.host, this.env.PUBLIC_URL);
      decide(allowed ? null : 'origen_no_permitido', allowed);
    };
    return new Server(this.httpServer, { ...options, allowRequest }) as unknown as NestServer;
  }

  /** Leaves the listener open: Nest closes it, and its other connections end first. */
  override async close({ engine }: Pick<NestServer, 'engine'>): Promise<void> {
    engine.close();
  }
}
