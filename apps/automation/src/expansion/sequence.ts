import type { Finca, Objeto, ProgramaExpandible, Tramo } from './types.js';

interface Miembro {
  objeto: Objeto;
  /** Seconds still to run. */
  quedan: number;
}

interface Grupo {
  miembros: Miembro[];
  /** Seconds from the start at which it has rested. */
  listo: number;
}

const objetoDe = (paso: ProgramaExpandible['pasos'][number]): Objeto =>
  paso.switch_id === undefined ? `d${paso.dispositivo_id ?? 0}` : `s${paso.switch_id}`;

/** Steps in groups that start together, with their seconds; what comes to nothing is left out. */
const groupsOf = ({ pasos, limite }: ProgramaExpandible, porcentaje: number, finca: Finca): Grupo[] => {
  const grupos: Grupo[] = [];
  let actual: Miembro[] = [];
  let caudal = 0;
  const close = (): void => {
    if (actual.length > 0) grupos.push({ miembros: actual, listo: 0 });
    actual = [];
    caudal = 0;
  };
  for (const paso of pasos) {
    if (paso.junto_con_anterior !== 1) close();
    const quedan = Math.round((paso.duracion_s * porcentaje) / 100);
    if (quedan <= 0) continue;
    const propio = (paso.switch_id !== undefined && finca.caudales.get(paso.switch_id)) || 0;
    const lleno = actual.length >= (limite?.valvulas ?? Infinity) || caudal + propio > (limite?.caudal_m3h ?? Infinity);
    if (lleno) close();
    actual.push({ objeto: objetoDe(paso), quedan });
    caudal += propio;
  }
  close();
  return grupos;
};

/**
 * What a program does from its start on, at a percentage of its durations. Groups follow one another with `pausa_s` between
 * them; with cycle and soak they take turns, none for longer than `max_s` nor before it has rested.
 */
export const sequence = (programa: ProgramaExpandible, porcentaje: number, finca: Finca): Tramo[] => {
  const { pausa_s = 0, remojo } = programa;
  const most = remojo?.max_s ?? Infinity;
  const soak = remojo?.pausa_s ?? 0;
  const tramos: Tramo[] = [];
  let libre = 0;
  let grupos = groupsOf(programa, porcentaje, finca);
  while (grupos.length > 0) {
    for (const grupo of grupos) {
      const desde_s = Math.max(libre, grupo.listo);
      let length = 0;
      for (const miembro of grupo.miembros) {
        const segundos = Math.min(miembro.quedan, most);
        if (segundos === 0) continue;
        tramos.push({ objeto: miembro.objeto, desde_s, segundos });
        miembro.quedan -= segundos;
        length = Math.max(length, segundos);
      }
      libre = desde_s + length + pausa_s;
      grupo.listo = desde_s + length + soak;
    }
    grupos = grupos.filter(({ miembros }) => miembros.some(({ quedan }) => quedan > 0));
  }
  return [...tramos, ...pumps(tramos, finca)];
};

/** A pump goes with its valves, later on and earlier off; one that is a step itself is left to the program. */
const pumps = (tramos: readonly Tramo[], finca: Finca): Tramo[] => {
  const propios = new Set(tramos.map(({ objeto }) => objeto));
  return finca.bombas.flatMap(({ switch_id, valvulas, encendido_s, apagado_s }) => {
    const objeto: Objeto = `s${switch_id}`;
    if (propios.has(objeto)) return [];
    const suyos = tramos.filter((tramo) => tramo.objeto.startsWith('s') && valvulas.has(Number(tramo.objeto.slice(1))));
    return merged(suyos)
      .map(([from, to]) => ({ objeto, desde_s: from + encendido_s, segundos: to - apagado_s - from - encendido_s }))
      .filter(({ segundos }) => segundos > 0);
  });
};

/** Stretches in which at least one runs. */
const merged = (tramos: readonly Tramo[]): [from: number, to: number][] => {
  const all: [number, number][] = [];
  for (const { desde_s, segundos } of [...tramos].sort((a, b) => a.desde_s - b.desde_s)) {
    const last = all.at(-1);
    if (last && desde_s <= last[1]) last[1] = Math.max(last[1], desde_s + segundos);
    else all.push([desde_s, desde_s + segundos]);
  }
  return all;
};

/** How long after its start the last of them ends, s. */
export const spanOf = (tramos: readonly Tramo[]): number =>
  tramos.reduce((most, { desde_s, segundos }) => Math.max(most, desde_s + segundos), 0);
