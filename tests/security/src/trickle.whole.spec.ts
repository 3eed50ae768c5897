import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type ApiClient, type RunningAcequia, sharedAcequia } from '@acequia/testing';

describe('a body that trickles', () => {
  let acequia: RunningAcequia;
  let root: ApiClient;

  beforeAll(async () => {
    acequia = await sharedAcequia();
    root = await acequia.loginAdmin();
  });
  afterAll(() => acequia?.stop());

  /** Sends a byte each second until the server closes the connection. Resolves with the answer. */
  const trickle = async (headers: string[]): Promise<string> => {
    const { hostname, port } = new URL(acequia.http);
    const socket: Socket = connect(Number(port), hostname);
    let heard = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
    socket.on('error', () => undefined);
    const head = ['POST /api/empresas HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...headers];
    socket.write(`${head.join('\r\n')}\r\nContent-Length: 5000\r\n\r\n{`);
    const dropping = setInterval(() => socket.writable && socket.write(' '), 1_000);
    await once(socket, 'close');
    clearInterval(dropping);
    return heard;
  };

  it('43. is cut, of a stranger and of somebody who is known', async () => {
    const [stranger, known] = await Promise.all([trickle([]), trickle([`Authorization: Bearer ${root.token}`])]);
    expect(stranger).toMatch(/^HTTP\/1\.1 401/);
    expect(known).toMatch(/^HTTP\/1\.1 408/);
  });
});
