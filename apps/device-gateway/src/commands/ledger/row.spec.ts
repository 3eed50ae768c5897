import { type Known, KNOWN_TO_NOBODY } from '@acequia/contracts';
import { detailOf } from './comando.js';
import { type Fila, readOne } from './row.js';

const row = (told: Partial<Fila>): Fila =>
  ({ detalle: null, detalle_datos: null, ts: '1800000000000', ...told }) as Fila;

const detail = (told: Partial<Fila>, known: Known): string | null => detailOf(readOne(row(told)), known);

describe('a row of the ledger', () => {
  it('tells its detail by its code, and names to a reader what they know', () => {
    const refusal = { codigo: 'otro_encendido', nombre: 'Pozo' } as const;
    expect(detail({ detalle_datos: { codigo: 'placa_tarde' } }, KNOWN_TO_NOBODY)).toBe(
      'Llegó tarde a la placa, que no actuó',
    );
    expect(detail({ detalle_datos: refusal }, null)).toContain('«Pozo»');
    expect(detail({ detalle_datos: refusal }, new Set(['Tanque']))).toContain('otro switch');
  });

  it('from before codes were stored shows its stored sentence to who knows every switch, and to nobody else', () => {
    const detalle = 'No se puede encender: el switch «Pozo» está encendido y no pueden estar juntos.';
    expect(detail({ detalle }, null)).toBe(detalle);
    expect(detail({ detalle }, KNOWN_TO_NOBODY)).toBeNull();
    expect(detail({}, null)).toBeNull();
  });
});
