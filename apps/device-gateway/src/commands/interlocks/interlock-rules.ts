import type { EstadoComando, MotivoDeSistema } from '@acequia/contracts';
import type { EnclavamientoConocido } from '../../registry/interlocks.js';

/** The newest command of one kind to a switch that may act or may have acted: neither refused nor expired. Times in ms. */
export interface Orden {
  /** Rises with each command of the ledger. */
  orden: number;
  estado: EstadoComando;
  ts: number;
  vence_ts: number;
  resuelto_ts: number | null;
}

/** What is known of a switch of a group. Times in ms. */
export interface Miembro {
  id: number;
  nombre: string;
  /** Its board is connected: what it said since it connected still holds. */
  online: boolean;
  conectada_ts: number;
  /** null = its board never said. */
  visto: { estado: 0 | 1; ts: number } | null;
  /** Since when it is on. */
  desde: number | null;
  on: Orden | null;
  off: Orden | null;
}
export type Miembros = ReadonlyMap<number, Miembro>;

/** A board's first sample may have been taken just before its connection was noted, ms. */
const HOLGURA_MS = 2_000;
/** A pump that did not obey is asked again after this, ms. */
const OTRA_VEZ_MS = 30_000;

const abierta = ({ estado }: Orden): boolean => estado === 'solicitado' || estado === 'enviado';

/**
 * May a command have changed (or still change) what was seen at `ts`? A later one that was confirmed settles it. Until it expires also one that
 * was confirmed itself may: a sample can agree with it by chance, before it has reached its board.
 */
const enDuda = (contraria: Orden | null, propia: Orden | null, ts: number): boolean => {
  if (contraria === null) return false;
  if (abierta(contraria)) return true;
  if (propia !== null && propia.estado === 'confirmado' && propia.orden > contraria.orden) return false;
  return (
    ts <= Math.max(contraria.vence_ts, contraria.estado === 'confirmado' ? (contraria.resuelto_ts ?? Infinity) : 0)
  );
};

/** Is the switch certainly on (1) or off (0)? Neither, when its board is away or something is under way. */
export const cierto = ({ online, conectada_ts, visto, on, off }: Miembro, valor: 0 | 1): boolean => {
  if (!online || visto === null || visto.estado !== valor || visto.ts < conectada_ts - HOLGURA_MS) return false;
  return valor === 1 ? !enDuda(off, on, visto.ts) : !enDuda(on, off, visto.ts);
};

const de = (miembros: Miembros, ids: readonly number[]): Miembro[] =>
  ids.map((id) => miembros.get(id)).filter((miembro) => miembro !== undefined);
const nombrados = (miembros: readonly Miembro[]): string =>
  new Intl.ListFormat('es', { type: 'disjunction' }).format(miembros.map(({ nombre }) => `«${nombre}»`));
const faltan = (miembros: Miembros, ids: readonly number[]): boolean => ids.some((id) => !miembros.has(id));

/** Why a switch may not be turned on, in Spanish, naming the other one; null = it may. Doubt counts as danger. */
export const reparoAlEncender = (
  id: number,
  grupos: readonly EnclavamientoConocido[],
  miembros: Miembros,
  now: number,
): string | null => {
  for (const grupo of grupos) {
    const reparo =
      grupo.tipo === 'exclusion'
        ? grupo.switches.includes(id) && porExclusion(id, grupo, miembros)
        : grupo.bomba_id === id && porValvulas(grupo, miembros, now);
    if (reparo) return `No se puede encender: ${reparo}.`;
  }
  return null;
};

const porExclusion = (id: number, grupo: EnclavamientoConocido, miembros: Miembros): string | null => {
  const otros = grupo.switches.filter((otro) => otro !== id);
  for (const otro of de(miembros, otros)) {
    if (cierto(otro, 0)) continue;
    const quien = `el switch «${otro.nombre}»`;
    if (otro.on !== null && abierta(otro.on)) return `${quien} se está encendiendo y no pueden estar juntos`;
    if (otro.online && otro.visto?.estado === 1) return `${quien} está encendido y no pueden estar juntos`;
    return `no se sabe si ${quien} está encendido y no pueden estar juntos`;
  }
  return faltan(miembros, otros) ? `todavía no se conoce otro switch de «${grupo.nombre}»` : null;
};

const porValvulas = (grupo: EnclavamientoConocido, miembros: Miembros, now: number): string | null => {
  const valvulas = de(miembros, grupo.switches);
  const abiertas = valvulas.filter((valvula) => cierto(valvula, 1));
  if (abiertas.length === 0) return `antes debe estar abierta ${nombrados(valvulas) || `una válvula`}`;
  const espera = Math.min(...abiertas.map(({ desde }) => (desde ?? now) + grupo.retardo_encendido_s * 1_000 - now));
  if (espera <= 0) return null;
  return `${nombrados(abiertas)} acaba de abrirse; faltan ${Math.ceil(espera / 1_000)} s`;
};

/** A pump that has to stop before a valve closes, with how long the valve waits after that, s. */
export interface Antes {
  bomba_id: number;
  retardo_s: number;
  /** The command that has stopped it a moment ago; null = it has to be stopped. */
  parada: number | null;
}

/** Turning a switch off always goes through; the last valve of a pump that may run waits until that has stopped. */
export const antesDeApagar = (
  id: number,
  grupos: readonly EnclavamientoConocido[],
  miembros: Miembros,
  now: number,
): Antes[] => {
  const propio = miembros.get(id);
  if (propio && cierto(propio, 0)) return [];
  return grupos.flatMap((grupo): Antes[] => {
    if (grupo.tipo !== 'requiere' || grupo.bomba_id === null || !grupo.switches.includes(id)) return [];
    const bomba = miembros.get(grupo.bomba_id);
    const otras = de(
      miembros,
      grupo.switches.filter((otra) => otra !== id),
    );
    if (!bomba || otras.some((otra) => cierto(otra, 1))) return [];
    const { retardo_apagado_s: retardo_s } = grupo;
    if (!cierto(bomba, 0)) return [{ bomba_id: bomba.id, retardo_s, parada: null }];
    const { off } = bomba;
    if (off?.estado !== 'confirmado' || (off.resuelto_ts ?? 0) + retardo_s * 1_000 <= now) return [];
    return [{ bomba_id: bomba.id, retardo_s, parada: off.orden }];
  });
};

/** A switch that has to go off because of what the boards report. */
export interface Falta {
  grupo_id: number;
  switch_id: number;
  motivo: MotivoDeSistema;
  /** It is only not known whether a valve is open: may be waited out for a while. */
  incierta: boolean;
}

/** Groups that what is reported breaks: somebody pressed a button, a valve closed by itself, a board went away. */
export const faltasDe = (grupos: readonly EnclavamientoConocido[], miembros: Miembros, now: number): Falta[] =>
  grupos
    .flatMap((grupo) => (grupo.tipo === 'exclusion' ? juntos(grupo, miembros) : sinValvula(grupo, miembros)))
    .filter(({ switch_id }) => {
      const off = miembros.get(switch_id)?.off ?? null;
      return off === null || off.ts + OTRA_VEZ_MS <= now;
    });

/** Who came on first stays. */
const juntos = (grupo: EnclavamientoConocido, miembros: Miembros): Falta[] => {
  const encendidos = de(miembros, grupo.switches)
    .filter((miembro) => cierto(miembro, 1))
    .sort((a, b) => (a.desde ?? 0) - (b.desde ?? 0) || a.id - b.id);
  const [primero, ...resto] = encendidos;
  return resto.map(({ id }) => ({
    grupo_id: grupo.id,
    switch_id: id,
    motivo: { codigo: 'juntos', con: primero?.nombre ?? '', grupo: grupo.nombre },
    incierta: false,
  }));
};

const sinValvula = (grupo: EnclavamientoConocido, miembros: Miembros): Falta[] => {
  const bomba = grupo.bomba_id === null ? undefined : miembros.get(grupo.bomba_id);
  const valvulas = de(miembros, grupo.switches);
  if (!bomba || !cierto(bomba, 1) || valvulas.some((valvula) => cierto(valvula, 1))) return [];
  const incierta = faltan(miembros, grupo.switches) || !valvulas.every((valvula) => cierto(valvula, 0));
  const motivo = { codigo: 'sin_valvula', grupo: grupo.nombre, incierto: incierta } as const;
  return [{ grupo_id: grupo.id, switch_id: bomba.id, motivo, incierta }];
};
