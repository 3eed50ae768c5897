import { eventually } from '@acequia/testing';
import { generate, parser, type Packet } from 'mqtt-packet';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { BoardStream } from './board-stream.js';
import { HearingQueue, type Speaker } from './hearing-queue.js';

const hello = generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, clientId: 'placa-1' });
const publish = (topic: string, bytes = 80): Buffer =>
  generate({ cmd: 'publish', topic, payload: Buffer.alloc(bytes), qos: 0, dup: false, retain: false });
const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${name}/${n}`);

/** Reads as the broker does: once when data is there, and again when each packet is handled. */
class Hearer {
  readonly heard: string[] = [];
  readonly pieces: number[] = [];
  private readonly parse = parser();
  private inPiece = 0;

  constructor(
    readonly stream: BoardStream,
    private readonly dealtWith: () => Promise<unknown> = () => new Promise(setImmediate),
  ) {
    this.parse.on('packet', (packet: Packet) => {
      this.inPiece += 1;
      if (packet.cmd === 'publish') this.heard.push(packet.topic);
    });
    stream.on('readable', () => this.next());
  }

  private next(): void {
    const piece = this.stream.read() as Buffer | null;
    if (piece === null) return;
    this.inPiece = 0;
    this.parse.parse(piece);
    this.pieces.push(this.inPiece);
    if (this.inPiece > 0) void this.dealtWith().then(() => this.next());
  }
}

/** So many others are heard first that nobody speaks until it is called. */
class LateQueue extends HearingQueue {
  private readonly late = new Set<Speaker>();

  override add(speaker: Speaker): void {
    this.late.add(speaker);
  }

  come(): void {
    for (const speaker of this.late) super.add(speaker);
  }
}

describe('what a board sent ahead', () => {
  let server: Server;
  let refused: string[];
  let sockets: Socket[];

  beforeEach(async () => {
    [refused, sockets] = [[], []];
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  const open = async (
    dealtWith?: () => Promise<unknown>,
    queue = new HearingQueue(),
  ): Promise<{ board: Socket; hearer: Hearer }> => {
    const board = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    const [served] = (await once(server, 'connection')) as [Socket];
    sockets.push(board, served);
    const stream = new BoardStream(served, queue, (reason) => refused.push(reason)).on('error', () => undefined);
    return { board, hearer: new Hearer(stream, dealtWith) };
  };

  it('is read a few packets at a time, whole and in order', async () => {
    const { board, hearer } = await open();
    const topics = numbered('t', 3_000);
    board.write(Buffer.concat([hello, ...topics.map((topic) => publish(topic))]));
    await eventually(() => expect(hearer.heard).toHaveLength(topics.length));
    expect(hearer.heard).toEqual(topics);
    expect(Math.max(...hearer.pieces)).toBeLessThan(30);
  });

  it('is not held up by a packet that is larger than a piece', async () => {
    const { board, hearer } = await open();
    board.write(Buffer.concat([hello, publish('a', 60_000), publish('b'), publish('c', 200_000), publish('d')]));
    await eventually(() => expect(hearer.heard).toEqual(['a', 'b', 'c', 'd']));
  });

  it('waits until earlier messages of its board are handled', async () => {
    let settle = (): void => undefined;
    const { board, hearer } = await open(() => new Promise<void>((resolve) => (settle = resolve)));
    board.write(Buffer.concat([hello, ...numbered('t', 300).map((topic) => publish(topic))]));
    await eventually(() => expect(hearer.pieces).toHaveLength(1));
    for (let tick = 0; tick < 20; tick++) await new Promise(setImmediate);
    expect(hearer.pieces).toHaveLength(1);
    settle();
    await eventually(() => expect(hearer.pieces).toHaveLength(2));
  });

  it('is read to its end when the board hangs up, before the connection ends', async () => {
    const { board, hearer } = await open();
    const topics = numbered('t', 1_000);
    board.end(Buffer.concat([hello, ...topics.map((topic) => publish(topic))]));
    await once(hearer.stream, 'close');
    expect(hearer.heard).toEqual(topics);
  });

  it('is dropped when it is only a CONNECT of a board that has hung up', async () => {
    const queue = new LateQueue();
    const { board, hearer } = await open(undefined, queue);
    board.end(hello);
    await once(hearer.stream.socket, 'end');
    queue.come();
    await once(hearer.stream, 'close');
    expect(hearer.pieces).toEqual([]);
  });

  it('ends the connection where it breaks a limit', async () => {
    const { board, hearer } = await open();
    board.write(Buffer.concat([hello, publish('a'), publish('b', 300_000)]));
    await eventually(() => expect(refused).toEqual(['packet too large']));
    expect(hearer.stream.socket.destroyed).toBe(true);
  });

  it('does not delay messages to the board', async () => {
    const { board, hearer } = await open();
    const said: Buffer[] = [];
    board.on('data', (chunk: Buffer) => said.push(chunk));
    hearer.stream.cork();
    for (const text of ['uno ', 'dos ', 'tres']) hearer.stream.write(text);
    hearer.stream.uncork();
    await eventually(() => expect(Buffer.concat(said).toString()).toBe('uno dos tres'));
  });
});
