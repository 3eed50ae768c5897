import { type EventData, sistema } from '@acequia/contracts';
import { claveOf, closed, Gateway, Parts, sha256, telemetry, until } from '../gateway.fixture.js';
import { type StandIn, startStandIn } from '../stand-in.fixture.js';
import { PlacaDirectory } from './placa-directory.js';

describe('what the gateway knows from the events of other services', () => {
  let parts: Parts;
  let gateway: Gateway;
  let inventory: StandIn;
  let authTenancy: StandIn;

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts, { MQTT_REFUSAL_DELAY_MS: '1500' });
    inventory = await startStandIn(parts, 'inventory', {}, true);
    authTenancy = await startStandIn(parts, 'auth-tenancy', {}, true);
  });
  afterAll(async () => {
    await Promise.all([inventory?.stop(), authTenancy?.stop()]);
    await gateway.stop();
    await parts.stop();
  });

  const placa = (numero: number, changes: Partial<EventData<'placa.guardada'>> = {}): EventData<'placa.guardada'> => ({
    placa_id: numero + 1_000,
    numero,
    empresa_id: 1,
    revocada: 0,
    credencial_sha256: sha256(claveOf(numero)),
    ...changes,
  });
  const cableado = (id: number, numero: number, pin: number): EventData<'switch.guardado'> => ({
    id,
    nombre: 'Bomba',
    tipo: 'motor',
    zona: 'norte',
    empresa_id: 1,
    dispositivo_id: numero,
    placa_id: numero + 1_000,
    par_numero: 1,
    switch_site_id: 1,
    hardware_pin: pin,
    tiene_sensor: 1,
    sensor_pin: 15,
    activo: 1,
    max_encendido_s: null,
  });
  const known = (placa_id: number) => gateway.app.get(PlacaDirectory).byId(placa_id);

  it('lets a board in that was registered a moment ago, and cuts it off when it is revoked', async () => {
    await inventory.emit('placa.guardada', 'placa:1001', 1, placa(1));
    const board = await gateway.connect(1);
    const end = closed(board);
    await inventory.emit('placa.guardada', 'placa:1001', 2, placa(1, { revocada: 1 }));
    await end;
  });

  it('gives each change of the wiring a higher rev, and a change of the name none', async () => {
    await inventory.emit('placa.guardada', 'placa:1002', 1, placa(2));
    await inventory.emit('switch.guardado', 'switch:20', 1, cableado(20, 2, 4));
    await until(() => known(1_002)?.switches.length === 1);
    const rev = known(1_002)?.config_rev ?? 0;
    await inventory.emit('switch.guardado', 'switch:20', 2, { ...cableado(20, 2, 4), nombre: 'Otra' });
    await inventory.emit('switch.guardado', 'switch:21', 1, cableado(21, 2, 5));
    await until(() => known(1_002)?.switches.length === 2);
    expect(known(1_002)?.config_rev).toBe(rev + 1);
    await inventory.emit('switch.eliminado', 'switch:21', 2, { id: 21, empresa_id: 1 });
    await until(() => known(1_002)?.switches.length === 1);
  });

  it('gives a board what it can keep of its interlock groups by itself, and takes it back', async () => {
    for (const numero of [31, 32]) await inventory.emit('placa.guardada', `placa:${1_000 + numero}`, 1, placa(numero));
    for (const [id, numero, pin] of [
      [310, 31, 4],
      [311, 31, 5],
      [312, 31, 18],
      [320, 32, 4],
    ] as const)
      await inventory.emit('switch.guardado', `switch:${id}`, 1, cableado(id, numero, pin));
    await until(() => known(1_031)?.switches.length === 3 && known(1_032)?.switches.length === 1);
    const rev = known(1_032)?.config_rev;
    const interlockGroup: EventData<'enclavamiento.guardado'> = {
      id: 1,
      empresa_id: 1,
      nombre: 'Turno',
      tipo: 'exclusion',
      switches: [310, 311, 320],
      bomba_id: null,
      retardo_encendido_s: 0,
      retardo_apagado_s: 0,
    };
    const requiere = { ...interlockGroup, tipo: 'requiere', bomba_id: 312, retardo_encendido_s: 5 } as const;
    await inventory.emit('enclavamiento.guardado', 'enclavamiento:1', 1, interlockGroup);
    await inventory.emit('enclavamiento.guardado', 'enclavamiento:2', 1, { ...requiere, id: 2, switches: [310, 311] });
    await inventory.emit('enclavamiento.guardado', 'enclavamiento:3', 1, { ...requiere, id: 3, switches: [310, 320] });
    const exclusive = { kind: 'exclusive', pins: [4, 5] };
    await until(() => known(1_031)?.enclavamientos.length === 3);
    expect(known(1_031)?.config().interlocks).toEqual([
      exclusive,
      { kind: 'requires', pin: 18, any: [4, 5], on_delay_s: 5, off_delay_s: 0 },
    ]);
    await until(() => known(1_032)?.config_rev !== rev);
    expect(known(1_032)?.config()).not.toHaveProperty('interlocks');
    await inventory.emit('enclavamiento.guardado', 'enclavamiento:2', 2, { ...requiere, id: 2, switches: [311, 320] });
    await until(() => known(1_031)?.config().interlocks?.length === 1);
    await inventory.emit('enclavamiento.eliminado', 'enclavamiento:1', 2, { id: 1, empresa_id: 1 });
    await until(() => known(1_031)?.config().interlocks === undefined);
  });

  it('moves a switch from one board to another', async () => {
    await inventory.emit('placa.guardada', 'placa:1003', 1, placa(3));
    await inventory.emit('placa.guardada', 'placa:1004', 1, placa(4));
    await inventory.emit('switch.guardado', 'switch:30', 1, cableado(30, 3, 4));
    await until(() => known(1_003)?.switches.length === 1);
    await inventory.emit('switch.guardado', 'switch:30', 2, cableado(30, 4, 4));
    await until(() => known(1_004)?.switches.length === 1 && known(1_003)?.switches.length === 0);
  });

  it('keeps a row of each dispositivo and empresa, and forgets the deleted ones', async () => {
    const dispositivo: EventData<'dispositivo.guardado'> = {
      id: 5,
      nombre: 'Centinela',
      shelly_id: 'abc',
      tipo: 'shelly_pro3m',
      server: '',
      empresa_id: 1,
      activo: 1,
      suspendido: 0,
      fecha_vencimiento: null,
      auth_key_cifrada: null,
    };
    const empresa = {
      id: 7,
      nombre: 'Rancho',
      activa: 1,
      zona_horaria: 'America/Tijuana',
      fecha_vencimiento: '2030-01-31',
    } as const;
    await inventory.emit('dispositivo.guardado', 'dispositivo:5', 1, dispositivo);
    await authTenancy.emit('empresa.guardada', 'empresa:7', 1, empresa);
    const rows = (table: string) => gateway.sql(`SELECT * FROM ${table}`);
    await until(async () => (await rows('dispositivos')).length === 1 && (await rows('empresas')).length === 1);
    await inventory.emit('dispositivo.eliminado', 'dispositivo:5', 2, { id: 5, empresa_id: 1 });
    await authTenancy.emit('empresa.eliminada', 'empresa:7', 2, { id: 7 });
    await until(async () => (await rows('dispositivos')).length === 0 && (await rows('empresas')).length === 0);
  });

  it('leaves no events about what was deleted for later replays', async () => {
    await inventory.emit('placa.guardada', 'placa:1009', 1, placa(9));
    await inventory.emit('switch.guardado', 'switch:90', 1, cableado(90, 9, 4));
    await until(() => known(1_009)?.switches.length === 1);
    const order = (entidad: string, id: number) =>
      `('orden.persona', 'orden:${entidad}:${id}', 1, 't', '{"entidad": "${entidad}", "id": ${id}, "empresa_id": 1, "usuario_id": 3}')`;
    await gateway.sql(
      `INSERT INTO bus_outbox (name, entidad, rev, trace_id, data) VALUES ${order('switch', 90)}, ${order('dispositivo', 91)},
         ('placa.planes', 'planes:1009', 1, 't', '{"placa_id": 1009}'), ('placa.corridas', 'corridas:1009', 1, 't', '{"placa_id": 1009}')`,
    );
    const left = async () =>
      (await gateway.sql<{ entidad: string }>(`SELECT entidad FROM bus_outbox WHERE entidad ~ ':(90|91|1009)$'`)).map(
        ({ entidad }) => entidad,
      );
    await inventory.emit('dispositivo.eliminado', 'dispositivo:91', 1, { id: 91, empresa_id: 1 });
    await until(async () => !(await left()).includes('orden:dispositivo:91'));
    expect(await left()).toEqual(['orden:switch:90', 'planes:1009', 'corridas:1009']);
    await inventory.emit('switch.eliminado', 'switch:90', 2, { id: 90, empresa_id: 1 });
    await inventory.emit('placa.eliminada', 'placa:1009', 2, { placa_id: 1_009 });
    await until(async () => (await left()).length === 0);
  });

  it('answers the calls of other services over the bus', async () => {
    const caller = sistema('inventory');
    await inventory.emit('placa.guardada', 'placa:1006', 1, placa(6));
    const board = await gateway.connect(6);
    await board.publishAsync(telemetry(6), '{"pins":{"99":1}}', { qos: 1 });
    await until(async () => (await inventory.bus.call('placas.descartes', { placa_id: 1_006 }, caller)).length === 1);
    expect(await inventory.bus.call('placas.descartes', { placa_id: 1_006 }, caller)).toMatchObject([
      { placa_id: 1_006, motivo: 'pin_inexistente', topico: telemetry(6), contenido: '{"pins":{"99":1}}' },
    ]);
    const [connection, estado] = await Promise.all([
      inventory.bus.call('placas.conexion', { placas: [1_006, 42] }, caller),
      inventory.bus.call('estado.leer', { placas: [1_006, 42] }, caller),
    ]);
    expect(connection.map(({ online }) => online)).toEqual([1, 0]);
    expect(estado.map(({ placa_id }) => placa_id)).toEqual([1_006, 42]);
    const persona = { tipo: 'persona', usuario_id: 1, rol: 'admin_empresa', empresa_id: 2, sid: 's' } as const;
    for (const foreign of [persona, { ...persona, rol: 'usuario', empresa_id: 1 } as const]) {
      await expect(inventory.bus.call('placas.descartes', { placa_id: 1_006 }, foreign)).rejects.toMatchObject({
        codigo: 'no_encontrado',
      });
    }
  });
});
