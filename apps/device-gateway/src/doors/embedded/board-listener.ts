import { ENV, listenOn, LOGGER, type Logger, METRICS, TlsFiles } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Registry } from 'prom-client';
import { Allowance } from '../../allowance.js';
import type { GatewayEnv } from '../../env.js';
import { GatewayMetrics } from '../../metrics.js';
import { BoardStream } from './board-stream.js';
import { HearingQueue } from './hearing-queue.js';
import { ProxyGate } from './proxy-gate.js';

/** TCP keep-alive finds links whose board vanished silently, ms. */
const TCP_KEEPALIVE_MS = 60_000;

/** The sockets of boards: plain and TLS listeners, and the limits before login. */
@Injectable()
export class BoardListener {
  private readonly servers: Server[] = [];
  /** Closes the listeners on further addresses, and stops watching the certificate. */
  private readonly further: (() => void)[] = [];
  /** Sockets that have not logged in, oldest first. */
  private readonly pending = new Set<Socket>();
  private readonly queue = new HearingQueue();
  /** Present behind balancers that tell the boards' addresses. */
  private readonly gate: ProxyGate | undefined;
  private readonly logs = new Allowance<string>(1, 60_000);
  private open = 0;

  constructor(
    @Inject(ENV) private readonly env: GatewayEnv,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: GatewayMetrics,
    @Inject(METRICS) private readonly registry: Registry,
  ) {
    const { MQTT_PROXY_PROTOCOL, MQTT_TRUSTED_PROXIES, MQTT_CONNECT_TIMEOUT_MS } = env;
    if (!MQTT_PROXY_PROTOCOL) return;
    this.gate = new ProxyGate(MQTT_TRUSTED_PROXIES, MQTT_CONNECT_TIMEOUT_MS, (reason, address) => {
      this.metrics.closure('proxy');
      if (this.logs.take(address)) this.logger.warn({ reason, address }, 'a socket at the door of balancers was ended');
    });
  }

  /** Ports of the plain listener and of the TLS one, if any, once they listen. */
  get ports(): number[] {
    return this.servers.map((server) => (server.address() as AddressInfo | null)?.port ?? 0);
  }

  async start(serve: (stream: BoardStream) => void): Promise<void> {
    const { env } = this;
    const accept = (socket: Socket): void => this.accept(socket, serve);
    await this.listen(createServer({ noDelay: true }, accept), env.MQTT_PORT);
    if (!env.MQTT_TLS_CERT || !env.MQTT_TLS_KEY) return;
    const server = createTlsServer({ handshakeTimeout: env.MQTT_CONNECT_TIMEOUT_MS, noDelay: true }, accept);
    const files = { cert: env.MQTT_TLS_CERT, key: env.MQTT_TLS_KEY };
    // A proxy may get its first certificate after this process starts; until then no handshake succeeds.
    const follower = new TlsFiles(files, { logger: this.logger, metrics: this.registry });
    this.further.push(follower.follow((pair) => server.setSecureContext(pair)));
    server.on('tlsClientError', () => this.metrics.closure('tls'));
    await this.listen(server, env.MQTT_TLS_PORT);
  }

  /** The socket's board has logged in. */
  admitted({ socket }: BoardStream): void {
    this.pending.delete(socket);
  }

  /** Accepts no new sockets; open sockets stay. */
  stopAccepting(): void {
    for (const server of this.servers) server.close();
    for (const close of this.further) close();
    for (const socket of this.pending) socket.destroy();
  }

  private async listen(inner: Server, port: number): Promise<void> {
    const server = this.gate ? this.behind(this.gate, inner) : inner;
    server.maxConnections = this.env.MQTT_MAX_CONNECTIONS;
    server.on('drop', () => this.metrics.closure('lleno'));
    this.further.push(await listenOn(server, port, this.env.ACEQUIA_HOST));
    server.on('error', (error) => this.logger.error({ err: error }, 'a listener for boards failed'));
    this.servers.push(server);
    this.logger.info({ address: server.address() }, 'listening for boards');
  }

  /** Passes a socket on to `inner`, which may speak TLS, once its PROXY header is read. */
  private behind(gate: ProxyGate, inner: Server): Server {
    return createServer({ noDelay: true }, (socket) => {
      this.pending.add(socket);
      socket.once('close', () => this.pending.delete(socket));
      gate.enter(socket, () => {
        this.pending.delete(socket);
        inner.emit('connection', socket);
      });
      if (this.pending.size > this.env.MQTT_MAX_PENDING) this.dropOldest();
    });
  }

  private accept(socket: Socket, serve: (stream: BoardStream) => void): void {
    if (++this.open > this.env.MQTT_MAX_CONNECTIONS) socket.destroy();
    this.pending.add(socket);
    socket.once('close', () => {
      this.open--;
      this.pending.delete(socket);
    });
    if (this.pending.size > this.env.MQTT_MAX_PENDING) this.dropOldest();
    if (socket.destroyed) return;
    socket.setKeepAlive(true, TCP_KEEPALIVE_MS);
    const refused = (reason: string, address: string): void => {
      this.metrics.closure('paquete');
      this.logger.debug({ reason, address }, 'a socket broke a limit');
    };
    serve(new BoardStream(socket, this.queue, refused));
  }

  private dropOldest(): void {
    for (const socket of this.pending) {
      this.metrics.closure('sin_connect');
      socket.destroy();
      return;
    }
  }
}
