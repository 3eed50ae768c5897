import { cambiosPartitionOf, cambiosStream, type Change, type LiveMessage, sistema } from '@acequia/contracts';
import { DataSource } from 'typeorm';
import { Gateway, Parts, until } from '../gateway.fixture.js';
import { ConnectionsService } from './connections.service.js';
import { LeaseStore } from './lease.store.js';
import { EstadoHandlers } from '../overview/estado.handlers.js';

const yo = { caller: sistema('inventory'), trace_id: 't', deadline: 0 };

describe('who is connected', () => {
  let parts: Parts;
  let gateway: Gateway;
  let messages: LiveMessage[];

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
    messages = await gateway.watch();
  });
  beforeEach(() => {
    messages.length = 0;
  });
  afterAll(async () => {
    await gateway.stop();
    await parts.stop();
  });

  const told = (placa_id: number): boolean[] =>
    messages
      .filter(({ event }) => event === 'placa:estado')
      .map(({ payload }) => payload as { placa_id: number; online: boolean })
      .filter((payload) => payload.placa_id === placa_id)
      .map(({ online }) => online);
  const link = async (placa_id: number) =>
    (await gateway.app.get(EstadoHandlers).connection({ placas: [placa_id] }, yo))[0];

  it('is sent when a board comes and, at once, when it goes, to people who may see one of its switches', async () => {
    const placa_id = await gateway.placa(1);
    await gateway.switch(10, placa_id, 4, null);
    await gateway.switch(11, placa_id, 5, null);
    const board = await gateway.connect(1);
    await until(() => told(placa_id).length === 1);
    board.stream.destroy();
    await until(() => told(placa_id).length === 2);
    expect(told(placa_id)).toEqual([true, false]);
    expect(messages[0]?.audience).toEqual({ switches: [10, 11] });
  });

  it('includes when it was seen from the moment of its connection on, though it sends nothing', async () => {
    const placa_id = await gateway.placa(92);
    const before = Date.now();
    const board = await gateway.connect(92);
    await until(async () => (await link(placa_id))?.online === 1);
    expect((await link(placa_id))?.ultimo_visto).toBeGreaterThanOrEqual(before);
    await board.endAsync();
  });

  it('includes the board’s own status, also after it left and Redis lost everything', async () => {
    const placa_id = await gateway.placa(2);
    const board = await gateway.connect(2);
    const before = Date.now();
    const status = { online: true, fw: '1.4.0', model: 'esp32', rssi: -61, boot: 'b3f1' };
    await board.publishAsync('acequia/v1/2/status', JSON.stringify(status), { qos: 1, retain: true });
    expect(await link(placa_id)).toMatchObject({ online: 1, fw: '1.4.0', rssi: -61, reloj_adelantado: 0 });
    await board.endAsync();
    await until(
      async () => (await gateway.sql('SELECT 1 FROM conexiones WHERE placa_id = $1', [placa_id])).length === 1,
    );
    await parts.volatile.client().flushall();
    const known = await link(placa_id);
    expect(known).toMatchObject({ online: 0, fw: '1.4.0', rssi: -61 });
    expect(known?.ultimo_visto).toBeGreaterThanOrEqual(before);
  });

  it('includes what a board said of itself also while that is being written', async () => {
    const placa_id = await gateway.placa(90);
    const board = await gateway.connect(90);
    const holder = gateway.app.get(DataSource).createQueryRunner();
    await holder.startTransaction();
    try {
      await holder.query('LOCK TABLE conexiones IN SHARE ROW EXCLUSIVE MODE');
      const status = { online: true, fw: '1.4.1', rssi: -70 };
      await board.publishAsync('acequia/v1/90/status', JSON.stringify(status), { qos: 1, retain: true });
      const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'conexiones'::regclass";
      await until(async () => (await gateway.sql(waiting)).length > 0);
      expect(await link(placa_id)).toMatchObject({ fw: '1.4.1', rssi: -70 });
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
  });

  it('follows a board that announces its leaving before it disconnects', async () => {
    const placa_id = await gateway.placa(3);
    const board = await gateway.connect(3);
    await until(() => gateway.online(placa_id));
    await board.publishAsync('acequia/v1/3/status', '{"online":false}', { qos: 1, retain: true });
    await until(async () => !(await gateway.online(placa_id)));
    await board.publishAsync('acequia/v1/3/status', '{"online":true}', { qos: 1, retain: true });
    await until(() => told(placa_id).length === 3);
    expect(told(placa_id)).toEqual([true, false, true]);
  });

  it('does not trust a board’s own will: only the end of the connection counts', async () => {
    const placa_id = await gateway.placa(4);
    const other = await gateway.placa(5);
    await gateway.connect(5);
    const will = {
      topic: 'acequia/v1/5/status',
      payload: Buffer.from('{"online":false}'),
      qos: 1,
      retain: false,
    } as const;
    const board = await gateway.connect(4, { will });
    await until(() => told(placa_id).length === 1);
    board.stream.destroy();
    await until(() => told(placa_id).length === 2);
    expect(await gateway.online(other)).toBe(true);
  });

  it('is repaired by the next renewal when Redis has forgotten it', async () => {
    const placa_id = await gateway.placa(6);
    await gateway.connect(6);
    await until(() => gateway.online(placa_id));
    await parts.volatile.client().flushall();
    expect(await gateway.online(placa_id)).toBe(false);
    await until(() => gateway.online(placa_id));
  });

  it('is not kept for a board that came and went at one moment, among others that came', async () => {
    const placa_id = await gateway.placa(9);
    const leases = gateway.app.get(LeaseStore);
    const others = Array.from({ length: 3 }, (_, i) => ({ placa_id: 9_000 + i, token: `t${i}` }));
    const taken = [...others, { placa_id, token: 't' }].map((lease) => leases.acquire(lease, 60_000));
    expect(await leases.release({ placa_id, token: 't' })).toBe(true);
    expect(await Promise.all(taken)).toEqual([false, false, false, false]);
    expect(await leases.online([9_000, 9_001, 9_002, placa_id])).toEqual([true, true, true, false]);
    expect(await leases.acquire({ placa_id: 9_000, token: 'newer' }, 60_000)).toBe(true);
  });

  it('runs out with the gateway that was killed: the sweep of another one tells it once', async () => {
    const placa_id = await gateway.placa(7);
    const redis = parts.volatile.client();
    // The expired lease of a gateway that was killed a while ago.
    await redis.hset('{conexiones}:quien', String(placa_id), 'muerta:1:1');
    await redis.zadd('{conexiones}:vence', Date.now() - 1, String(placa_id));
    expect(await gateway.online(placa_id)).toBe(false);
    await gateway.app.get(EstadoHandlers).barrer();
    await gateway.app.get(ConnectionsService).sweep();
    await until(() => told(placa_id).length > 0);
    expect(told(placa_id)).toEqual([false]);
    expect(await redis.hexists('{conexiones}:quien', String(placa_id))).toBe(0);
  });

  describe('when two boards use one account', () => {
    const shared = async (placa_id: number): Promise<boolean> => {
      const entries = await parts.volatile.client().xrange(cambiosStream(cambiosPartitionOf(1)), '-', '+');
      const changes = entries.flatMap(([, fields]) => JSON.parse(fields[1] ?? '[]') as Partial<Change>[]);
      return changes.some((one) => one.tipo === 'conexion' && one.placa_id === placa_id && one.compartida === 1);
    };

    it('is told by the boots that take turns', async () => {
      const placa_id = await gateway.placa(20);
      for (const boot of ['a', 'b', 'a', 'b']) {
        expect(await shared(placa_id)).toBe(false);
        const board = await gateway.connect(20);
        const status = JSON.stringify({ online: true, fw: '1.4.0', model: 'esp32', boot });
        await board.publishAsync('acequia/v1/20/status', status, { qos: 1, retain: true });
      }
      await until(() => shared(placa_id));
    });

    it('is told by the connections that end one another, where the firmware names no boot', async () => {
      const placa_id = await gateway.placa(21);
      for (let i = 0; i < 7; i += 1) {
        expect(await shared(placa_id)).toBe(false);
        await gateway.connect(21);
      }
      await until(() => shared(placa_id));
    });

    it('is not told of a board that leaves and comes back', async () => {
      const placa_id = await gateway.placa(22);
      for (let i = 0; i < 8; i += 1) await (await gateway.connect(22)).endAsync();
      // A change of another board proves that earlier ones have been written.
      const after = await gateway.placa(23);
      for (let i = 0; i < 7; i += 1) await gateway.connect(23);
      await until(() => shared(after));
      expect(await shared(placa_id)).toBe(false);
    });
  });

  it('does not flicker when the newer of two connections comes through another instance', async () => {
    const placa_id = await gateway.placa(8);
    const other = await Gateway.start(parts);
    const older = await gateway.connect(8);
    await until(() => told(placa_id).length === 1);
    await other.connect(8);
    await until(async () => (await parts.volatile.client().hget('{conexiones}:quien', String(placa_id))) !== null);
    older.stream.destroy();
    await gateway.app.get(ConnectionsService).sweep();
    expect(await other.online(placa_id)).toBe(true);
    expect(told(placa_id)).toEqual([true]);
    await other.stop();
  });
});
