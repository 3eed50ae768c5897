import { AppError, ChirpstackEvento, TtsMensaje } from '@acequia/contracts';
import fc from 'fast-check';
import { decoded } from './decoded.js';
import { ofChirpstack, ofTts } from './uplink.js';

/** As a ChirpStack v4 with the codec of a common soil probe tells of one; ids and places are made up. */
const SOIL = {
  deduplicationId: '9ffbc7be-916a-4597-9d64-0713a3d5e030',
  time: '2024-06-20T08:48:38.863512+00:00',
  deviceInfo: {
    tenantId: '52f14cd4-c6f1-4fbd-8f87-4025e1d49242',
    tenantName: 'Rancho',
    applicationId: '5bb92de6-49b3-49af-a366-34667f2230be',
    applicationName: 'Suelo',
    deviceProfileId: '37cf9cbd-e7e1-4269-8c22-b46bb5261a2a',
    deviceProfileName: 'Dragino_LSE01',
    deviceName: 'Sonda del lote 4',
    devEui: 'a8404187d187106e',
    tags: {},
  },
  devAddr: '01a2b3c4',
  adr: true,
  dr: 5,
  fCnt: 412,
  fPort: 2,
  confirmed: false,
  data: 'DOUAAAUuBV4AIxA=',
  object: {
    BatV: 3.301,
    temp_DS18B20: '0.00',
    temp_SOIL: '13.25',
    water_SOIL_f: 13.74,
    conduct_SOIL: 35.0,
    Mode: 'MOD1',
  },
  rxInfo: [
    { gatewayId: 'a84041ffff1f4b70', uplinkId: 4217106255, rssi: -97, snr: 7.8, channel: 1, crcStatus: 'CRC_OK' },
    { gatewayId: '0016c001f153a14c', uplinkId: 7895, rssi: -52, snr: 13.75, context: 'xwx0GQ==' },
  ],
  txInfo: { frequency: 868100000, modulation: { lora: { bandwidth: 125000, spreadingFactor: 7, codeRate: 'CR_4_5' } } },
};

/** The example of The Things Stack's documentation, with the battery that it adds since 3.33.1. */
const WEATHER = {
  end_device_ids: {
    device_id: 'estacion-1',
    application_ids: { application_id: 'rancho' },
    dev_eui: '0004A30B001C0530',
    join_eui: '800000000000000C',
    dev_addr: '00BCB929',
  },
  correlation_ids: ['as:up:01E0WZGT6Y7657CPFPE5WEYDSQ', 'gs:uplink:01E0WZGSZWT07NE5TS2APTV1Z9'],
  received_at: '2020-02-12T15:15:46.014773143Z',
  uplink_message: {
    session_key_id: 'AXA50tHUGUucuzS/bCGMNw==',
    f_cnt: 1,
    frm_payload: 'gkHe',
    decoded_payload: {
      temperature: 1.0,
      luminosity: 0.64,
      wind: { speed: 0, gusts: [1.5, 2.5] },
      rain: true,
      hail: null,
    },
    rx_metadata: [
      {
        gateway_ids: { gateway_id: 'gtw1', eui: '9C5C8E00001A05C4' },
        time: '2020-02-12T15:15:45.787Z',
        timestamp: 2463457000,
        rssi: -35,
        channel_rssi: -35,
        uplink_token: 'ChIKEAoEZ3R3MRIInFyOAAAaBcQQ6L3Vlgk=',
        channel_index: 2,
      },
    ],
    settings: {
      data_rate: { lora: { bandwidth: 125000, spreading_factor: 7 } },
      coding_rate: '4/6',
      frequency: '868300000',
    },
    consumed_airtime: '0.056576s',
    received_at: '2020-02-12T15:15:45.789585559Z',
    last_battery_percentage: { f_cnt: 14, value: 90.118576, received_at: '2020-02-12T03:00:00.787593298Z' },
  },
};

const up = (changes: object = {}) => ofChirpstack('up', ChirpstackEvento.parse({ ...SOIL, ...changes }));
const tts = (changes: object = {}) => ofTts(TtsMensaje.parse({ ...WEATHER, ...changes }));
const faultOf = (task: () => unknown): unknown => {
  try {
    task();
  } catch (error) {
    return error instanceof AppError ? { codigo: error.codigo, campo: error.detalles?.[0]?.campo } : error;
  }
  return null;
};

describe('an uplink as a server sends it', () => {
  it('of ChirpStack has its fields by path, numbers that are texts too, and the gateway that heard it best', () => {
    expect(up()).toEqual({
      uplink: {
        servidor: 'chirpstack',
        dev_eui: 'a8404187d187106e',
        nombre: 'Sonda del lote 4',
        mensaje: 'up:9ffbc7be-916a-4597-9d64-0713a3d5e030',
        ts: Date.UTC(2024, 5, 20, 8, 48, 38, 863),
        simulada: 0,
        f_cnt: 412,
        campos: [
          { ruta: 'BatV', valor: 3.301 },
          { ruta: 'temp_DS18B20', valor: 0 },
          { ruta: 'temp_SOIL', valor: 13.25 },
          { ruta: 'water_SOIL_f', valor: 13.74 },
          { ruta: 'conduct_SOIL', valor: 35 },
          { ruta: '@rssi', valor: -52 },
          { ruta: '@snr', valor: 13.75 },
        ],
      },
      others: ['Mode'],
      invented: [],
    });
  });

  it('of The Things Stack has what it leaves out as 0, and its battery with the time at which the node told it', () => {
    expect(tts()).toEqual({
      uplink: {
        servidor: 'tts',
        dev_eui: '0004a30b001c0530',
        nombre: 'estacion-1',
        mensaje: '1:2020-02-12T15:15:45.789585559Z',
        ts: Date.UTC(2020, 1, 12, 15, 15, 45, 789),
        simulada: 0,
        f_cnt: 1,
        campos: [
          { ruta: 'temperature', valor: 1 },
          { ruta: 'luminosity', valor: 0.64 },
          { ruta: 'wind.speed', valor: 0 },
          { ruta: 'wind.gusts.0', valor: 1.5 },
          { ruta: 'wind.gusts.1', valor: 2.5 },
          { ruta: 'rain', valor: 1 },
          { ruta: 'hail', valor: null },
          { ruta: '@rssi', valor: -35 },
          { ruta: '@snr', valor: 0 },
          { ruta: '@bateria', valor: 90.118576, ts: Date.UTC(2020, 1, 12, 3, 0, 0, 787) },
        ],
      },
      others: [],
      invented: [],
    });
    expect(tts({ simulated: true })?.uplink.simulada).toBe(1);
    const { f_cnt: _, ...first } = WEATHER.uplink_message;
    expect(tts({ uplink_message: first })?.uplink.f_cnt).toBe(0);
  });

  it('is a report on the battery too, which carries the id of the uplink that brought it', () => {
    const { deduplicationId, time, deviceInfo } = SOIL;
    const status = (changes: object) =>
      ofChirpstack(
        'status',
        ChirpstackEvento.parse({ deduplicationId, time, deviceInfo, margin: 10, batteryLevel: 87.8, ...changes }),
      )?.uplink;
    expect(status({})).toMatchObject({
      mensaje: `status:${deduplicationId}`,
      f_cnt: null,
      campos: [{ ruta: '@bateria', valor: 87.8 }],
    });
    expect(status({ externalPowerSource: true, batteryLevel: 0 })?.campos).toEqual([]);
    expect(status({ batteryLevelUnavailable: true, batteryLevel: 0 })?.campos).toEqual([]);
  });

  it('is none where the event measures nothing', () => {
    for (const event of ['join', 'ack', 'txack', 'log', 'location', 'integration', 'of_tomorrow'])
      expect(ofChirpstack(event, ChirpstackEvento.parse(SOIL))).toBeNull();
    expect(tts({ uplink_message: undefined, join_accept: { session_key_id: 'AXBSH1Pk6Z0G166' } })).toBeNull();
  });

  it('without a codec tells how it was heard, and no more', () => {
    expect(up({ object: undefined })?.uplink.campos.map(({ ruta }) => ruta)).toEqual(['@rssi', '@snr']);
    expect(up({ object: undefined, rxInfo: [] })?.uplink.campos).toEqual([]);
  });

  it('without bytes measures nothing, whatever a codec made of it, and tells how it was heard', () => {
    const heard = ['@rssi', '@snr'];
    const pathsOf = (understood: ReturnType<typeof up>) => understood?.uplink.campos.map(({ ruta }) => ruta);
    const { data: _, ...bare } = SOIL;
    for (const one of [bare, { ...SOIL, data: '' }, { ...SOIL, data: null }]) {
      const understood = ofChirpstack('up', ChirpstackEvento.parse(one));
      expect(pathsOf(understood)).toEqual(heard);
      expect(understood).toMatchObject({ others: [], invented: [...Object.keys(SOIL.object).slice(0, 5), 'Mode'] });
    }
    const { frm_payload: __, ...silent } = WEATHER.uplink_message;
    expect(pathsOf(tts({ uplink_message: silent }))).toEqual([...heard, '@bateria']);
    // A webhook whose fields are filtered tells neither the bytes nor the session.
    const { session_key_id: ___, ...filtered } = silent;
    expect(pathsOf(tts({ uplink_message: filtered }))).toContain('temperature');
  });

  it('of ChirpStack came when its gateway says, or where that cannot be, when the server got it', () => {
    const got = '2024-06-20T08:48:39.1+00:00';
    const later = '2024-06-20T08:48:39.4+00:00';
    const at = (time: string, heard: object[] = [{ nsTime: later }, { nsTime: got }, { rssi: -90 }]) =>
      new Date(up({ time, rxInfo: heard })!.uplink.ts).toISOString();
    expect(at(SOIL.time)).toBe('2024-06-20T08:48:38.863Z');
    expect(at('2024-06-19T20:00:00Z')).toBe('2024-06-19T20:00:00.000Z');
    for (const wrong of ['1980-01-21T23:17:20.234+00:00', '2012-01-01T00:00:00Z', '2024-06-20T09:18:00Z'])
      expect(at(wrong)).toBe('2024-06-20T08:48:39.100Z');
    expect(at('2024-06-20T09:18:00Z', [{ nsTime: null }])).toBe('2024-06-20T09:18:00.000Z');
  });

  it('may say null for what it does not have', () => {
    const heard = [
      { rssi: null, snr: null },
      { rssi: -90, snr: null },
    ];
    const nothing = { object: null, batteryLevel: null, externalPowerSource: null };
    const node = { ...SOIL.deviceInfo, deviceName: null };
    expect(up({ ...nothing, fCnt: null, rxInfo: heard, deviceInfo: node })?.uplink).toMatchObject({
      nombre: '',
      f_cnt: 0,
      campos: [
        { ruta: '@rssi', valor: -90 },
        { ruta: '@snr', valor: 0 },
      ],
    });
    const status = ofChirpstack('status', ChirpstackEvento.parse({ ...SOIL, ...nothing, rxInfo: null }));
    expect(status?.uplink.campos).toEqual([]);
    const { end_device_ids: ids, uplink_message: message } = WEATHER;
    const none = { f_cnt: null, decoded_payload: null, rx_metadata: null, last_battery_percentage: null };
    const empty = tts({ end_device_ids: { ...ids, device_id: null }, uplink_message: { ...message, ...none } });
    expect(empty?.uplink).toMatchObject({ nombre: '', f_cnt: 0, campos: [] });
    expect(tts({ uplink_message: null })).toBeNull();
    expect(faultOf(() => up({ deviceInfo: null }))).toEqual({ codigo: 'datos_invalidos', campo: 'body.deviceInfo' });
  });

  it('that lacks who, when or which is refused at its field', () => {
    const refused = (campo: string) => ({ codigo: 'datos_invalidos', campo });
    expect(faultOf(() => up({ deviceInfo: undefined }))).toEqual(refused('body.deviceInfo'));
    expect(faultOf(() => up({ time: undefined }))).toEqual(refused('body.time'));
    expect(faultOf(() => up({ deduplicationId: '' }))).toEqual(refused('body.deduplicationId'));
    expect(faultOf(() => tts({ end_device_ids: {} }))).toEqual(refused('body.end_device_ids.dev_eui'));
    const wrong = [{ time: 'ayer' }, { deviceInfo: { devEui: 'a84041' } }, { fCnt: -1 }, { rxInfo: 'x' }];
    for (const one of wrong) expect(ChirpstackEvento.safeParse({ ...SOIL, ...one }).success).toBe(false);
  });

  it('keeps what the server calls like ours from being taken for it', () => {
    expect(up({ object: { '@rssi': 5 } })?.uplink.campos).toEqual([
      { ruta: '@rssi', valor: -52 },
      { ruta: '@snr', valor: 13.75 },
    ]);
  });
});

describe('a decoded object', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

  it('is refused when it is too deep or holds too much, and is read no further', () => {
    expect(decoded(nested(8), 'body.object').campos).toHaveLength(1);
    expect(faultOf(() => decoded(nested(9), 'body.object'))).toMatchObject({ campo: 'body.object' });
    const wide = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i % 2 ? i : 'x']));
    expect(decoded(wide(300), 'body.object').campos).toHaveLength(150);
    let read = 0;
    const counted = new Proxy(wide(5_000), { get: (target, key) => ((read += 1), Reflect.get(target, key)) });
    expect(faultOf(() => decoded(counted, 'body.object'))).toMatchObject({ codigo: 'datos_invalidos' });
    expect(read).toBe(301);
  });

  it('names each leaf once, as a value or as none, whatever it holds', () => {
    const leaves = (node: unknown): number =>
      typeof node === 'object' && node !== null
        ? Object.values(node).reduce((sum: number, one) => sum + leaves(one), 0)
        : 1;
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (object) => {
        fc.pre(leaves(object) <= 300);
        const { campos, others } = decoded(object, 'body.object');
        const ours = campos.length + others.length;
        expect(ours).toBe(leaves(object));
        for (const { valor } of campos) expect(valor === null || Number.isFinite(valor)).toBe(true);
      }),
    );
  });
});
