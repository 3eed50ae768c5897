import { magnitudOf, type Punto } from '@acequia/contracts';

/** Most points beside the one of the page; more lines are not told apart. */
const MOST = 3;
const AXES = 2;

const isLine = ({ magnitud }: Punto): boolean => ['instantanea', 'contador'].includes(magnitudOf(magnitud).clase);
const unitOf = ({ magnitud }: Punto): string => magnitudOf(magnitud).unidad;

/** The points of the same place that can be drawn with one; directions and contacts have axes of their own. */
export const besides = (punto: Punto, all: readonly Punto[]): Punto[] =>
  punto.sitio !== '' && isLine(punto)
    ? all.filter((one) => one.id !== punto.id && one.sitio === punto.sitio && isLine(one))
    : [];

/** Whether one more finds room: an axis of its unit on the left or on the right. */
export const hasRoom = (punto: Punto, drawn: readonly Punto[], next: Punto): boolean =>
  drawn.length < MOST && new Set([punto, ...drawn, next].map(unitOf)).size <= AXES;
