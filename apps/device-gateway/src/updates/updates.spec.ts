import type { ActualizacionDetalle, ActualizacionSave, Persona, PlacaEnActualizacion } from '@acequia/contracts';
import type { UpdateMessage } from '@acequia/board-protocol';
import { FieldBoard } from '../doors/field-board.fixture.js';
import { admin, Gateway, Parts, until } from '../gateway.fixture.js';
import { PlansHandlers } from '../plans/plans.handlers.js';
import { StateStore } from '../state/state.store.js';
import { startStandIn, type StandIn } from '../stand-in.fixture.js';
import { imageFile } from './image.fixture.js';
import { UpdateSender } from './update-sender.js';
import { UpdatesHandlers } from './updates.handlers.js';

const global: Persona = { ...admin, rol: 'admin_global', empresa_id: null };
const context = (caller: Persona = global) => ({ caller, trace_id: 't', deadline: 0 });
const system = { caller: { tipo: 'sistema', servicio: 'alerts' } as const, trace_id: 't', deadline: 0 };
const FILE = 'http://10.0.0.5/tasmota.bin.gz';
/** Longer than an ola has to be stable, ms. */
const LATER = 16 * 60_000;

describe('rollouts of firmware', () => {
  let parts: Parts;
  let gateway: Gateway;
  let others: StandIn[];
  /** The boards with a turn near. */
  let watering: number[] = [];
  let next = 2_600;

  beforeAll(async () => {
    parts = await Parts.start();
    others = await Promise.all([
      startStandIn(parts, 'automation', {
        'turnos.cerca': async ({ placas }) => placas.filter((id) => watering.includes(id)),
      }),
      startStandIn(parts, 'auth-tenancy', { 'usuarios.nombre': async () => ({ nombre: 'Raíz' }) }),
    ]);
    gateway = await Gateway.start(parts, { UPDATES_OWN_FIRMWARE: '1' });
  });
  afterAll(async () => {
    await Promise.all(others.map((other) => other.stop()));
    await parts.stop();
  });

  const door = () => gateway.app.get(UpdatesHandlers);
  const begin = (request: Partial<ActualizacionSave> & Pick<ActualizacionSave, 'dialecto' | 'firmware'>) =>
    door().create({ empresa_id: null, sitio: null, ...request }, context());
  const read = (id: number): Promise<ActualizacionDetalle> => door().read({ id }, context());
  const rowOf = async (id: number, placa_id: number): Promise<PlacaEnActualizacion> => {
    const found = (await read(id)).placas.find((placa) => placa.placa_id === placa_id);
    if (!found) throw new Error(`board ${placa_id} is not in it`);
    return found;
  };
  const is = (id: number, placa_id: number, estado: PlacaEnActualizacion['estado']) =>
    until(async () => (await rowOf(id, placa_id)).estado === estado);
  const isOn = async (placa_id: number): Promise<boolean> => {
    const [known] = await gateway.app.get(StateStore).read([placa_id]);
    return known?.lists().pines.some(({ estado }) => estado === 1) ?? false;
  };
  /** As if so much time had passed. */
  const pass = async (id: number): Promise<void> => {
    await gateway.sql('UPDATE actualizaciones SET ola_desde = ola_desde - $2 WHERE id = $1', [id, LATER]);
    await gateway.sql('UPDATE actualizacion_placas SET ts = ts - $2 WHERE actualizacion_id = $1', [id, LATER]);
  };
  const tasmota = async (): Promise<{ placa_id: number; board: FieldBoard; upgrades: () => string[] }> => {
    const numero = next++;
    const placa_id = await gateway.placa(numero, { dialecto: 'tasmota' });
    const board = await FieldBoard.connect(await gateway.connect(numero), 'tasmota', numero);
    await board.say('stat/POWER1', 'OFF');
    const upgrades = () => board.received.flatMap(({ payload }) => (payload.includes('Upgrade') ? [payload] : []));
    return { placa_id, board, upgrades };
  };
  type Tasmota = Awaited<ReturnType<typeof tasmota>>;
  const begun = (fleet: readonly Tasmota[]): Tasmota[] => fleet.filter(({ upgrades }) => upgrades().length > 0);

  it('go from ola to ola, never to a board that waters, stop at a failure, and tell it', async () => {
    const fleet = [await tasmota(), await tasmota(), await tasmota()];
    await fleet[0]!.board.say('stat/POWER1', 'ON');
    await until(() => isOn(fleet[0]!.placa_id));
    watering = [fleet[1]!.placa_id];
    const placas = fleet.map(({ placa_id }) => placa_id);
    const firmware = { tipo: 'url', url: FILE, version: '14.2.0' } as const;
    const { id, olas } = await begin({ dialecto: 'tasmota', firmware, placas });
    expect(olas).toEqual([1, 1, 1]);
    await expect(begin({ dialecto: 'tasmota', firmware, placas: placas.slice(1) })).rejects.toThrow(
      'placa_en_actualizacion',
    );

    // Boards come in any order; each waits until nothing of it is on and no turn is near.
    const inOrder = (await read(id)).placas.map(({ placa_id }) => fleet[placas.indexOf(placa_id)]!);
    const [first, second, third] = inOrder as [Tasmota, Tasmota, Tasmota];
    if (first !== fleet[2]) {
      const reason = first === fleet[0] ? 'relevador' : 'turno';
      await until(async () => (await rowOf(id, first.placa_id)).espera === reason);
      expect(begun(fleet)).toEqual([]);
    }
    watering = [];
    await fleet[0]!.board.say('stat/POWER1', 'OFF');
    await is(id, first.placa_id, 'en_curso');
    await until(() => first.upgrades().length > 0);
    expect(first.upgrades()).toEqual([`OtaUrl ${FILE}; Upgrade 1`]);
    await first.board.say('stat/RESULT', { Upgrade: `Version 13.1.0(tasmota) from ${FILE}` });
    await until(async () => (await rowOf(id, first.placa_id)).fase === 'loading');
    await first.board.say('stat/UPGRADE', { Upgrade: 'Successful. Restarting' });
    await first.board.say('tele/INFO1', { Info1: { Module: 'Sonoff 4CH', Version: '14.2.0(tasmota)' } });
    await is(id, first.placa_id, 'lista');
    expect(await rowOf(id, first.placa_id)).toMatchObject({ despues: '14.2.0(tasmota)', ola: 1 });
    expect(begun(fleet)).toEqual([first]);

    // A gateway that is gone leaves all of it in Postgres: another goes on, and sends nothing twice.
    await pass(id);
    await is(id, second.placa_id, 'en_curso');
    await until(() => second.upgrades().length > 0);
    await gateway.stop();
    gateway = await Gateway.start(parts, { UPDATES_OWN_FIRMWARE: '1' });
    for (const one of inOrder) {
      one.board = await FieldBoard.connect(await gateway.connect(one.board.numero), 'tasmota', one.board.numero);
      await one.board.say('stat/POWER1', 'OFF');
    }
    await second.board.say('stat/UPGRADE', { Upgrade: 'Failed HTTP(-1): connection failed' });
    await is(id, second.placa_id, 'fallo');
    expect(second.board.received.some(({ payload }) => payload.includes('Upgrade'))).toBe(false);
    await until(async () => (await read(id)).estado === 'pausada');
    expect(await read(id)).toMatchObject({ pausa: 'fallas', fallas: 1, listas: 1 });
    const failed = await gateway.app.get(PlansHandlers).conFallas({}, system);
    expect(failed).toContainEqual({
      placa_id: second.placa_id,
      salud: null,
      actualizacion: { version: '14.2.0', motivo: 'rechazo' },
    });

    // A person has seen it; the whole is then stopped, and the last board stays as it is.
    expect(await door().resume({ id }, context())).toMatchObject({ estado: 'activa', pausa: null });
    await door().stop({ id }, context());
    expect(await rowOf(id, third.placa_id)).toMatchObject({ estado: 'omitida', motivo: 'detenida' });
    await expect(door().pause({ id }, context())).rejects.toThrow('actualizacion_cerrada');
    const trail = await gateway.sql<{ accion: string; usuario_id: number }>(
      `SELECT accion, usuario_id FROM auditoria WHERE entidad = $1 ORDER BY id`,
      [`actualizacion:${id}`],
    );
    expect(trail.map(({ accion }) => accion)).toEqual(
      ['crear', 'seguir', 'detener'].map((verb) => `actualizacion.${verb}`),
    );
    expect(trail[0]?.usuario_id).toBe(7);
  });

  it('bring a Shelly the newest of its maker, by its word and the version that it then runs', async () => {
    const numero = next++;
    const placa_id = await gateway.placa(numero, { dialecto: 'shelly' });
    const board = await FieldBoard.connect(await gateway.connect(numero), 'shelly', numero);
    await board.say('status/switch:0', { id: 0, output: false });
    const { id } = await begin({ dialecto: 'shelly', firmware: { tipo: 'estable' }, placas: [placa_id] });
    await until(() =>
      board.received.some(({ payload }) => payload.includes('"Shelly.Update","params":{"stage":"stable"}')),
    );
    await board.say('events/rpc', {
      method: 'NotifyEvent',
      params: { events: [{ component: 'sys', event: 'ota_success' }] },
    });
    await until(() => board.received.some(({ payload }) => payload.includes('Shelly.GetDeviceInfo')));
    await board.say('acequia/rpc', { id: 'version', result: { ver: '1.4.4', fw_id: '2024', model: 'SNSW-102P16EU' } });
    await is(id, placa_id, 'lista');
    expect(await rowOf(id, placa_id)).toMatchObject({ despues: '1.4.4' });
    await pass(id);
    await until(async () => (await read(id)).estado === 'terminada');
  });

  it('hand boards of ours a document until they are done, and compare what they then hold', async () => {
    const numero = next++;
    const placa_id = await gateway.placa(numero);
    const client = await gateway.connect(numero);
    const documents: (UpdateMessage | null)[] = [];
    client.on('message', (topic, payload) => {
      if (topic.endsWith('/update'))
        documents.push(payload.length === 0 ? null : (JSON.parse(payload.toString()) as UpdateMessage));
    });
    const topic = (channel: string) => `acequia/v1/${numero}/${channel}`;
    await client.subscribeAsync([topic('command'), topic('config'), topic('update')], { qos: 1 });
    await client.publishAsync(topic('telemetry'), JSON.stringify({ pins: { 4: 0 } }), { qos: 1 });
    const [{ config_rev, epoch } = { config_rev: '0', epoch: 0 }] = await gateway.sql<{
      config_rev: string;
      epoch: number;
    }>('SELECT config_rev, (SELECT epoch FROM installation) AS epoch FROM placas WHERE placa_id = $1', [placa_id]);
    const status = (rest: object) =>
      client.publishAsync(
        topic('status'),
        JSON.stringify({ online: true, table: 2, can: ['update'], epochs: { config: Number(epoch) }, ...rest }),
        { qos: 1, retain: true },
      );
    const file = imageFile();
    const imagen = await door().upload({ base64: file.toString('base64') }, context());
    expect(await door().upload({ base64: file.toString('base64') }, context())).toEqual(imagen);
    await expect(door().upload({ base64: Buffer.from('nada').toString('base64') }, context())).rejects.toThrow(
      'imagen_invalida',
    );
    await expect(door().images({}, context(admin))).rejects.toThrow('sin_permiso');

    const firmware = { tipo: 'imagen', imagen_id: imagen.id, direccion: 'http://10.0.0.5:8080' } as const;
    // It has not said that it can.
    await expect(begin({ dialecto: 'acequia', firmware, placas: [placa_id] })).rejects.toThrow(/Ninguna placa/);
    await status({});
    await until(
      async () => (await gateway.sql('SELECT 1 FROM planes_de_placa WHERE placa_id = $1', [placa_id])).length > 0,
    );
    const { id } = await begin({ dialecto: 'acequia', firmware, placas: [placa_id] });
    await until(() => documents.at(-1)?.sha256 === imagen.sha256);
    const sent = documents.at(-1) as UpdateMessage;
    expect(sent).toMatchObject({
      url: `http://10.0.0.5:8080/api/imagenes/${imagen.sha256}.bin`,
      size: 4_096,
      version: '2.1.0',
      model: 'acequia-placa',
    });
    await expect(door().deleteImage({ id: imagen.id }, context())).rejects.toThrow('imagen_en_uso');
    await status({ update: { id: sent.id, phase: 'loading', at: 2_048 } });
    await until(async () => (await rowOf(id, placa_id)).bytes === 2_048);
    // With a pin map that is not the one it was sent it is not done.
    const image = { version: '2.1.0', model: 'acequia-placa', slot: 1, floor: 3, trial: 0 };
    await status({
      image,
      update: { id: sent.id, phase: 'done', at: 4_096 },
      revs: { config: Number(config_rev) - 1 },
    });
    await until(async () => (await rowOf(id, placa_id)).fase === 'done');
    expect((await rowOf(id, placa_id)).estado).toBe('en_curso');
    await status({ image, update: { id: sent.id, phase: 'done', at: 4_096 }, revs: { config: Number(config_rev) } });
    await is(id, placa_id, 'lista');
    await until(() => documents.at(-1) === null);

    // Of a stopped one the document is taken back, for good.
    const again = await begin({ dialecto: 'acequia', firmware, placas: [placa_id] });
    await until(() => documents.at(-1) !== null);
    await door().stop({ id: again.id }, context());
    await until(() => documents.at(-1) === null);
    const known = documents.length;
    for (let i = 0; i < 3; i++) await gateway.app.get(UpdateSender).look();
    await client.subscribeAsync(topic('update'), { qos: 1 });
    await until(() => documents.length > known);
    expect(documents.slice(known).filter(Boolean)).toEqual([]);
    await pass(again.id);
    await gateway.sql('UPDATE actualizacion_placas SET ts = ts - $2 WHERE actualizacion_id = $1', [again.id, LATER]);
    await is(again.id, placa_id, 'omitida');
  });

  it('of our own firmware are refused where nobody has turned them on, and say why', async () => {
    const other = await Gateway.start(parts);
    const handlers = other.app.get(UpdatesHandlers);
    const firmware = { tipo: 'imagen', imagen_id: 1, direccion: 'http://10.0.0.5' } as const;
    const asked = handlers.create(
      { dialecto: 'acequia', firmware, placas: [1], empresa_id: null, sitio: null },
      context(),
    );
    await expect(asked).rejects.toThrow(/Nadie ha probado todavía .* UPDATES_OWN_FIRMWARE=1/);
    expect((await handlers.list({}, context())).propio).toBe(0);
    await other.stop();
  });
});
