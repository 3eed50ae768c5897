import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { eventually } from '@acequia/testing';
import { generate, parser, type Packet } from 'mqtt-packet';
import { guardSocket } from './socket-guard.js';

const hello = generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, clientId: 'placa-1' });
const publish = (n: number, bytes = 80): Buffer =>
  generate({
    cmd: 'publish',
    topic: `t/${n}`,
    payload: Buffer.alloc(bytes),
    qos: 1,
    messageId: n + 1,
    dup: false,
    retain: false,
  });

describe('what a board sent ahead', () => {
  let server: Server;
  let served: Socket;
  let board: Socket;
  let refused: string[];

  beforeEach(async () => {
    refused = [];
    server = createServer((socket) => {
      guardSocket(socket, (reason) => refused.push(reason));
      served = socket;
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    board = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await Promise.all([once(board, 'connect'), once(server, 'connection')]);
  });
  afterEach(() => {
    board.destroy();
    server.close();
  });

  /** Reads as a broker does: whatever one read gives, and again after each packet of it was handled. */
  const readAll = (): { turns: number[]; topics: string[] } => {
    const [turns, topics]: [number[], string[]] = [[], []];
    const parse = parser();
    let handled = 0;
    parse.on('packet', (packet: Packet) => {
      handled += 1;
      if (packet.cmd === 'publish') topics.push(packet.topic);
    });
    const turn = (): void => {
      const chunk = served.read() as Buffer | null;
      if (chunk === null) return;
      handled = 0;
      parse.parse(chunk);
      turns.push(handled);
      if (handled > 0) setImmediate(turn);
    };
    served.on('readable', turn);
    return { turns, topics };
  };

  it('is read a few packets at a turn, whole and in order', async () => {
    const { turns, topics } = readAll();
    const sent = Array.from({ length: 3_000 }, (_, n) => publish(n));
    board.write(Buffer.concat([hello, ...sent]));
    await eventually(() => expect(topics).toHaveLength(3_000));
    expect(topics).toEqual(sent.map((_packet, n) => `t/${n}`));
    expect(Math.max(...turns)).toBeLessThan(30);
  });

  it('is not held up by a packet that is larger than a turn', async () => {
    const { topics } = readAll();
    board.write(Buffer.concat([hello, publish(0, 60_000), publish(1), publish(2, 200_000), publish(3)]));
    await eventually(() => expect(topics).toEqual(['t/0', 't/1', 't/2', 't/3']));
  });

  it('is refused where it breaks a limit, with what came before it unread', async () => {
    readAll();
    board.on('error', () => undefined);
    board.write(Buffer.concat([hello, publish(0, 300_000)]));
    await eventually(() => expect(refused).toEqual(['packet too large']));
    expect(served.destroyed).toBe(true);
  });
});
