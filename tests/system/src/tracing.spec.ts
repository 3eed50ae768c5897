import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, Farm, startAcequia, type ApiClient, type RunningAcequia } from '@acequia/testing';

const TOKEN = '7654321:AAH-secret-token-of-a-bot';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  service: string;
  attributes: Record<string, string>;
}
interface Otlp {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<Span, 'service' | 'attributes'> & { attributes: Attribute[] })[] }[];
  }[];
}
interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

const readAttributes = (attributes: Attribute[]): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue ?? '')]));

/** A server on a free port that keeps what it is sent. */
const listen = async (answer: object): Promise<{ url: string; bodies: string[]; paths: string[]; server: Server }> => {
  const bodies: string[] = [];
  const paths: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      paths.push(request.url ?? '');
      bodies.push(body);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, paths, server };
};

const readSpans = (bodies: string[]): Span[] =>
  bodies
    .flatMap((body) => (JSON.parse(body) as Otlp).resourceSpans)
    .flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map((span) => ({
          ...span,
          service: readAttributes(resource.attributes)['service.name'] ?? '',
          attributes: readAttributes(span.attributes),
        })),
      ),
    );

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let collector: Awaited<ReturnType<typeof listen>>;
  let telegram: Awaited<ReturnType<typeof listen>>;
  let acequia: RunningAcequia;
  let root: ApiClient;

  beforeAll(async () => {
    [collector, telegram] = await Promise.all([listen({}), listen({ ok: true, result: { message_id: 1 } })]);
    acequia = await startAcequia({
      quick: true,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TELEGRAM_API_URL: telegram.url },
    });
    root = await acequia.loginAdmin();
  });
  afterAll(async () => {
    await acequia?.stop();
    for (const { server } of [collector, telegram]) server?.closeAllConnections();
    for (const { server } of [collector, telegram]) server?.close();
  });

  it('one order is one trace: HTTP, the calls of the bus, SQL and MQTT, each below what caused it', async () => {
    const farm = await Farm.create(acequia, root);
    const board = await farm.connectBoard();
    await board.subscribeAsync(`acequia/v1/${farm.board.id}/command`, { qos: 1 });
    const [valve] = farm.switches;
    await eventually(async () =>
      expect((await farm.admin.api.call('switches.panel'))[0]).toMatchObject({ placa_online: 1 }),
    );
    await farm.admin.api.call('switches.encender', { params: { id: valve!.id }, body: {} });
    // Each service sends its spans by itself.
    const trace = await eventually(() => {
      const spans = readSpans(collector.bodies);
      const last = spans.find(({ name }) => name === 'mqtt command');
      const same = spans.filter(({ traceId }) => traceId === last?.traceId);
      const way: string[] = [];
      for (let at = last; at; at = same.find(({ spanId }) => spanId === at?.parentSpanId)) way.push(at.service);
      // The call has one span where it is asked and one where it is answered.
      expect(way).toEqual(['device-gateway', 'device-gateway', 'api-gateway', 'api-gateway']);
      expect(same.map(({ name }) => name)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^POST .*\/on$/), 'SELECT']),
      );
      expect(same.filter(({ parentSpanId }) => !parentSpanId)).toHaveLength(1);
      return same;
    });
    for (const { attributes } of trace.filter(({ name }) => name === 'SELECT'))
      expect(attributes['db.query.text']).toMatch(/^\s*SELECT/i);
    await board.endAsync(true);
  });

  it('tells no token of a bot, password or session, whatever URL it was in', async () => {
    const farm = await Farm.create(acequia, root);
    const body = { token_telegram: TOKEN, telegram_chat_id: '55' };
    await root.call('empresas.probar_telegram', { params: { id: farm.empresa.id }, body });
    expect(telegram.paths.join()).toContain(TOKEN);
    const urls = await eventually(() => {
      const found = readSpans(collector.bodies).flatMap(({ attributes }) => attributes['url.full'] ?? []);
      expect(found).toContainEqual(expect.stringMatching(/\/bot\*\*\*\/sendMessage$/));
      return found;
    });
    const all = [...urls, ...collector.bodies].join('\n');
    for (const secret of [TOKEN, farm.board.password, root.token!]) expect(all).not.toContain(secret);
  });
});
