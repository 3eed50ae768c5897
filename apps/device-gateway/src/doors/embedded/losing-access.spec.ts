import mqtt from 'mqtt';
import { claveOf, closed, Gateway, Parts, sha256, telemetry, until } from '../../gateway.fixture.js';

describe('boards that lose their place at the embedded door', () => {
  let parts: Parts;
  let gateway: Gateway;

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
  });
  afterAll(async () => {
    await gateway.stop();
    await parts.stop();
  });

  describe('losing access', () => {
    it('cuts a revoked board off', async () => {
      await gateway.placa(10);
      const board = await gateway.connect(10);
      const end = closed(board);
      await gateway.placa(10, { revocada: 1 });
      await end;
      expect(await gateway.tryLogin(gateway.login(10))).toBe(4);
    });

    it('cuts a board off whose credential was renewed, and lets the new one in', async () => {
      await gateway.placa(11);
      const board = await gateway.connect(11);
      const end = closed(board);
      await gateway.placa(11, { credencial_sha256: sha256('nueva') });
      await end;
      expect(await gateway.tryLogin(gateway.login(11))).toBe(4);
      expect(await gateway.tryLogin({ ...gateway.login(11), password: 'nueva' })).toBe(0);
    });

    /** A board whose credential was replaced; each old credential is valid until its time. */
    const rotated = (numero: number, password: string, previous: [password: string, hasta: number][]) =>
      gateway.placa(numero, {
        credencial_sha256: sha256(password),
        credenciales_anteriores: previous.map(([una, hasta]) => ({ sha256: sha256(una), hasta })),
      });
    const MANANA = 86_400_000;

    it('waits for the new credential: the old one lets the board in until the new one was used, also after a restart', async () => {
      await gateway.placa(20);
      const board = await gateway.connect(20);
      await rotated(20, 'nueva', [[claveOf(20), Date.now() + MANANA]]);
      await board.publishAsync(telemetry(20), '{"pins":{"4":1}}', { qos: 1 });
      const again = await gateway.connect(20);
      const end = closed(again);
      expect(await gateway.tryLogin({ ...gateway.login(20), password: 'nueva' })).toBe(0);
      await end;
      expect(await gateway.tryLogin(gateway.login(20))).toBe(4);
      await until(async () => {
        const [row] = await gateway.sql<{ n: number }>(
          'SELECT jsonb_array_length(credenciales_anteriores) AS n FROM placas WHERE placa_id = 1020',
        );
        return row?.n === 0;
      });
      // inventory sends the board again without knowing which credential was used.
      await rotated(20, 'nueva', [[claveOf(20), Date.now() + MANANA]]);
      const other = await Gateway.start(parts);
      const late = mqtt.connect(other.url, other.login(20));
      await new Promise((resolve) => late.once('error', resolve));
      late.end(true);
      await other.stop();
      expect(await gateway.tryLogin({ ...gateway.login(20), password: 'nueva' })).toBe(0);
    });

    it('forgets a replaced credential after its time, at the door and within a connection', async () => {
      await gateway.placa(21);
      await rotated(21, 'nueva', [[claveOf(21), Date.now() - 1]]);
      expect(await gateway.tryLogin(gateway.login(21))).toBe(4);
      await gateway.placa(22);
      await rotated(22, 'nueva', [[claveOf(22), Date.now() + 3_000]]);
      const board = await gateway.connect(22);
      await closed(board);
      expect(await gateway.tryLogin(gateway.login(22))).toBe(4);
    });

    it('renewed twice keeps what the board may still have, and using one ends those before it', async () => {
      await gateway.placa(23);
      const hasta = Date.now() + MANANA;
      await rotated(23, 'segunda', [[claveOf(23), hasta]]);
      await rotated(23, 'tercera', [
        ['segunda', hasta],
        [claveOf(23), hasta],
      ]);
      expect(await gateway.tryLogin(gateway.login(23))).toBe(0);
      expect(await gateway.tryLogin({ ...gateway.login(23), password: 'segunda' })).toBe(0);
      expect(await gateway.tryLogin(gateway.login(23))).toBe(4);
      expect(await gateway.tryLogin({ ...gateway.login(23), password: 'tercera' })).toBe(0);
      expect(await gateway.tryLogin({ ...gateway.login(23), password: 'segunda' })).toBe(4);
    });

    it('revoked kills the old credential and the new one', async () => {
      await gateway.placa(24);
      await rotated(24, 'nueva', [[claveOf(24), Date.now() + MANANA]]);
      const board = await gateway.connect(24);
      const end = closed(board);
      await gateway.placa(24, { credencial_sha256: sha256('nueva'), revocada: 1, credenciales_anteriores: [] });
      await end;
      expect(await gateway.tryLogin(gateway.login(24))).toBe(4);
      expect(await gateway.tryLogin({ ...gateway.login(24), password: 'nueva' })).toBe(4);
    });

    it('cuts the boards of a deleted company off', async () => {
      await gateway.placa(12, { empresa_id: 9 });
      const board = await gateway.connect(12);
      const end = closed(board);
      await gateway.project((repository, tx) => repository.eraseEmpresa(tx, 9));
      await end;
      expect(await gateway.tryLogin(gateway.login(12))).toBe(4);
    });

    it('happens also at an instance that did not handle the event, within its next look', async () => {
      await gateway.placa(13);
      const other = await Gateway.start(parts);
      const board = await other.connect(13);
      const end = closed(board);
      await gateway.placa(13, { revocada: 1 });
      await end;
      await other.stop();
    });

    it('of a number that another company registers again leaves nothing of the old board', async () => {
      await gateway.placa(14);
      const old = await gateway.connect(14);
      const end = closed(old);
      await gateway.project((repository, tx) => repository.deletePlaca(tx, 1_014));
      await gateway.placa(14, { placa_id: 5_014, empresa_id: 2, credencial_sha256: sha256('otra empresa') });
      await end;
      expect(await gateway.tryLogin(gateway.login(14))).toBe(4);
      const board = await gateway.connect(14, { password: 'otra empresa' });
      const ts = Date.now();
      await board.publishAsync(telemetry(14), JSON.stringify({ ts, pins: { 4: 1 } }), { qos: 1 });
      expect((await gateway.rows()).estados).toContainEqual([5_014, ts, 1 << 4, 0, 0, 0]);
    });
  });

  describe('two clients with one id', () => {
    it('the newer one takes over, and the board never looks offline', async () => {
      await gateway.placa(20);
      const older = await gateway.connect(20);
      await until(() => gateway.online(1_020));
      const end = closed(older);
      const newer = await gateway.connect(20);
      await end;
      for (let i = 0; i < 10; i++) {
        expect(await gateway.online(1_020)).toBe(true);
        await newer.publishAsync(telemetry(20), '{"pins":{"4":1}}', { qos: 1 });
      }
    });

    it('at two instances: the older connection ends with its next renewal', async () => {
      const placa_id = await gateway.placa(21);
      const other = await Gateway.start(parts);
      const older = await gateway.connect(21);
      const end = closed(older);
      await until(() => gateway.online(placa_id));
      await other.connect(21);
      await end;
      expect(await gateway.online(placa_id)).toBe(true);
      await other.stop();
    });
  });
});
