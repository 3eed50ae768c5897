import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AlertsEnv } from '../env.js';
import { TelegramFailure } from './failure.js';
import { TelegramClient } from './telegram.client.js';

const TOKEN = '123456789:AAaaBBbbCCccDDddEEeeFFffGGggHHhhIIi';

let server: Server;
let client: TelegramClient;
let answer: (response: ServerResponse) => void;
let asked: { method: string; body: Record<string, unknown> }[];

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      asked.push({ method: request.url?.split('/').at(-1) ?? '', body: JSON.parse(text) as Record<string, unknown> });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = new TelegramClient({ TELEGRAM_API_URL: url } as AlertsEnv);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => (asked = []));

const says = (status: number, body: unknown): void => {
  answer = (response) => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
};
const refuses = (error_code: number, description: string, parameters?: unknown): void =>
  says(error_code, { ok: false, error_code, description, ...(parameters !== undefined && { parameters }) });
const send = (): Promise<number> => client.send(TOKEN, '7', 'Hola');
const failureOf = async (work: Promise<unknown>): Promise<TelegramFailure> => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TelegramFailure);
  return error as TelegramFailure;
};

it('sends names as they are written: nothing in them is markup', async () => {
  says(200, { ok: true, result: { message_id: 5 } });
  const text = 'Rancho <b>Tom & Jerry</b> _*[x](y)`~';
  expect(await client.send(TOKEN, '7', text)).toBe(5);
  expect(asked[0]).toMatchObject({ method: 'sendMessage', body: { chat_id: '7', text } });
  expect(asked[0]?.body).not.toHaveProperty('parse_mode');
});

describe('a refusal', () => {
  it.each([
    ['an unknown chat', 400, 'Bad Request: chat not found', 'telegram_chat_desconocido'],
    ['a person who blocked the bot', 403, 'Forbidden: bot was blocked by the user', 'telegram_bloqueado'],
    ['a group without the bot', 403, 'Forbidden: bot was kicked from the group chat', 'telegram_expulsado'],
    ['a group that the bot left', 403, 'Forbidden: bot is not a member of the group chat', 'telegram_expulsado'],
    ['a wrong token', 401, 'Unauthorized', 'telegram_token'],
    ['a token that is none', 404, 'Not Found', 'telegram_token'],
    ['anything else', 400, 'Bad Request: message is too long', 'telegram_rechaza'],
    ['a message that is too old to edit', 400, "Bad Request: message can't be edited", 'telegram_rechaza'],
  ])('because of %s is for good', async (_what, status, description, codigo) => {
    refuses(status, description);
    expect(await failureOf(send())).toMatchObject({ kind: 'refused', reason: { codigo } });
  });

  it.each([
    [{ retry_after: 35 }, 35_000],
    [{ retry_after: '35' }, 35_000],
    [{ retry_after: 0 }, 5_000],
    [{ retry_after: 0.2 }, 1_000],
    [{}, 5_000],
    [null, 5_000],
    [undefined, 5_000],
  ])('for impatience with %j waits', async (parameters, retry_ms) => {
    refuses(429, 'Too Many Requests', parameters);
    expect(await failureOf(send())).toMatchObject({ kind: 'wait', detail: { retry_ms } });
  });

  it('names the group that a chat became', async () => {
    refuses(400, 'Bad Request: group chat was upgraded', { migrate_to_chat_id: -1_001_234_567_890 });
    expect(await failureOf(send())).toMatchObject({ kind: 'moved', detail: { chat_id: '-1001234567890' } });
  });

  it('of an edit that changes nothing is none', async () => {
    refuses(400, 'Bad Request: message is not modified: specified new message content is the same');
    await client.edit(TOKEN, '7', 5, 'Hola', []);
  });

  it.each([
    "Conflict: can't use getUpdates method while webhook is active",
    'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  ])('because of another listener is told as such: %s', async (description) => {
    refuses(409, description);
    const polled = client.updates(TOKEN, 0, 1, AbortSignal.timeout(60_000));
    expect((await failureOf(polled)).kind).toBe('conflict');
  });
});

it.each([
  ['a page of a proxy', 502, '<html><body>Bad Gateway</body></html>'],
  ['a page that claims success', 200, '<html><body>Sign in to this network</body></html>'],
  ['a page that refuses', 403, '<html><body>Forbidden</body></html>'],
  ['half an answer', 200, '{"ok":true,"result":{"message_id":'],
  ['an empty answer', 200, ''],
  ['null', 200, 'null'],
  ['a list', 200, '[]'],
  ['an answer that says neither yes nor no', 200, '{}'],
  ['yes without a message', 200, '{"ok":true}'],
  ['yes with a message without a number', 200, '{"ok":true,"result":{}}'],
  ['a fault of its own', 500, '{"ok":false,"error_code":500,"description":"Internal Server Error"}'],
  ['more than anybody asked for', 200, `{"ok":true,"result":"${'x'.repeat(2_000_001)}"}`],
])('takes %s for no answer: the message may have arrived', async (_what, status, body) => {
  says(status, body);
  expect((await failureOf(send())).kind).toBe('away');
});

it('treats a broken connection as no answer', async () => {
  answer = (response) => response.destroy();
  expect((await failureOf(send())).kind).toBe('away');
});

it('follows no redirect, and shows no token in a failure', async () => {
  answer = (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
  const failure = await failureOf(send());
  expect(failure.kind).toBe('away');
  expect(JSON.stringify(failure) + String(failure.stack)).not.toContain(TOKEN);
});

it('cuts the answer to a press to the length that Telegram shows', async () => {
  says(200, { ok: true, result: true });
  await client.answer(TOKEN, 'press', 'x'.repeat(500));
  expect(asked[0]?.body['text']).toHaveLength(200);
});
