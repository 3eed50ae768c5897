import { Bus } from '@acequia/bus';
import {
  CERCA_DE_TURNO_MIN,
  type EsperaDePlaca,
  type PlacaEnActualizacion,
  type PlacaSalud,
  sistema,
} from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LeaseStore } from '../presence/lease.store.js';
import { PlacaDirectory } from '../registry/placa-directory.js';
import { StateStore } from '../state/state.store.js';
import type { KnownEstado } from '../state/known-estado.js';
import type { Sight } from './rollout.js';
import type { StoredMember, StoredRollout } from './rollouts.repository.js';
import { type Revs, saidByForeign, saidByOwn } from './said.js';

/** Longest wait for automation: without its answer no board is begun. */
const TURNS_MS = 3_000;
/** Relays that were last told before this are not known, ms. */
const FRESH_MS = 5 * 60_000;

/** What a screen shows of a board in a rollout. */
export type Shown = Pick<PlacaEnActualizacion, 'placa_id' | 'espera' | 'fase' | 'bytes' | 'detalle' | 'despues'>;

export interface BoardSight extends Sight {
  /** When it last told something new of its update, ms; 0 = nothing yet. */
  newsAt: number;
  shown: Omit<Shown, 'placa_id'>;
}

interface OwnRow {
  placa_id: number;
  salud: PlacaSalud | null;
  sent: (string | null)[];
  taken: (string | null)[];
}

/** The revisions that the server holds for boards, and what the boards say. */
const OWN = `SELECT placa_id, p.salud, ARRAY[b.config_rev, a.rev, c.rev]::text[] AS sent,
    ARRAY[p.config_rev, p.agenda_rev, p.control_rev]::text[] AS taken
  FROM unnest($1::int[]) AS x (placa_id) JOIN placas b USING (placa_id) LEFT JOIN planes_de_placa p USING (placa_id)
    LEFT JOIN agendas a USING (placa_id) LEFT JOIN controles c USING (placa_id)`;

const numbers = (revs: readonly (string | null)[]): (number | null)[] =>
  revs.map((rev) => (rev === null ? null : Number(rev)));

/** What is known now of the boards of a rollout: whether they may be begun, and how far they are. */
@Injectable()
export class BoardSights {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly directory: PlacaDirectory,
    private readonly leases: LeaseStore,
    private readonly states: StateStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async of(
    rollout: StoredRollout,
    members: readonly StoredMember[],
    now: number,
  ): Promise<ReadonlyMap<number, BoardSight>> {
    const ids = members.map(({ placa_id }) => placa_id);
    if (ids.length === 0) return new Map();
    const waiting = members.filter(({ estado }) => estado === 'espera').map(({ placa_id }) => placa_id);
    const [online, states, near, own] = await Promise.all([
      this.leases.online(ids),
      this.states.read(waiting),
      this.near(waiting),
      rollout.dialecto === 'acequia' ? this.db.query<OwnRow[]>(OWN, [ids]) : [],
    ]);
    const relays = new Map(waiting.map((placa_id, i) => [placa_id, states[i] ?? null]));
    const told = new Map(own.map((row) => [row.placa_id, row]));
    return new Map(
      members.map((member, i) => {
        const { placa_id } = member;
        const placa = this.directory.byId(placa_id);
        const gone = !placa || placa.eliminada || placa.dialecto !== rollout.dialecto;
        const isOnline = online[i] === true;
        const espera =
          member.estado === 'espera' ? waitOf(isOnline, relays.get(placa_id) ?? null, near?.has(placa_id), now) : null;
        const words =
          rollout.dialecto === 'acequia'
            ? ownWords(rollout, member, told.get(placa_id), now)
            : foreignWords(rollout, member, now);
        const { said, newsAt, ...shown } = words;
        return [placa_id, { gone, online: isOnline, espera, said, newsAt, shown: { ...shown, espera } }];
      }),
    );
  }

  /** The boards with a turn under way or near; undefined = not known now. */
  private async near(placas: number[]): Promise<ReadonlySet<number> | undefined> {
    if (placas.length === 0) return new Set();
    const asked = { placas, segundos: CERCA_DE_TURNO_MIN * 60 };
    try {
      return new Set(await this.bus.call('turnos.cerca', asked, sistema('device-gateway'), { timeout_ms: TURNS_MS }));
    } catch (error) {
      this.logger.warn({ err: error }, 'the turns of boards could not be asked for: no update begins');
      return undefined;
    }
  }
}

const waitOf = (
  online: boolean,
  state: KnownEstado | null,
  near: boolean | undefined,
  now: number,
): EsperaDePlaca | null => {
  if (!online) return 'sin_conexion';
  if (!state?.heard || now - state.heard > FRESH_MS) return 'sin_estado';
  if (state.lists().pines.some(({ estado }) => estado === 1)) return 'relevador';
  if (near === undefined) return 'sin_turnos';
  return near ? 'turno' : null;
};

type Words = Pick<BoardSight, 'said' | 'newsAt'> & Omit<Shown, 'placa_id' | 'espera'>;

const ownWords = (
  rollout: StoredRollout,
  { id, estado }: StoredMember,
  row: OwnRow | undefined,
  now: number,
): Words => {
  const salud = row?.salud ?? null;
  const told = salud?.actualizacion?.id === id ? salud.actualizacion : undefined;
  const revs: Revs = { sent: numbers(row?.sent ?? []), taken: numbers(row?.taken ?? []) };
  return {
    said: saidByOwn(id, rollout.version, salud, revs, estado === 'lista', now),
    newsAt: told?.ts ?? 0,
    fase: told?.phase ?? null,
    bytes: told?.at ?? null,
    detalle: null,
    despues: told?.phase === 'done' ? (salud?.imagen?.version ?? null) : null,
  };
};

const foreignWords = ({ firmware }: StoredRollout, { informe, estado }: StoredMember, now: number): Words => ({
  said: estado === 'en_curso' ? saidByForeign(informe, firmware, now) : null,
  newsAt: informe?.ts ?? 0,
  fase: informe?.fase ?? null,
  bytes: null,
  detalle: informe?.detalle ?? null,
  despues: informe?.version ?? null,
});
