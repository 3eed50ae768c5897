import { type Fields, type PointValue, type RejectedSample, rejection, type Sample } from '@acequia/board-protocol';
import { magnitudOf, scaled, SENSOR_CANALES, unscaled } from '@acequia/contracts';
import type { KnownPunto, PointReading } from '../registry/known-punto.js';

/** What a message of other firmware says of its points, calibrated here: such a board knows nothing of them. */
export const valuesOfFields = (fields: Fields, puntos: readonly KnownPunto[]): PointValue[] =>
  puntos.flatMap(({ n, fuente, a, b }) => {
    const raw = fuente.tipo === 'mensaje' ? fields.get(fuente.ruta) : undefined;
    return raw === undefined ? [] : [{ n, valor: raw === null ? null : a * raw + b }];
  });

/** What the sensors of switches say, calibrated here: of it boards of any firmware tell `sensores`, and nothing of points. */
export const valuesOfSensors = (sensores: Sample['sensores'], puntos: readonly KnownPunto[]): PointValue[] =>
  puntos.flatMap(({ n, fuente, a, b }) => {
    if (fuente.tipo !== 'sensor') return [];
    const kept = sensores.find(({ pin }) => pin === fuente.pin)?.[fuente.ch];
    if (kept === undefined) return [];
    return [{ n, valor: kept === null ? null : a * unscaled(SENSOR_CANALES[fuente.ch], kept) + b }];
  });

/** Judges each value of a sample for itself. What is refused is added to `rejected`. */
export const readingsOf = (
  valores: readonly PointValue[],
  puntos: readonly KnownPunto[],
  index: number,
  rejected: RejectedSample[],
): PointReading[] =>
  valores.flatMap(({ n, valor }) => {
    const punto = puntos.find((one) => one.n === n);
    if (!punto) {
      rejected.push({ ...rejection('punto_desconocido', `values.${n}`), index });
      return [];
    }
    const kept = valor === null ? null : scaled(punto.magnitud, valor);
    if (valor !== null && kept === null) {
      const { nombre, minimo, maximo, unidad } = magnitudOf(punto.magnitud);
      const detalle = `values.${n} = ${valor} (${nombre}: de ${minimo} a ${maximo} ${unidad})`;
      rejected.push({ ...rejection('valor_fuera_de_rango', detalle.trim()), index });
    }
    return [{ punto_id: punto.id, magnitud: punto.magnitud, kept }];
  });
