import { LiveBus } from '@acequia/bus';
import { AppError, JOIN_DEVICE } from '@acequia/contracts';
import { type Logger, LOGGER, METRICS } from '@acequia/service-kit';
import {
  type BeforeApplicationShutdown,
  Inject,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
} from '@nestjs/websockets';
import { Gauge, type Registry } from 'prom-client';
import { sendingsOf, dispositivoRoomOf, roomsOf } from './audience.js';
import { CompaniesFeed } from './companies.feed.js';
import { asLiveError, Devices } from './devices.js';
import { Doorman } from './doorman.js';
import { guardConnection } from './guard-connection.js';
import type { LiveIo, LiveSocket } from './live.types.js';
import { Recheck } from './recheck.js';
import { ReturnTime } from './return-time.js';
import { Watching } from './watching.js';

/** A client sends only a token and device ids. */
const MAX_MESSAGE_BYTES = 8_192;
/** A connection without a token after this time is cut, ms. */
const ANNOUNCE_MS = 5_000;

/** Live messages on /socket.io of the public listener, web sockets only (CALL-9). LiveIoAdapter checks their origin. */
@WebSocketGateway({
  transports: ['websocket'],
  serveClient: false,
  maxHttpBufferSize: MAX_MESSAGE_BYTES,
  connectTimeout: ANNOUNCE_MS,
  perMessageDeflate: false,
})
export class LiveGateway
  implements
    OnGatewayInit,
    OnGatewayConnection,
    OnApplicationBootstrap,
    BeforeApplicationShutdown,
    OnApplicationShutdown
{
  @WebSocketServer()
  private readonly io!: LiveIo;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) private readonly registry: Registry,
    private readonly live: LiveBus,
    private readonly doorman: Doorman,
    private readonly devices: Devices,
    private readonly feed: CompaniesFeed,
    private readonly recheck: Recheck,
    private readonly watching: Watching,
    private readonly returnTime: ReturnTime,
  ) {}

  afterInit(io: LiveIo): void {
    io.engine.on('connection', guardConnection);
    io.use((socket, next) => {
      this.doorman.admit(socket).then(
        () => next(),
        (error: unknown) => next(this.refusal(error)),
      );
    });
  }

  onApplicationBootstrap(): void {
    const { io } = this;
    this.feed.listen((empresa_id, message) => {
      const sendings = sendingsOf(empresa_id, message);
      for (const { salas, payload } of sendings) io.to(salas).emit(message.event, payload);
      if (sendings.length === 0)
        this.logger.warn({ empresa_id, event: message.event }, 'A live message is not in the contract');
    });
    this.recheck.start(io, async () => {
      this.returnTime.keep(io);
      await this.feed.keep();
    });
    this.watching.start(io);
    // Messages were lost, so clients must connect again and read everything.
    this.live.onGap(() => this.reconnectAll());
    this.measure(io);
  }

  /** Runs before the listener closes: clients receive a close frame and connect to another instance, or to this one after its restart. */
  beforeApplicationShutdown(): void {
    this.recheck.stop();
    this.watching.stop();
    this.reconnectAll();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.feed.close();
  }

  handleConnection(socket: LiveSocket): void {
    const { persona, grants } = socket.data;
    void socket.join(roomsOf(persona, grants));
    this.returnTime.tell(this.io, socket);
  }

  @SubscribeMessage(JOIN_DEVICE)
  async joinDevice(@ConnectedSocket() socket: LiveSocket, @MessageBody() asked: unknown): Promise<{ ok: boolean }> {
    try {
      await this.admitToDevice(socket, asked);
      return { ok: true };
    } catch (error) {
      socket.emit('error', asLiveError(error));
      return { ok: false };
    }
  }

  private async admitToDevice(socket: LiveSocket, asked: unknown): Promise<void> {
    const id = await this.devices.authorize(socket, asked);
    // The socket left meanwhile: rooms joined now would never be emptied.
    if (!socket.connected) return;
    socket.data.dispositivos.add(id);
    await socket.join(dispositivoRoomOf(socket.data.persona, id));
    this.watching.joined(id);
  }

  private refusal(error: unknown): Error & { data: object } {
    if (!(error instanceof AppError)) this.logger.error({ err: error }, 'A socket could not be let in');
    const data = asLiveError(error);
    return Object.assign(new Error(data.codigo), { data });
  }

  /** Closes the connections but not the sessions: socket.io's client connects again after about a second, at random. */
  private reconnectAll(): void {
    for (const { conn } of this.io.sockets.sockets.values()) conn.close(true);
  }

  private measure(io: LiveIo): void {
    new Gauge({
      name: 'acequia_live_sockets',
      help: 'Live connections of this instance',
      registers: [this.registry],
      collect() {
        this.set(io.sockets.sockets.size);
      },
    });
  }
}
