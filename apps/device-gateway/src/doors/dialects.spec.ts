import { FOREIGN_DIALECTOS, type ForeignDialecto } from '@acequia/contracts';
import type { MqttClient } from 'mqtt';
import { closed, Gateway, Parts, telemetry, until } from '../gateway.fixture.js';
import { EstadoService } from '../overview/estado.service.js';
import { click, ends, ledger } from '../commands/switches/board.fixture.js';
import { FieldBoard } from './field-board.fixture.js';

/** The relay that the recorded conversations turn on, and the sensor that they read. */
const RELAY: Record<ForeignDialecto, number> = { tasmota: 2, esphome: 4, shelly: 1 };
const SENSOR: Record<ForeignDialecto, number> = { tasmota: 1, esphome: 15, shelly: 32 };

describe('boards of other firmwares at the embedded door', () => {
  let parts: Parts;
  let gateway: Gateway;
  let next = 1_500;

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
  });
  afterAll(() => parts.stop());

  /** A board with one switch of the same number. */
  const wired = async (dialecto: ForeignDialecto, pin = RELAY[dialecto]): Promise<number> => {
    const numero = next++;
    const placa_id = await gateway.placa(numero, { dialecto });
    await gateway.switch(numero, placa_id, pin, SENSOR[dialecto]);
    return numero;
  };
  const connected = async (dialecto: ForeignDialecto, pin?: number): Promise<{ id: number; board: FieldBoard }> => {
    const id = await wired(dialecto, pin);
    return { id, board: await FieldBoard.connect(await gateway.connect(id), dialecto, id) };
  };
  const stateOf = async (placa_id: number) =>
    (await gateway.app.get(EstadoService).read([placa_id])).get(placa_id)?.estado;
  const expire = (id: number): Promise<unknown> =>
    gateway.sql(`UPDATE comandos SET vence_en = clock_timestamp() - interval '6 s' WHERE entidad_id = $1`, [id]);
  const refusedTopics = (placa_id: number): Promise<{ topico: string }[]> =>
    gateway.sql(`SELECT topico FROM descartes WHERE placa_id = $1 AND motivo = 'topico_desconocido'`, [placa_id]);

  describe.each(FOREIGN_DIALECTOS)('%s', (dialecto) => {
    it('is read as its documentation tells it: rows, last-known state and link', async () => {
      const { id, board } = await connected(dialecto);
      const messages = await gateway.watch();
      const before = Date.now();
      await board.replay();
      const placa_id = id + 1_000;
      await until(async () => {
        const state = await stateOf(placa_id);
        return state?.pines.some(({ pin, estado }) => pin === RELAY[dialecto] && estado === 1) ?? false;
      });
      const state = await stateOf(placa_id);
      expect(state?.online).toBe(1);
      // The conversations end with a failed read: of Shelly's two sensors one, of the others both values.
      expect(state?.sensores).toMatchObject([
        { pin: SENSOR[dialecto], temperatura: null, humedad: dialecto === 'shelly' ? 33.8 : null },
      ]);
      expect(state?.pines.filter(({ estado }) => estado === 1).map(({ pin }) => pin)).toEqual([RELAY[dialecto]]);
      const { lecturas, estados } = await gateway.rows();
      const own = lecturas.filter(([placa]) => placa === placa_id);
      expect(own.every(([, pin, ts]) => pin === SENSOR[dialecto] && (ts ?? 0) >= before)).toBe(true);
      // Tasmota sends both values in one message; the others send two messages.
      expect(own.map(([, , , t, h]) => [t, h])).toEqual(
        dialecto === 'tasmota'
          ? [[2_330, 3_380]]
          : [
              [2_330, null],
              [null, 3_380],
            ],
      );
      expect(estados.filter(([placa]) => placa === placa_id).length).toBeGreaterThan(1);
      const none: unknown[] = await gateway.sql('SELECT 1 FROM descartes WHERE placa_id = $1', [placa_id]);
      expect(none).toEqual([]);
      await until(() => messages.some(({ event }) => event === 'switch:estado'));
    });

    it('obeys a command in its own words, and its next state confirms it', async () => {
      const { id, board } = await connected(dialecto);
      await click(gateway, id, { duracion_s: 60 });
      expect((await ends(gateway, id, 'confirmado')).detalle).toBe('Por el estado que reportó la placa');
      await click(gateway, id, { accion: 'off' });
      await ends(gateway, id, 'confirmado');
      expect(board.commands).toHaveLength(2);
      const [on] = board.commands;
      if (dialecto === 'tasmota') expect(on).toEqual({ topic: 'cmnd/Backlog', payload: 'PulseTime2 160; POWER2 ON' });
      else if (dialecto === 'esphome') expect(on).toEqual({ topic: 'switch/relevador_4/command', payload: 'ON' });
      else expect(JSON.parse(on?.payload ?? '')).toMatchObject({ params: { id: 1, on: true, toggle_after: 60 } });
    });

    it('that does nothing never confirms, whatever it reported before', async () => {
      const { id, board } = await connected(dialecto);
      board.obeys = false;
      await board.replay();
      await until(async () => (await stateOf(id + 1_000))?.pines.some(({ estado }) => estado === 1) ?? false);
      await click(gateway, id);
      await until(() => board.commands.length === 1);
      await expire(id);
      expect((await ends(gateway, id, 'sin_respuesta')).detalle).toContain('no respondió');
      expect(board.commands).toHaveLength(1);
    });

    it('that was away gets nothing late', async () => {
      const id = await wired(dialecto);
      await click(gateway, id);
      await expire(id);
      expect((await ends(gateway, id, 'vencido')).detalle).toContain('no se envió');
      const board = await FieldBoard.connect(await gateway.connect(id), dialecto, id);
      await click(gateway, id, { accion: 'off' });
      await ends(gateway, id, 'confirmado');
      expect(board.commands).toHaveLength(1);
    });

    it('may use the topics of its own prefix only, and gets no pin map', async () => {
      const [{ id, board }, { id: other }] = [await connected(dialecto), await connected(dialecto)];
      const foreign = FOREIGN_DIALECTOS.filter((name) => name !== dialecto);
      const filters = [
        '#',
        '+/+/cmnd/#',
        `acequia/v1/${id}/command`,
        `acequia/v1/${id}/config`,
        `${dialecto}/${other}/cmnd/#`,
        `${dialecto}/${other}/switch/relevador_4/command`,
        `${dialecto}/${other}/rpc`,
        `${dialecto}/+/rpc`,
        ...foreign.flatMap((name) => [`${name}/${id}/rpc`, `${name}/${id}/cmnd/#`, `${name}/${id}/switch/+/command`]),
      ];
      for (const filter of filters) await expect(board.client.subscribeAsync(filter)).rejects.toThrow();
      const writes: [string, string][] = [
        [telemetry(id), '{"pins":{"4":1}}'],
        [`tasmota/${other}/stat/POWER2`, 'ON'],
        [`esphome/${other}/switch/relevador_4/state`, 'ON'],
        [`shelly/${other}/status/switch:1`, '{"output":true}'],
        ...foreign.map((name): [string, string] => [`${name}/${id}/stat/POWER2`, 'ON']),
      ];
      for (const [topic, payload] of writes) await board.client.publishAsync(topic, payload, { qos: 1 });
      await until(async () => (await refusedTopics(id + 1_000)).length > 0);
      const { lecturas, estados } = await gateway.rows();
      const seen = [...lecturas, ...estados].map(([placa]) => placa);
      expect(seen).not.toContain(id + 1_000);
      expect(seen).not.toContain(other + 1_000);
      expect(board.received.filter(({ topic }) => topic.includes('config'))).toEqual([]);
    });
  });

  it('what a firmware cannot be kept from writing is not held against it, and not read', async () => {
    const { id, board } = await connected('tasmota');
    await board.client.publishAsync('tasmota/discovery/B48A0A1CD978/config', '{"ip":"192.168.1.77"}', { qos: 1 });
    await board.client.publishAsync('tasmota/discovery/B48A0A1CD978/x', '{}', { qos: 1 });
    await until(async () => (await refusedTopics(id + 1_000)).length > 0);
    expect(await refusedTopics(id + 1_000)).toEqual([{ topico: 'tasmota/discovery/B48A0A1CD978/x' }]);
    await expect(board.client.subscribeAsync('tasmota/discovery/#')).rejects.toThrow();
  });

  it('a board of ours has nothing to do with their topics', async () => {
    const numero = next++;
    await gateway.placa(numero);
    const board: MqttClient = await gateway.connect(numero);
    for (const dialecto of FOREIGN_DIALECTOS) {
      for (const filter of ['cmnd/#', 'rpc', 'switch/+/command']) {
        await expect(board.subscribeAsync(`${dialecto}/${numero}/${filter}`)).rejects.toThrow();
      }
    }
    await board.publishAsync(`tasmota/${numero}/stat/POWER1`, 'ON', { qos: 1 });
    await until(async () => (await refusedTopics(numero + 1_000)).length === 1);
    const { estados } = await gateway.rows();
    expect(estados.map(([placa]) => placa)).not.toContain(numero + 1_000);
  });

  it('one that is registered again as another firmware is disconnected and starts over', async () => {
    const { id, board } = await connected('tasmota');
    const gone = closed(board.client);
    await gateway.placa(id, { dialecto: 'shelly' });
    await gone;
    const again = await FieldBoard.connect(await gateway.connect(id), 'shelly', id);
    await until(() => again.received.some(({ payload }) => payload.includes('GetStatus')));
  });

  it('a refusal shows the board’s words, and a relay that it does not have is never addressed', async () => {
    const { id } = await connected('shelly', 3);
    await click(gateway, id);
    expect((await ends(gateway, id, 'rechazado')).detalle).toContain("Argument 'id', value 3 not found!");
    const { id: none, board } = await connected('tasmota', 0);
    await click(gateway, none);
    expect((await ends(gateway, none, 'rechazado')).detalle).toBe('La placa no tiene ese relevador');
    expect(board.commands).toEqual([]);
  });

  it('a connection without a report after a command is reset, so that a held command is not obeyed later', async () => {
    const [{ id, board }, { id: well, board: talking }] = [await connected('tasmota'), await connected('tasmota')];
    board.obeys = false;
    let gone = false;
    talking.client.once('close', () => (gone = true));
    await Promise.all([click(gateway, id), click(gateway, well)]);
    await closed(board.client);
    expect(gone).toBe(false);
    expect(await gateway.exposition()).toContain('motivo="sordo"');
  });

  it('garbage is acknowledged, noted with its reason and stops nobody', async () => {
    const { id, board } = await connected('tasmota');
    await board.say('tele/SENSOR', '{"AM2301":{"Temperature":151}}');
    await board.say('tele/STATE', '{"POWER1":');
    await board.say('stat/POWER24', 'ON');
    await board.say('tele/SENSOR', { AM2301: { Temperature: 20, Humidity: 50 } });
    const reasons = async () =>
      (
        await gateway.sql<{ motivo: string }>('SELECT motivo FROM descartes WHERE placa_id = $1 ORDER BY motivo', [
          id + 1_000,
        ])
      ).map(({ motivo }) => motivo);
    await until(async () => (await reasons()).length === 3);
    expect(await reasons()).toEqual(['json_invalido', 'pin_inexistente', 'valor_fuera_de_rango']);
    await until(async () => (await stateOf(id + 1_000))?.sensores[0]?.temperatura === 20);
  });

  it('a Tasmota that loses a probe moves no other, and its numbers are stored', async () => {
    const { id, board } = await connected('tasmota');
    const [one, two] = [
      { Id: '0000000000A1', Temperature: 19.5 },
      { Id: '0000000000B2', Temperature: 18.9 },
    ];
    await board.say('tele/SENSOR', { 'DS18B20-1': one, 'DS18B20-2': two });
    const numbers = async () => (await gateway.sql(`SELECT sondas FROM placas WHERE numero = $1`, [id]))[0];
    await until(async () => JSON.stringify(await numbers()).includes('B2'));
    expect(await numbers()).toEqual({ sondas: { 'id:0000000000A1': 1, 'id:0000000000B2': 2 } });
    await board.say('tele/SENSOR', { DS18B20: { ...two, Temperature: 30 } });
    const values = async () => (await stateOf(id + 1_000))?.sensores.map(({ pin, temperatura }) => [pin, temperatura]);
    await until(async () => (await values())?.some(([, t]) => t === 30) ?? false);
    expect(await values()).toEqual([
      [1, 19.5],
      [2, 30],
    ]);
  });

  it('a Shelly whose status is from before a change stays as its notification told', async () => {
    const { id, board } = await connected('shelly');
    for (const [accion, estado, tC] of [
      ['on', 1, 21],
      ['off', 0, 22],
    ] as const) {
      await click(gateway, id, { accion });
      await ends(gateway, id, 'confirmado');
      await board.say('status/switch:1', { id: 1, source: 'MQTT', output: accion === 'off' });
      await board.say('status/temperature:100', { id: 100, tC });
      await until(async () => (await stateOf(id + 1_000))?.sensores[0]?.temperatura === tC);
      expect((await stateOf(id + 1_000))?.pines).toMatchObject([{ pin: 1, estado }]);
    }
  });

  it('an ESPHome, which has no timer, is commanded off by the gateway’s second line', async () => {
    const id = next++;
    const placa_id = await gateway.placa(id, { dialecto: 'esphome' });
    await gateway.switch(id, placa_id, 4, null, 'selenoide', 1);
    const board = await FieldBoard.connect(await gateway.connect(id), 'esphome', id);
    await click(gateway, id);
    await ends(gateway, id, 'confirmado');
    await until(async () => (await ledger(gateway, id)).some(({ motivo }) => motivo !== null));
    await ends(gateway, id, 'confirmado');
    expect(board.commands.map(({ payload }) => payload)).toEqual(['ON', 'OFF']);
  });
});
