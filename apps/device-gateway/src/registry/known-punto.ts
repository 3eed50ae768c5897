import type { PointMessage } from '@acequia/board-protocol';
import { type FuentePunto, magnitudOf, type MagnitudClave, pinExists, wiresOf } from '@acequia/contracts';

/** What the gateway needs of a point of measurement. */
export interface KnownPunto {
  id: number;
  n: number;
  fuente: FuentePunto;
  magnitud: MagnitudClave;
  a: number;
  b: number;
  cada_s: number;
}

/** An accepted value of a point: an integer as it is kept; null = the sensor gives none. */
export interface PointReading {
  punto_id: number;
  magnitud: MagnitudClave;
  kept: number | null;
}

/** The points that a board with our firmware reads, as its pin map names them. */
export const pointsOf = (puntos: readonly KnownPunto[]): PointMessage[] =>
  puntos
    .flatMap(({ n, fuente, magnitud, a, b, cada_s }) => {
      if (fuente.tipo !== 'placa' || !wiresOf(fuente).pins.every(pinExists)) return [];
      const { tipo: _, driver: kind, ...wire } = fuente;
      return [{ n, kind, ...wire, every_s: cada_s, a, b, dec: decimalsOf(magnitud) }];
    })
    .sort((one, other) => one.n - other.n);

/** As fine as values are kept. */
const decimalsOf = (clave: MagnitudClave): number => Math.round(Math.log10(magnitudOf(clave).escala));
