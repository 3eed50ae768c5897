import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { ChirpstackEvento, TtsMensaje } from '@acequia/contracts';
import { Command } from 'commander';
import { addLorawanCommand } from './command.js';

interface Posted {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: unknown;
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
};

/** What `boards lorawan` posts to a console. */
const postedBy = async (server: string): Promise<Posted[]> => {
  const posted: Posted[] = [];
  const http = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method, url, headers } = request;
      posted.push({ method, url, authorization: headers.authorization, body });
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const program = new Command();
  addLorawanCommand(program, () => new AbortController().signal);
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const told = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await program.parseAsync(
      ['lorawan', '--nodes', '2', '--seconds', '1', '--every', '1', '--server', server, '--http', address],
      {
        from: 'user',
      },
    );
    expect(JSON.parse(String(told.mock.calls[0]?.[0]))).toMatchObject({ nodes: 2, answers: { 200: posted.length } });
  } finally {
    told.mockRestore();
    http.close();
  }
  return posted;
};

describe('boards lorawan', () => {
  beforeAll(() => void (process.env['ACEQUIA_TOKEN'] = 'acq_of_a_test'));
  afterAll(() => void delete process.env['ACEQUIA_TOKEN']);

  it('posts as ChirpStack does: the event in the address, the token in a header', async () => {
    const posted = await postedBy('chirpstack');
    expect(posted.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      'POST /api/lorawan/chirpstack?event=status',
      'POST /api/lorawan/chirpstack?event=status',
      'POST /api/lorawan/chirpstack?event=up',
      'POST /api/lorawan/chirpstack?event=up',
    ]);
    for (const { authorization, body } of posted) {
      expect(authorization).toBe('Bearer acq_of_a_test');
      expect(ChirpstackEvento.parse(body).deviceInfo?.devEui).toMatch(/^a8404100/);
    }
  });

  it('posts as The Things Stack does', async () => {
    const posted = await postedBy('tts');
    expect(posted.map(({ url }) => url)).toEqual(['/api/lorawan/tts', '/api/lorawan/tts']);
    for (const { body } of posted) expect(TtsMensaje.parse(body).uplink_message?.decoded_payload).toBeDefined();
  });
});
