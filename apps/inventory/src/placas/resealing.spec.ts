import { AUTH_KEY_CONTEXT, CREDENCIAL_CONTEXT } from '@acequia/contracts';
import { SecretBox } from '@acequia/service-kit';
import { eventually, TEST_SECRET_KEY } from '@acequia/testing';
import { World } from '../inventory.fixture.js';

const PREVIOUS = 'cd'.repeat(32);

describe('while the key is rotated', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world?.stop());

  it('the credentials of boards and the keys of devices end sealed with the new one', async () => {
    const before = new SecretBox(PREVIOUS);
    await world.dataSource.query(
      'INSERT INTO inventory.placas (placa_id, numero, empresa_id, credencial_cifrada) VALUES (901, 901, 1, $1)',
      [before.encrypt('la de la placa', CREDENCIAL_CONTEXT)],
    );
    await world.dataSource.query(
      `INSERT INTO inventory.dispositivos (nombre, shelly_id, tipo, empresa_id, auth_key_cifrada)
       VALUES ('Bomba', 'c45bbe5f1a01', 'shelly_1', 1, $1)`,
      [before.encrypt('la del dispositivo', AUTH_KEY_CONTEXT)],
    );
    await world.startInventory({ ACEQUIA_SECRET_KEY_PREVIOUS: PREVIOUS });
    const now = new SecretBox(TEST_SECRET_KEY);
    await eventually(async () => {
      const [sealed] = await world.dataSource.query<{ placa: string; dispositivo: string }[]>(
        `SELECT (SELECT credencial_cifrada FROM inventory.placas WHERE placa_id = 901) AS placa,
           (SELECT auth_key_cifrada FROM inventory.dispositivos WHERE shelly_id = 'c45bbe5f1a01') AS dispositivo`,
      );
      expect(now.decrypt(sealed?.placa ?? '', CREDENCIAL_CONTEXT)).toBe('la de la placa');
      expect(now.decrypt(sealed?.dispositivo ?? '', AUTH_KEY_CONTEXT)).toBe('la del dispositivo');
    });
  });
});
