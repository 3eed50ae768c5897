import { waitOf } from '@acequia/simulators';
import { generate, parser } from 'mqtt-packet';
import { connect as connectTcp, type Socket } from 'node:net';

export interface Board {
  /** The board's number, and how its rows are keyed. */
  id: number;
  placa_id: number;
  username: string;
  password: string;
}

interface Owed {
  packet: Parameters<typeof generate>[0] & { dup: boolean };
  sent: boolean;
  done: () => void;
  failed: (error: Error) => void;
}

const KEEPALIVE_S = 60;
/** The firmware gives up an attempt after this, ms. */
const CONNECT_MS = 10_000;
/** After a connection of this length the waits start small again, as in the firmware. */
const STABLE_MS = 10_000;
const MESSAGE_IDS = 65_535;
/** Addresses of loopback that the boards share: from a single one, thousands of attempts exhaust its ports. */
const ADDRESSES = 16;
const PINGREQ = generate({ cmd: 'pingreq' });

/**
 * A board's connection with as little as QoS 1 needs: where thousands of boards share the machine with what is measured, a whole MQTT
 * client costs more than the broker.
 */
export class BenchBoard {
  connected = false;
  private socket: Socket | undefined;
  private closed = false;
  private attempts = 0;
  private lastId = 0;
  private upAt = 0;
  private spokeAt = 0;
  private onUp: () => void = () => undefined;
  private onDown: (error: Error) => void = () => undefined;
  private readonly owed = new Map<number, Owed>();

  /** `comesBack`: reconnects as the firmware does when its connection breaks, and sends again what was not acknowledged. */
  constructor(
    private readonly url: URL,
    private readonly board: Board,
    private readonly comesBack: boolean,
  ) {}

  /** Resolves with the first CONNACK. Rejects when the connection ends before it, unless the board comes back by itself. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.onUp = resolve;
      this.onDown = reject;
      this.attempt();
    });
  }

  /** Resolves with the PUBACK. */
  publish(topic: string, payload: string): Promise<void> {
    if (!this.connected && !this.comesBack) return Promise.reject(new Error('not connected'));
    this.lastId = (this.lastId % MESSAGE_IDS) + 1;
    const messageId = this.lastId;
    return new Promise((done, failed) => {
      const packet = { cmd: 'publish', topic, payload, qos: 1, messageId, dup: false, retain: false } as const;
      const owed: Owed = { packet: { ...packet }, sent: false, done, failed };
      this.owed.set(messageId, owed);
      if (this.connected) this.send(owed);
    });
  }

  /** Call once a second: a silent board says that it is there. */
  keepAlive(now: number): void {
    if (!this.connected || now - this.spokeAt < (KEEPALIVE_S - 15) * 1_000) return;
    this.spokeAt = now;
    this.socket?.write(PINGREQ);
  }

  /** Without a DISCONNECT, as a board loses its power. */
  close(): void {
    this.closed = true;
    this.socket?.destroy();
    this.fail();
  }

  private attempt(): void {
    const { id: number, username, password } = this.board;
    const localAddress = `127.0.1.${1 + (number % ADDRESSES)}`;
    const socket = connectTcp({ port: Number(this.url.port), host: this.url.hostname, localAddress, noDelay: true });
    this.socket = socket;
    const input = parser();
    input.on('packet', (packet) => {
      if (packet.cmd === 'puback') this.acknowledged(packet.messageId!);
      else if (packet.cmd === 'connack' && packet.returnCode === 0) this.up();
      else if (packet.cmd !== 'pingresp') socket.destroy();
    });
    input.on('error', () => socket.destroy());
    socket.on('data', (chunk) => input.parse(chunk));
    socket.on('error', () => undefined);
    const late = setTimeout(() => this.connected || socket.destroy(), CONNECT_MS);
    socket.once('close', () => {
      clearTimeout(late);
      this.down();
    });
    socket.write(
      generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: `placa-${number}`,
        username,
        password: Buffer.from(password),
        keepalive: KEEPALIVE_S,
      }),
    );
  }

  private up(): void {
    this.connected = true;
    this.upAt = this.spokeAt = Date.now();
    this.onUp();
    for (const owed of this.owed.values()) this.send(owed);
  }

  private down(): void {
    if (this.connected && Date.now() - this.upAt >= STABLE_MS) this.attempts = 0;
    this.connected = false;
    if (this.closed) return;
    if (this.comesBack) {
      setTimeout(() => this.closed || this.attempt(), waitOf(this.attempts++));
      return;
    }
    this.onDown(new Error(`board ${this.board.id} lost its connection`));
    this.fail();
  }

  private send(owed: Owed): void {
    owed.packet.dup = owed.sent;
    owed.sent = true;
    this.spokeAt = Date.now();
    this.socket?.write(generate(owed.packet));
  }

  private acknowledged(messageId: number): void {
    this.owed.get(messageId)?.done();
    this.owed.delete(messageId);
  }

  private fail(): void {
    const error = new Error('the connection ended');
    for (const { failed } of this.owed.values()) failed(error);
    this.owed.clear();
  }
}
