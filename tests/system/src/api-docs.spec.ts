import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ApiClient, eventually, Farm, type RunningAcequia, sharedAcequia } from '@acequia/testing';

const DOC = readFileSync(fileURLToPath(new URL('../../../docs/api.md', import.meta.url)), 'utf8');
const blocks = (language: string): string[] =>
  [...DOC.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text.trim());
/** Where the examples for other programs look for the console. */
const EXAMPLE = 'https://acequia.example';

const ADDRESSES = [...DOC.matchAll(/https:\/\/acequia\.example(\/api\/[^`"\s]+)/g)].map(([, path = '']) => path);

/** An uplink with one value, as each network server tells it. */
const UPLINKS = (now: string): Readonly<Record<string, unknown>> => ({
  '/api/lorawan/chirpstack?event=up': {
    deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
    time: now,
    deviceInfo: { devEui: '0102030405060708', deviceName: 'Suelo' },
    fCnt: 1,
    object: { humedad: 31.5 },
  },
  '/api/lorawan/tts': {
    end_device_ids: { device_id: 'suelo', dev_eui: '0102030405060709' },
    received_at: now,
    uplink_message: { f_cnt: 1, received_at: now, decoded_payload: { humedad: 31.5 } },
  },
});

/** The words of a command line: '…' is taken as it stands, elsewhere $NAME is replaced. */
const wordsOf = (line: string, names: Record<string, string>): string[] => {
  const named = (text: string) => text.replace(/\$([A-Z]+)/g, (_, name: string) => names[name] ?? `<no ${name}>`);
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"]+)+/g)].map(([word]) =>
    word.replace(
      /'([^']*)'|"([^"]*)"|[^'"]+/g,
      (part, plain?: string, quoted?: string) => plain ?? named(quoted ?? part),
    ),
  );
};

/** Sends what a curl of the page would send: -s, -X, -H, -d and the address. */
const curl = async (line: string, names: Record<string, string>) => {
  const [command, ...words] = wordsOf(line, names);
  expect(command).toBe('curl');
  const headers: Record<string, string> = {};
  const init: { method: string; body?: string } = { method: 'GET' };
  let url = '';
  while (words.length > 0) {
    const word = words.shift() ?? '';
    if (word === '-s') continue;
    if (word === '-X') init.method = words.shift() ?? '';
    else if (word === '-d') init.body = words.shift() ?? '';
    else if (word === '-H') {
      const [name = '', ...value] = (words.shift() ?? '').split(': ');
      headers[name] = value.join(': ');
    } else url = word;
  }
  const response = await fetch(url, { ...init, headers });
  return { status: response.status, body: (await response.json()) as unknown };
};

/** The columns that the page names to Grafana. */
const SERIES: unknown = expect.arrayContaining([
  { ts: expect.any(Number) as number, media: null, minimo: null, maximo: null, suma: null },
]);

describe('docs/api.md', () => {
  let acequia: RunningAcequia;
  let farm: Farm;
  let root: ApiClient;
  let token: string;

  beforeAll(async () => {
    acequia = await sharedAcequia();
    root = await acequia.loginAdmin();
    farm = await Farm.create(acequia, root);
    ({ token } = await farm.admin.api.call('tokens.crear', {
      body: {
        nombre: 'ERP',
        empresa_id: null,
        sitios: null,
        max_s: null,
        permisos: ['leer', 'operar'],
        vence: Date.now() + 86_400_000,
      },
    }));
  });
  afterAll(() => acequia?.stop());

  it('has curl examples that do what they say', async () => {
    const names = {
      ACEQUIA: acequia.http,
      TOKEN: token,
      SESSION: farm.admin.api.token ?? '',
      SWITCH: String(farm.switches[0]?.id),
      VENCE: String(Date.now() + 86_400_000),
    };
    const answers: { status: number; body: unknown }[] = [];
    for (const line of blocks('sh')) answers.push(await curl(line, names));
    expect(answers).toMatchObject([
      { status: 200, body: farm.switches.map(({ id }) => ({ id })) },
      { status: 202, body: { comando_id: expect.any(String) as string } },
      { status: 200, body: [{ accion: 'on', max_s: 600, usuario_nombre: 'API «ERP»' }] },
      { status: 202, body: { comando_id: expect.any(String) as string } },
      { status: 200, body: [] },
      { status: 201, body: { nombre: 'ERP', token: expect.stringMatching(/^acq_/) as string } },
    ]);
  });

  it('names to Node-RED and Grafana addresses that answer', async () => {
    const { id: punto } = await root.call('puntos.crear', {
      body: {
        empresa_id: farm.empresa.id,
        placa_id: farm.board.placa_id,
        fuente: { tipo: 'placa', driver: 'pulsos', pin: 32 },
        magnitud: 'volumen',
        nombre: 'Medidor',
        mide: null,
      },
    });
    await eventually(() => root.call('puntos.serie', { params: { id: punto }, query: {} }));
    const addresses = ADDRESSES.filter((path) => !path.includes('/lorawan/'));
    expect(addresses.length).toBeGreaterThanOrEqual(5);
    const now = Date.now();
    for (const path of addresses) {
      const asked = path
        .replace('${__from}', String(now - 3_600_000))
        .replace('${__to}', String(now))
        .replace('/puntos/5/', `/puntos/${punto}/`)
        .replace(/\b12\b/, String(farm.switches[0]?.id));
      const turnsOn = asked.endsWith('/on');
      const response = await fetch(acequia.http + asked, {
        method: turnsOn ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(turnsOn && { body: '{"duracion_s":600}' }),
      });
      expect([asked, response.status]).toEqual([asked, turnsOn ? 202 : 200]);
      if (asked.includes('/serie')) expect(await response.json()).toMatchObject({ unidad: 'm³', puntos: SERIES });
    }
    const [flow = '[]'] = blocks('json');
    const nodes = JSON.parse(flow) as { id: string; url?: string; wires: string[][] }[];
    const ids = new Set(nodes.map(({ id }) => id));
    expect(nodes.flatMap(({ wires }) => wires.flat()).filter((id) => !ids.has(id))).toEqual([]);
    expect(nodes.flatMap(({ url }) => url ?? []).every((url) => url.startsWith(EXAMPLE))).toBe(true);
  });

  it('names to LoRaWAN servers addresses that take what they send, with a token that may measure', async () => {
    const { token: measuring } = await farm.admin.api.call('tokens.crear', {
      body: {
        nombre: 'Red LoRaWAN',
        empresa_id: null,
        sitios: null,
        max_s: null,
        permisos: ['medir'],
        vence: Date.now() + 86_400_000,
      },
    });
    const uplinks = Object.entries(UPLINKS(new Date().toISOString()));
    expect(uplinks.map(([path]) => path.split('?')[0])).toEqual(ADDRESSES.filter((path) => path.includes('/lorawan/')));
    for (const [path, uplink] of uplinks) {
      const response = await fetch(acequia.http + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${measuring}`, 'content-type': 'application/json' },
        body: JSON.stringify(uplink),
      });
      expect([path, response.status, await response.json()]).toMatchObject([path, 200, { sin_usar: ['humedad'] }]);
    }
  });
});
