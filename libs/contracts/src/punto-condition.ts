import type { Detail } from './app-error.js';
import { type MagnitudClave, magnitudOf } from './magnitudes.js';

interface Condition {
  valor: number;
  /** Of a counter: over how many hours its growth is summed. */
  horas?: number | undefined;
}

/** Faults of a condition on a point, field by field; empty when it means something. Used by the form and by the server. */
export const puntoConditionFaults = (magnitud: MagnitudClave, { valor, horas }: Condition): Detail[] => {
  const { clase, minimo, maximo, unidad, nombre } = magnitudOf(magnitud);
  if (clase === 'direccion') return [{ campo: 'punto_id', mensaje: `${nombre} no tiene más ni menos` }];
  const faults: Detail[] = [];
  if (clase === 'contador' && horas === undefined)
    faults.push({ campo: 'horas', mensaje: 'Di en cuántas horas se suma' });
  if (clase !== 'contador' && horas !== undefined) faults.push({ campo: 'horas', mensaje: `${nombre} no se suma` });
  if (valor < minimo || valor > maximo)
    faults.push({ campo: 'valor', mensaje: `Va de ${minimo} a ${maximo} ${unidad}`.trim() });
  return faults;
};
