import { parseTopic, type TelemetrySample } from '@acequia/board-protocol';
import { Aedes, type AedesPublishPacket, type Client } from 'aedes';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A message that the broker received on a board's topic. */
export interface Received {
  numero: number;
  canal: string;
  payload: string;
  retain: boolean;
}

/** The test's own MQTT broker; it records what boards publish and can cut them off. */
export class TestBroker {
  readonly received: Received[] = [];
  /** Decides for each publish whether its sender is cut off instead of acknowledged. */
  cutOff: (received: Received) => boolean = () => false;
  private readonly sockets = new Set<Socket>();
  private waiting: { check: () => boolean; resolve: () => void }[] = [];

  private constructor(
    private readonly aedes: Aedes,
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(password?: string): Promise<TestBroker> {
    const aedes = await Aedes.createBroker();
    const server = createServer(aedes.handle);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const broker = new TestBroker(aedes, server, `mqtt://127.0.0.1:${port}`);
    if (password !== undefined)
      aedes.authenticate = (_client, _username, given, done) => done(null, given?.toString() === password);
    aedes.authorizePublish = (client, packet, done) => broker.take(client, packet as AedesPublishPacket, done);
    server.on('connection', (socket) => {
      broker.sockets.add(socket);
      socket.on('close', () => broker.sockets.delete(socket));
    });
    return broker;
  }

  /** Resolves once `check` is true; it is evaluated after each message. */
  until(check: () => boolean): Promise<void> {
    if (check()) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push({ check, resolve }));
  }

  /** Messages of a board, as JSON, oldest first. */
  of(numero: number, canal: string): unknown[] {
    return this.received
      .filter((message) => message.numero === numero && message.canal === canal)
      .map(({ payload }) => JSON.parse(payload) as unknown);
  }

  samples(numero: number): TelemetrySample[] {
    return this.of(numero, 'telemetry').flatMap((message) => message as TelemetrySample | TelemetrySample[]);
  }

  /** Publishes to a board. */
  send(topic: string, payload: string, retain = false): Promise<void> {
    return new Promise((resolve, reject) =>
      this.aedes.publish(
        { cmd: 'publish', qos: 1, dup: false, retain, topic, payload: Buffer.from(payload) },
        (error) => (error ? reject(error) : resolve()),
      ),
    );
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => this.aedes.close(() => this.server.close(() => resolve())));
  }

  private take(client: Client | null, packet: AedesPublishPacket, done: (error?: Error | null) => void): void {
    const topic = parseTopic(packet.topic);
    if (!topic) return done(null);
    const received = { ...topic, payload: packet.payload.toString(), retain: packet.retain };
    if (client && this.cutOff(received)) {
      client.conn.destroy();
      return;
    }
    this.received.push(received);
    done(null);
    const ready = this.waiting.filter(({ check }) => check());
    this.waiting = this.waiting.filter((waiter) => !ready.includes(waiter));
    for (const { resolve } of ready) resolve();
  }
}
