import type { AuditoriaFila } from '@acequia/contracts';
import { beforeFor, merge, positionOf, type Origen } from './page.js';

const fila = (ts_us: string, id: string): AuditoriaFila => ({
  id,
  ts_us,
  usuario_id: null,
  servicio: null,
  empresa_id: null,
  accion: '',
  entidad: '',
  nombre: '',
  antes: null,
  despues: null,
});

// Several rows share a microsecond across services; ids have different lengths; µs exceed 2^32.
const own = ['1700000000000001', '1700000000000002', '1700000000000002', '999'].map((ts, n) => fila(ts, `${8 + n}`));
const bloqueos = ['1700000000000002', '1700000000000000'].map((ts, n) => fila(ts, `${9 + n}`));
const strangers = ['1700000000000002', '1700000000000002', '1700000000000001'].map((ts, n) => fila(ts, `${99 + n}`));

/** Simulates a service's answer: its newest rows before a position. */
const search = (rows: AuditoriaFila[], origen: Origen, position: string | undefined, limite: number) => {
  const antes = beforeFor(origen, position);
  return rows
    .filter(({ ts_us, id }) => {
      if (!antes || BigInt(ts_us) < BigInt(antes.ts_us)) return true;
      return ts_us === antes.ts_us && BigInt(id) < BigInt(antes.id);
    })
    .sort((a, b) => Number(BigInt(b.ts_us) - BigInt(a.ts_us)) || Number(BigInt(b.id) - BigInt(a.id)))
    .slice(0, limite);
};

describe('pages over the trails of several services', () => {
  it.each([1, 2, 3, 4, 10])('of %i rows give each row once, newest first, wherever a page ends', (limite) => {
    const found: string[] = [];
    for (let position: string | undefined; found.length < 20;) {
      const page = merge({
        a: search(own, 'a', position, limite),
        g: search(bloqueos, 'g', position, limite),
        i: search(strangers, 'i', position, limite),
        l: search([], 'l', position, limite),
        m: search([], 'm', position, limite),
      }).slice(0, limite);
      if (page.length === 0) break;
      found.push(...page.map(positionOf));
      position = found.at(-1);
    }
    expect(found).toEqual([
      '1700000000000002.i.100',
      '1700000000000002.i.99',
      '1700000000000002.g.9',
      '1700000000000002.a.10',
      '1700000000000002.a.9',
      '1700000000000001.i.101',
      '1700000000000001.a.8',
      '1700000000000000.g.10',
      '999.a.11',
    ]);
  });
});
