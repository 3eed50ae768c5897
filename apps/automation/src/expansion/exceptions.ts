import { pumps } from './pumps.js';
import { type Corrida, type Exception, type Farm, type ProgramaExpandible, turnoId } from './types.js';
import { windowEnd } from './window.js';
import type { ZoneClock } from './zone-clock.js';

/**
 * The runs of one start of a program with the exceptions of its day. A moved turn keeps its id. Pumps follow their valves.
 * A moved turn is planned outside the window only as one that does not run.
 */
export const withExceptions = (
  programa: ProgramaExpandible,
  farm: Farm,
  clock: ZoneClock,
  corridas: readonly Corrida[],
): readonly Corrida[] => {
  const { id, pasos, ventana } = programa;
  const { exceptions } = farm;
  const first = corridas[0];
  if (!exceptions || !first || !corridas.some(({ turno_id }) => exceptions.has(turno_id))) return corridas;
  const steps = new Set(
    pasos.map(({ switch_id, dispositivo_id }) => (switch_id ? `s${switch_id}` : `d${dispositivo_id}`)),
  );
  const { riego } = first;
  const own = corridas
    .filter(({ objeto }) => steps.has(objeto))
    .map((corrida) => {
      const exception = exceptions.get(corrida.turno_id);
      return exception
        ? moved(corrida, exception, ventana ? windowEnd(ventana, clock, exception.inicio) : Infinity)
        : corrida;
    });
  const spans = own
    .filter(({ outside }) => !outside)
    .map(({ objeto, inicio, segundos }) => ({ objeto, desde_s: (inicio - riego) / 1_000, segundos }));
  const driven = pumps(spans, farm, programa).map(({ objeto, desde_s, segundos }) => {
    const inicio = riego + desde_s * 1_000;
    const turno_id = turnoId(id, inicio, objeto);
    return { turno_id, programa_id: id, objeto, riego, inicio, segundos, pedidos_s: segundos, outside: false };
  });
  return [...own, ...driven];
};

const moved = (corrida: Corrida, { inicio, segundos, por }: Exception, end: number): Corrida => {
  const outside = inicio >= end;
  return {
    ...corrida,
    inicio,
    segundos: outside ? segundos : Math.min(segundos, (end - inicio) / 1_000),
    pedidos_s: segundos,
    outside,
    planned: { inicio: corrida.inicio, segundos: corrida.pedidos_s, por },
  };
};
