import { type Fila, readOne } from './row.js';

const row = (told: Partial<Fila>): Fila =>
  ({ detalle: null, detalle_datos: null, ts: '1800000000000', ...told }) as Fila;

describe('a row of the ledger', () => {
  it('tells its detail by its code', () => {
    const motivo = 'Mantenimiento '.repeat(40);
    expect(readOne(row({ detalle_datos: { codigo: 'placa_tarde' } })).detalle).toBe(
      'Llegó tarde a la placa, que no actuó',
    );
    expect(readOne(row({ detalle_datos: { codigo: 'bloqueado', nombre: 'Ana', motivo } })).detalle).toHaveLength(300);
  });

  it('from before codes were stored shows its stored sentence', () => {
    expect(readOne(row({ detalle: 'La placa respondió: busy' })).detalle).toBe('La placa respondió: busy');
    expect(readOne(row({})).detalle).toBeNull();
  });
});
