import { encodeResult, encodeStatus, TOPIC_ROOT } from '@acequia/board-protocol';
import type { Punto } from '@acequia/contracts';
import { INVENTED } from '@acequia/contracts/spec-support';
import { VirtualBoard } from '@acequia/simulators';
import {
  type ApiClient,
  eventually,
  Farm,
  publishTelemetry,
  type RunningAcequia,
  startAcequia,
  untilSentPoints,
} from '@acequia/testing';
import type { MqttClient } from 'mqtt';

/** Loaded by each service before its own code. */
const ENTRY = new URL('../../../libs/contracts/dist/spec-support/invented-magnitude.js', import.meta.url).href;
const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;

/** The services are as they are built: their catalogue has an entry more, and nothing else was edited. */
describe('a magnitude that the catalogue has since today', () => {
  let acequia: RunningAcequia;
  let farm: Farm;
  let api: ApiClient;
  let wire: MqttClient;
  let point: Punto;
  let board: VirtualBoard;
  let looking: NodeJS.Timeout;
  let volts = 0.5;

  const say = (channel: string, payload: string, retain = false): void =>
    void wire.publish(`${TOPIC_ROOT}/${farm.board.id}/${channel}`, payload, { qos: 1, retain });
  const hear = (channel: string, payload: Buffer): void => {
    if (channel === 'config') board.configure(payload, Date.now());
    if (channel === 'control') board.takeControl(payload, Date.now());
    if (channel !== 'command') return;
    const answer = board.command(payload, Date.now());
    if (answer?.result) say('result', encodeResult(answer.result));
  };
  const look = (): void => {
    board.tick(Date.now());
    if (board.takeNews()) say('status', encodeStatus(board.status(Date.now())), true);
  };
  const isOn = (): boolean | undefined => board.pines().get(farm.switches[0]!.hardware_pin);
  const tell = (valor: number, ts = Date.now()): Promise<void> =>
    publishTelemetry(wire, farm.board.id, { ts, values: { [point.n!]: valor } });
  const shown = async (): Promise<Punto | undefined> =>
    (await api.call('puntos.listar', { query: { empresa_id: String(farm.empresa.id) } }))[0];

  beforeAll(async () => {
    acequia = await startAcequia({ quick: true, env: { NODE_OPTIONS: `--import=${ENTRY}` } });
    farm = await Farm.create(acequia, await acequia.loginAdmin());
    api = farm.admin.api;
    const [empresa_id, placa_id] = [farm.empresa.id, farm.board.placa_id];
    const fuente = { tipo: 'placa', driver: 'adc', pin: 34 } as const;
    const body = { empresa_id, placa_id, fuente, magnitud: INVENTED, nombre: 'Agua del canal', a: 1_000 };
    point = await api.call('puntos.crear', { body });
    const spec = { numero: farm.board.id, placa_id, username: '', password: '', place: 'campo' } as const;
    board = new VirtualBoard({ ...spec, relays: [], sensors: [] }, Date.now(), {
      turnos: false,
      points: { pulses: () => 0, volts: () => volts },
    });
    board.timeAnswered(0);
    board.announce(Date.now());
    wire = await farm.connectBoard();
    wire.on('message', (topic, payload) => hear(topic.split('/').at(-1) ?? '', payload));
    const heard = ['config', 'control', 'command'].map((channel) => `${TOPIC_ROOT}/${farm.board.id}/${channel}`);
    await wire.subscribeAsync(heard, { qos: 1 });
    await untilSentPoints(wire, farm.board.id, 1);
    say('status', encodeStatus(board.status(Date.now())), true);
    looking = setInterval(look, 250);
  });
  afterAll(async () => {
    clearInterval(looking);
    await wire?.endAsync(true);
    await acequia?.stop();
  });

  it('is told of, taken from a board, rolled up exactly, and in a file', async () => {
    const known = await api.call('magnitudes.listar');
    expect(known.find(({ clave }) => clave === INVENTED)).toMatchObject({ nombre: 'Turbidez', unidad: 'NTU' });
    const hasta = Math.floor(Date.now() / QUARTER) * QUARTER;
    const desde = hasta - 8 * QUARTER;
    const told = Array.from({ length: 120 }, (_, minute) => ({
      ts: desde + minute * MINUTE,
      valor: Math.round((900 + 300 * Math.sin(minute / 7)) * 100) / 100,
    }));
    // In no order.
    const samples = told.map(({ ts, valor }) => ({ ts, values: { [point.n!]: valor } }));
    for (const part of [samples.slice(70), samples.slice(0, 70).reverse()])
      await publishTelemetry(wire, farm.board.id, part);
    const quarters = Array.from({ length: 8 }, (_, n) => {
      const values = told.flatMap(({ ts, valor }) => (Math.floor((ts - desde) / QUARTER) === n ? [valor] : []));
      const media = values.reduce((sum, value) => sum + value, 0) / values.length;
      const [minimo, maximo] = [Math.min(...values), Math.max(...values)];
      return { ts: desde + n * QUARTER, media: Math.round(media * 1_000) / 1_000, minimo, maximo, suma: null };
    });
    const params = { id: String(point.id) };
    await eventually(async () => {
      const query = { desde: String(desde), hasta: String(hasta), puntos: '9' };
      const { unidad, paso_s, puntos } = await api.call('puntos.serie', { params, query });
      expect([unidad, paso_s]).toEqual(['NTU', QUARTER / 1_000]);
      expect(puntos).toEqual(quarters);
    });
    const csv = await api.call('puntos.csv', { params });
    expect(csv).toContain('Fecha,Punto,Turbidez (NTU)');
    expect(csv).toContain(`,Agua del canal,${told.at(-1)!.valor.toFixed(2)}`);
  });

  it('is refused outside its range, and raises an alarm', async () => {
    await tell(5_000);
    await eventually(async () => {
      const [refused] = await api.call('placas.descartes', { params: { placa_id: farm.board.placa_id } });
      expect(refused?.motivo).toBe('valor_fuera_de_rango');
      expect(refused?.detalle).toContain(`values.${point.n} = 5000 (Turbidez: de 0 a 4000 NTU)`);
    });
    const [empresa_id, punto_id] = [farm.empresa.id, point.id];
    const rule = { empresa_id, punto_id, tipo: 'punto_alto', activa: 1, espera_s: 0, umbral: 900 } as const;
    await api.call('avisos.guardar_regla', { body: rule });
    await eventually(async () => {
      await tell(1_250.5);
      const [aviso] = (await api.call('avisos.listar', { query: {} })).filter(({ tipo }) => tipo === 'punto_alto');
      expect(aviso?.texto).toBe('Agua del canal: 1,250.5 NTU, más de 900 NTU.');
    });
    expect(await shown()).toMatchObject({ valor: 1_250.5 });
  });

  it('keeps a program from watering, and its preview says so', async () => {
    const { condiciones } = await api.call('programas.vista_previa', {
      body: {
        empresa_id: farm.empresa.id,
        nombre: 'Sector norte',
        dias: { cada: 1, desde: '2026-01-01' },
        inicios: ['00:00'],
        pasos: [{ switch_id: farm.switches[0]!.id, duracion_s: 600 }],
        omitir: [{ tipo: 'punto_mayor', punto_id: point.id, valor: 1_000 }],
      },
    });
    expect(condiciones).toEqual(['Se omitiría si «Agua del canal» ≥ 1000 NTU: ahora 1250.5 NTU.']);
  });

  it('turns a switch on and off by a rule of its board', async () => {
    const { id, etapas } = await api.call('clima.crear', {
      body: {
        empresa_id: farm.empresa.id,
        nombre: 'Desvío',
        punto_id: point.id,
        cuando: 'arriba',
        etapas: [{ switch_id: farm.switches[0]!.id, enciende: 1_000, apaga: 800 }],
        min_encendido_s: 0,
        min_apagado_s: 1,
      },
    });
    expect(etapas[0]?.texto).toBe('Válvula A1 si > 1000 NTU de turbidez');
    await eventually(async () => {
      const rule = (await api.call('clima.listar')).find((one) => one.id === id);
      expect(rule).toMatchObject({ pendiente: 0, etapas: [{ via: 'placa', por_servicio: null }] });
    });
    volts = 1.2;
    await eventually(() => expect(isOn()).toBe(true));
    volts = 0.7;
    await eventually(() => expect(isOn()).toBe(false));
  });
});
