import { decodeCommand, encodeResult, encodeStatus, TOPIC_ROOT } from '@acequia/board-protocol';
import { VirtualBoard } from '@acequia/simulators';
import { type ApiClient, eventually, Farm, type RunningAcequia, sendTelemetry, sharedAcequia } from '@acequia/testing';
import type { MqttClient } from 'mqtt';

/** A farm whose board, the firmware's twin, looks at a probe in a well, and moves its first switch. */
describe('a protection of a pump over a well', () => {
  let acequia: RunningAcequia;
  let farm: Farm;
  let api: ApiClient;
  let wire: MqttClient;
  let looking: NodeJS.Timeout;
  /** Metres of water; null = the probe is broken. */
  let level: number | null = 2;
  let board: VirtualBoard;
  let id = 0;

  const say = (channel: string, payload: string, retain = false): void =>
    void wire.publish(`${TOPIC_ROOT}/${farm.board.id}/${channel}`, payload, { qos: 1, retain });
  const hear = (channel: string, payload: Buffer): void => {
    const now = Date.now();
    if (channel === 'config') board.configure(payload, now);
    if (channel === 'control') board.takeControl(payload, now);
    if (channel === 'command') {
      const answer = board.command(payload, now);
      if (answer?.result) say('result', encodeResult(answer.result));
    }
  };
  const look = (): void => {
    board.tick(Date.now());
    if (board.takeNews()) say('status', encodeStatus(board.status(Date.now())), true);
  };
  const shown = async () =>
    (await api.call('protecciones.listar', { query: { empresa_id: String(farm.empresa.id) } })).find(
      (one) => one.id === id,
    );
  const turnOn = () => farm.usuario.api.raw('switches.encender', { params: { id: farm.switches[0]!.id } });
  const isOn = (): boolean => board.pines().get(farm.switches[0]!.hardware_pin) === true;

  beforeAll(async () => {
    acequia = await sharedAcequia();
    farm = await Farm.create(acequia, await acequia.loginAdmin());
    api = farm.admin.api;
    const { id: punto_id } = await api.call('puntos.crear', {
      body: {
        empresa_id: farm.empresa.id,
        placa_id: farm.board.placa_id,
        fuente: { tipo: 'placa', driver: 'adc', pin: 34 },
        magnitud: 'nivel',
        nombre: 'Pozo',
      },
    });
    const spec = { numero: farm.board.id, placa_id: farm.board.placa_id, username: '', password: '' };
    board = new VirtualBoard({ ...spec, place: 'campo', relays: [], sensors: [] }, Date.now(), {
      turnos: false,
      points: { pulses: () => 0, volts: () => level },
    });
    board.timeAnswered(0);
    board.announce(Date.now());
    wire = await farm.connectBoard();
    wire.on('message', (topic, payload) => hear(topic.split('/').at(-1) ?? '', payload));
    await wire.subscribeAsync(
      ['config', 'control', 'command'].map((channel) => `${TOPIC_ROOT}/${farm.board.id}/${channel}`),
      { qos: 1 },
    );
    say('status', encodeStatus(board.status(Date.now())), true);
    looking = setInterval(look, 250);
    ({ id } = await api.call('protecciones.crear', {
      body: {
        empresa_id: farm.empresa.id,
        nombre: 'Pozo bajo',
        punto_id,
        cuando: 'abajo',
        valor: 0.5,
        durante_s: 1,
        apaga: [farm.switches[0]!.id],
        sin_dato: 'apagar',
        libera: 'persona',
      },
    }));
    await eventually(async () => expect(await shown()).toMatchObject({ estado: 'en_placa', disparada: null }));
  });
  afterAll(async () => {
    clearInterval(looking);
    await wire?.endAsync(true);
    await acequia?.stop();
  });

  it('turns it off on the board, is named to who would turn it on, and lets go when an admin says so', async () => {
    expect((await turnOn()).status).toBe(202);
    await eventually(() => expect(isOn()).toBe(true));
    level = 0.4;
    await eventually(() => expect(isOn()).toBe(false));
    await eventually(async () => expect((await shown())?.disparada).not.toBeNull());
    const refused = await turnOn();
    expect(refused.status).toBe(409);
    expect(await refused.text()).toMatch(/: la protección «Pozo bajo» la mantiene apagada desde \d\d:\d\d\./);
    level = 2;
    await api.call('protecciones.soltar', { params: { id } });
    await eventually(async () => expect(await shown()).toMatchObject({ soltada: 1, disparada: null }));
    expect((await turnOn()).status).toBe(202);
    await eventually(() => expect(isOn()).toBe(true));
  });

  it('is left out for a broken probe until its end, which the panel names', async () => {
    level = null;
    await eventually(() => expect(isOn()).toBe(false));
    await eventually(async () => expect((await shown())?.disparada).not.toBeNull());
    const { omitida_hasta } = await api.call('protecciones.omitir', { params: { id }, body: { minutos: 30 } });
    const seconds = Math.ceil(omitida_hasta! / 1000) * 1000;
    await eventually(async () => {
      const panel = await farm.usuario.api.call('switches.de_usuario', {
        query: { usuario_id: String(farm.usuario.id) },
      });
      const pump = panel.find((one) => one.id === farm.switches[0]!.id);
      expect(pump?.proteccion).toMatchObject({ nombre: 'Pozo bajo', omitida_hasta: seconds });
      expect(await shown()).toMatchObject({ estado: 'en_placa' });
    });
    expect((await turnOn()).status).toBe(202);
    await eventually(() => expect(isOn()).toBe(true));
    await api.call('protecciones.omitir', { params: { id }, body: { minutos: 0 } });
    await eventually(() => expect(isOn()).toBe(false));
  });

  it('is run by the service where no board can, and refuses in the same words', async () => {
    const other = await Farm.create(acequia, await acequia.loginAdmin());
    const [pump] = other.switches;
    const admin = other.admin.api;
    const empresa_id = other.empresa.id;
    const board = await other.connectBoard();
    const orders: boolean[] = [];
    board.on('message', (_topic, payload) => {
      const decoded = decodeCommand(payload);
      if (!decoded.ok) return;
      const { id, pin, on } = decoded.value;
      orders.push(on);
      board.publish(
        `${TOPIC_ROOT}/${other.board.id}/result`,
        encodeResult({ id, ok: true, pins: { [pin]: on ? 1 : 0 } }),
        { qos: 1 },
      );
      sendTelemetry(board, other.board.id, { pins: { [pin]: on ? 1 : 0 } });
    });
    await board.subscribeAsync(`${TOPIC_ROOT}/${other.board.id}/command`, { qos: 1 });
    const tank = { empresa_id, placa_id: null, fuente: { tipo: 'api' }, magnitud: 'nivel', nombre: 'Tanque' } as const;
    const { id: punto_id } = await admin.call('puntos.crear', { body: tank });
    const tell = (valor: number) =>
      admin.call('medidas.guardar', { body: { medidas: [{ punto_id, ts: Date.now(), valor }] } });
    await tell(2);
    const full = { empresa_id, nombre: 'Tanque lleno', punto_id, cuando: 'arriba', valor: 3, durante_s: 1 } as const;
    const made = await admin.call('protecciones.crear', {
      body: { ...full, apaga: [pump!.id], sin_dato: 'seguir', libera: 'persona' },
    });
    const now = async () => (await admin.call('protecciones.listar', { query: { empresa_id: String(empresa_id) } }))[0];
    const on = () => other.usuario.api.raw('switches.encender', { params: { id: pump!.id } });
    await eventually(async () => expect(await now()).toMatchObject({ estado: 'por_servicio', disparada: null }));
    expect((await on()).status).toBe(202);
    await eventually(() => expect(orders).toEqual([true]));
    await tell(3.2);
    await eventually(() => expect(orders).toEqual([true, false]));
    const refused = await on();
    expect(refused.status).toBe(409);
    expect(await refused.text()).toMatch(/: la protección «Tanque lleno» la mantiene apagada desde \d\d:\d\d\./);
    await admin.call('protecciones.soltar', { params: { id: made.id } });
    await eventually(async () => expect(await now()).toMatchObject({ soltada: 1 }));
    await tell(2);
    await board.endAsync(true);
  });
});
