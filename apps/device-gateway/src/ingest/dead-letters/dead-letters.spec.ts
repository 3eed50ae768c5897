import { Gateway, Parts } from '../../gateway.fixture.js';
import { DeadLetterRepository } from './dead-letter.repository.js';

describe('the dead letters of a board', () => {
  let parts: Parts;
  let gateway: Gateway;

  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
  });
  afterAll(() => parts.stop());

  it('are listed newest first, by number: the ninth is older than the tenth', async () => {
    const placa_id = await gateway.placa(1);
    const repository = gateway.app.get(DeadLetterRepository);
    const letters = Array.from({ length: 12 }, (_, n) => ({
      placa_id,
      motivo: 'forma_invalida' as const,
      detalle: String(n),
      topico: '',
      contenido: '',
      ts: n,
    }));
    await repository.save(letters, 100);
    const listed = await repository.list(placa_id, 11);
    expect(listed.map(({ ts }) => ts)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });
});
