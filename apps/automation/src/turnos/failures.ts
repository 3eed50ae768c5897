import { type CausaFallo, KNOWN_TO_NOBODY, type TurnosFallidos } from '@acequia/contracts';
import type { StoredMotivos } from '../storage/motivo.js';
import { motivoText } from '../storage/textos-motivos.js';

/** A failed turn, as stored. */
export interface FailedTurn extends StoredMotivos {
  turno_id: string;
  empresa_id: number;
  switch_id: number | null;
  dispositivo_id: number | null;
  placa_id: number | null;
  /** Of its board or device; '' = none. */
  sitio: string;
  inicio: number;
  /** Of its company. */
  zona_horaria: string;
  /** null = its switch or device itself. */
  causa: CausaFallo | null;
  /** What its meter says against it, of a turn that ran. */
  agua: CausaFallo | null;
  m3_medidos: number | null;
  m3_esperados: number | null;
  /** The pump that it needs, or is. */
  bomba_id: number | null;
  /** The meter of its water. */
  punto_id: number | null;
}

type About = Pick<TurnosFallidos, 'clave' | 'causa' | 'placa_id' | 'switch_id' | 'dispositivo_id' | 'sitio'>;

const NOTHING = { placa_id: null, switch_id: null, dispositivo_id: null, sitio: null };

/** What ends with a whole site at a time. */
const OF_SITES: ReadonlySet<CausaFallo> = new Set(['corriente', 'sin_conexion']);
const OF_BOARDS: ReadonlySet<CausaFallo> = new Set([...OF_SITES, 'reloj', 'placa']);

/** The one cause of a failure, so that twelve turns of one power cut are one alarm. */
const aboutOf = (turn: FailedTurn): About => {
  const { switch_id, dispositivo_id, placa_id, sitio, agua, bomba_id, punto_id } = turn;
  const causa = agua ?? turn.causa ?? 'objeto';
  if (causa === 'servicio') return { ...NOTHING, causa, clave: causa };
  if (agua && punto_id !== null) return { ...NOTHING, causa, placa_id, switch_id, clave: `${causa}:punto:${punto_id}` };
  if (OF_SITES.has(causa) && sitio !== '') return { ...NOTHING, causa, sitio, clave: `${causa}:sitio:${sitio}` };
  if (OF_BOARDS.has(causa) && placa_id !== null)
    return { ...NOTHING, causa, placa_id, clave: `${causa}:placa:${placa_id}` };
  const isPumps = causa === 'bomba' || (causa === 'objeto' && switch_id !== null && switch_id === bomba_id);
  if (isPumps && bomba_id !== null)
    return { ...NOTHING, causa: 'bomba', switch_id: bomba_id, placa_id, clave: `bomba:${bomba_id}` };
  if (switch_id !== null) return { ...NOTHING, causa, switch_id, placa_id, clave: `${causa}:switch:${switch_id}` };
  return { ...NOTHING, causa, dispositivo_id, clave: `${causa}:dispositivo:${dispositivo_id ?? 0}` };
};

/** Failed turns by their causes, the oldest first. A valve that its pump left dry has the cause of its pump. */
export const failuresOf = (turns: readonly FailedTurn[]): TurnosFallidos[] => {
  const ofPumps = new Map<number, About>();
  for (const turn of turns)
    if (turn.switch_id !== null && turn.switch_id === turn.bomba_id) ofPumps.set(turn.switch_id, aboutOf(turn));
  const found = new Map<string, TurnosFallidos>();
  for (const turn of turns) {
    const { empresa_id, inicio, zona_horaria, m3_medidos, m3_esperados, switch_id, dispositivo_id } = turn;
    const about = (turn.causa === 'bomba' && ofPumps.get(turn.bomba_id ?? 0)) || aboutOf(turn);
    const key = `${empresa_id} ${about.clave}`;
    const known = found.get(key) ?? {
      ...about,
      empresa_id,
      desde: inicio,
      turnos: 0,
      turno_ids: [],
      switches: [],
      dispositivos: [],
    };
    found.set(key, {
      ...known,
      turnos: known.turnos + 1,
      turno_ids: [...known.turno_ids, turn.turno_id],
      switches: withOne(known.switches, switch_id),
      dispositivos: withOne(known.dispositivos, dispositivo_id),
      // Its alarm is told in the same words to admins and usuarios.
      motivo: motivoText(turn, zona_horaria, KNOWN_TO_NOBODY),
      m3_medidos,
      m3_esperados,
    });
  }
  return [...found.values()];
};

const withOne = (ids: number[], id: number | null): number[] => (id === null || ids.includes(id) ? ids : [...ids, id]);
