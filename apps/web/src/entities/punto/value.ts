import { inUnit, magnitudOf, type MagnitudClave, type Punto } from '@acequia/contracts';
import { OLD_MS } from '../../lib/time/freshness.js';

export const NO_VALUE = 'Sin dato';

/** A value is old once so many of its successors should have come. */
const MISSED = 3;

/** Of a contact. */
const CONTACT: Readonly<Record<number, string>> = { 0: 'Abierto', 1: 'Cerrado' };

/** A value with its unit, as fine as people read it. */
export const inWords = (magnitud: MagnitudClave, valor: number | null): string => {
  if (valor === null) return NO_VALUE;
  return (magnitudOf(magnitud).clase === 'estado' && CONTACT[valor]) || inUnit(magnitud, valor);
};

/** True when a value must not be taken for the present one; a point that never told one has none. */
export const isOutdated = ({ ts, cada_s }: Pick<Punto, 'ts' | 'cada_s'>, now: number): boolean =>
  ts !== null && now - ts > Math.max(OLD_MS, cada_s * 1_000 * MISSED);
