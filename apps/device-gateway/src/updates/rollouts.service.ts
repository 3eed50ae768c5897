import { Bus, Signals } from '@acequia/bus';
import {
  type Actualizacion,
  type ActualizacionDetalle,
  type Actualizaciones,
  type ActualizacionSave,
  AppError,
  type AuditedAction,
  type Caller,
  type Imagen,
  NOMBRE_DIALECTO,
  notFound,
  type PlacaSalud,
  sizesOfOlas,
} from '@acequia/contracts';
import { ENV, requireGlobal, writeAuditTrail } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { GatewayEnv } from '../env.js';
import type { KnownPlaca } from '../registry/known-placa.js';
import { PlacaDirectory } from '../registry/placa-directory.js';
import { People } from './people.js';
import { ROLLOUT_SIGNAL } from './rollout-watch.js';
import { RolloutsRepository, type StoredRollout } from './rollouts.repository.js';
import { texts } from './textos.js';

/** From the second version of its partition table on a board has two slots. */
const TWO_SLOTS = 2;
const UNIQUE_VIOLATION = '23505';

const titleOf = ({ dialecto, version }: Pick<StoredRollout, 'dialecto' | 'version'>): string =>
  `${NOMBRE_DIALECTO[dialecto]} ${version === '' ? texts.newest : version}`;

/** What people do with rollouts. Each change is written down with its author in its own transaction. */
@Injectable()
export class RolloutsService {
  constructor(
    @Inject(ENV) private readonly env: GatewayEnv,
    private readonly repository: RolloutsRepository,
    private readonly directory: PlacaDirectory,
    private readonly people: People,
    private readonly bus: Bus,
    private readonly signals: Signals,
  ) {}

  async list(caller: Caller): Promise<Actualizaciones> {
    requireGlobal(caller);
    return { propio: this.env.UPDATES_OWN_FIRMWARE ? 1 : 0, actualizaciones: await this.repository.list() };
  }

  /** @throws AppError `no_encontrado` */
  async read(caller: Caller, id: number): Promise<ActualizacionDetalle> {
    requireGlobal(caller);
    const [one, placas] = await Promise.all([this.repository.one(id), this.repository.placas(id)]);
    if (!one) throw notFound();
    return { ...one, placas };
  }

  /**
   * @throws AppError `actualizacion_propia_apagada`, `placa_en_actualizacion`, `no_encontrado` for an absent image or board, `datos_invalidos`
   *   for boards of another firmware, or none
   */
  async create(caller: Caller, request: ActualizacionSave): Promise<Actualizacion> {
    requireGlobal(caller);
    const { dialecto, firmware } = request;
    if (dialecto === 'acequia' && !this.env.UPDATES_OWN_FIRMWARE) throw new AppError('actualizacion_propia_apagada');
    const [version, chosen, nombre] = await Promise.all([
      this.versionOf(firmware),
      this.chosen(caller, request),
      this.people.nameOf(caller),
    ]);
    const able = await this.able(dialecto, chosen);
    const inTurn = shuffled(chosen);
    const begun = inTurn.filter(({ placa_id }) => able.has(placa_id));
    if (begun.length === 0) throw refused(texts.noBoards);
    const waves = sizesOfOlas(begun.length).flatMap((size, i) => Array<number>(size).fill(i + 1));
    const rows = [...begun, ...inTurn.filter(({ placa_id }) => !able.has(placa_id))].map(
      ({ placa_id, empresa_id, numero }, orden) => ({
        placa_id,
        empresa_id,
        numero,
        orden,
        ola: waves[orden] ?? waves.at(-1) ?? 1,
        ...(able.has(placa_id) ? { estado: 'espera', motivo: null } : { estado: 'omitida', motivo: 'no_sabe' }),
      }),
    );
    const now = Date.now();
    const made = await this.repository.db
      .transaction(async (tx) => {
        const [{ id }]: [{ id: number }] = await tx.query(
          `INSERT INTO actualizaciones (dialecto, firmware, version, estado, ola, ola_desde, usuario_nombre, creada_ts)
           VALUES ($1, $2, $3, 'activa', 1, $4, $5, $4) RETURNING id`,
          [dialecto, JSON.stringify(firmware), version, now, nombre],
        );
        await tx.query(
          `INSERT INTO actualizacion_placas (actualizacion_id, placa_id, empresa_id, numero, orden, ola, estado, motivo, ts)
           SELECT $1, placa_id, empresa_id, numero, orden, ola, estado, motivo, $3
           FROM jsonb_to_recordset($2) AS p (placa_id integer, empresa_id integer, numero integer, orden integer, ola integer,
             estado text, motivo text)`,
          [id, JSON.stringify(rows), now],
        );
        const despues = { dialecto, version, placas: rows.length };
        await this.audit(tx, caller, 'actualizacion.crear', { id, dialecto, version }, null, despues);
        return this.told(tx, id);
      })
      .catch((error: unknown) => {
        throw (error as { code?: string }).code === UNIQUE_VIOLATION ? new AppError('placa_en_actualizacion') : error;
      });
    await this.signals.send(ROLLOUT_SIGNAL, '');
    return made;
  }

  /** No further board is begun; those under way go on. @throws AppError `no_encontrado`, `actualizacion_cerrada` */
  pause(caller: Caller, id: number): Promise<Actualizacion> {
    return this.turn(caller, id, 'actualizacion.pausar', async (tx, { estado }, now) => {
      if (estado === 'activa') await this.repository.move(tx, id, { estado: 'pausada', pausa: 'persona' }, now);
    });
  }

  /** The failures of the present ola count as seen. @throws as {@link pause} */
  resume(caller: Caller, id: number): Promise<Actualizacion> {
    return this.turn(caller, id, 'actualizacion.seguir', async (tx, { estado, ola, pausa }, now) => {
      if (estado !== 'pausada') return;
      const wave = (await this.repository.members(id, tx)).filter((member) => member.ola === ola);
      const failures = wave.filter((member) => member.estado === 'fallo').length;
      const perdonadas = pausa === 'nadie' ? wave.length : failures;
      await this.repository.move(tx, id, { estado: 'activa', ola_desde: now, perdonadas }, now);
    });
  }

  /** Boards that were not begun stay as they are; what boards of ours were sent is taken back. @throws as {@link pause} */
  stop(caller: Caller, id: number): Promise<Actualizacion> {
    return this.turn(caller, id, 'actualizacion.detener', async (tx, _rollout, now) => {
      const waiting = (await this.repository.members(id, tx)).filter(({ estado }) =>
        ['espera', 'por_enviar'].includes(estado),
      );
      const changes = waiting.map(({ placa_id }) => ({ placa_id, estado: 'omitida', motivo: 'detenida' }) as const);
      await this.repository.change(tx, id, changes, false, now);
      await tx.query(
        `UPDATE actualizacion_placas SET retirar = true WHERE actualizacion_id = $1 AND estado = 'en_curso'`,
        [id],
      );
      await this.repository.move(tx, id, { estado: 'detenida' }, now);
    });
  }

  private async turn(
    caller: Caller,
    id: number,
    accion: AuditedAction,
    change: (tx: EntityManager, rollout: StoredRollout, now: number) => Promise<void>,
  ): Promise<Actualizacion> {
    requireGlobal(caller);
    const turned = await this.repository.db.transaction(async (tx) => {
      const rollout = await this.repository.locked(tx, id);
      if (!rollout) throw notFound();
      if (rollout.estado === 'terminada' || rollout.estado === 'detenida') throw new AppError('actualizacion_cerrada');
      await change(tx, rollout, Date.now());
      const after = await this.told(tx, id);
      await this.audit(tx, caller, accion, rollout, { estado: rollout.estado }, { estado: after.estado });
      return after;
    });
    await this.signals.send(ROLLOUT_SIGNAL, '');
    return turned;
  }

  private async told(tx: EntityManager, id: number): Promise<Actualizacion> {
    return (await this.repository.one(id, tx)) as Actualizacion;
  }

  private async audit(
    tx: EntityManager,
    caller: Caller,
    accion: AuditedAction,
    rollout: Pick<StoredRollout, 'id' | 'dialecto' | 'version'>,
    antes: Record<string, string> | null,
    despues: Record<string, string | number>,
  ): Promise<void> {
    const entry = { empresa_id: null, entidad: `actualizacion:${rollout.id}`, nombre: titleOf(rollout) };
    await writeAuditTrail(tx, caller, [{ ...entry, accion, antes, despues }]);
  }

  private async versionOf(firmware: ActualizacionSave['firmware']): Promise<string> {
    if (firmware.tipo === 'estable') return '';
    if (firmware.tipo === 'url') return firmware.version;
    const [imagen]: Pick<Imagen, 'version'>[] = await this.repository.db.query(
      'SELECT version FROM imagenes WHERE id = $1',
      [firmware.imagen_id],
    );
    if (!imagen) throw notFound();
    return imagen.version;
  }

  private async chosen(
    caller: Caller,
    { dialecto, placas, empresa_id, sitio }: ActualizacionSave,
  ): Promise<KnownPlaca[]> {
    if (placas) {
      const known = [...new Set(placas)].map((placa_id) => this.directory.byId(placa_id));
      if (known.some((placa) => !placa || placa.eliminada)) throw notFound();
      const boards = known as KnownPlaca[];
      if (boards.some((placa) => placa.dialecto !== dialecto))
        throw refused(texts.foreignBoards(NOMBRE_DIALECTO[dialecto]));
      return boards;
    }
    const there = await this.atSitio(caller, empresa_id, sitio);
    return [...this.directory.all()].filter(
      (placa) =>
        placa.empresa_id === empresa_id &&
        placa.dialecto === dialecto &&
        placa.admitted &&
        (there?.has(placa.placa_id) ?? true),
    );
  }

  /** The boards of a sitio, which only inventory knows; null = all. */
  private async atSitio(
    caller: Caller,
    empresa_id: number | null,
    sitio: string | null,
  ): Promise<ReadonlySet<number> | null> {
    if (sitio === null || empresa_id === null) return null;
    const boards = await this.bus.call('placas.listar', { empresa_id }, caller);
    return new Set(boards.filter((board) => board.sitio === sitio).map(({ placa_id }) => placa_id));
  }

  /** Of boards with our firmware those that say that they install updates, and have room for two images. */
  private async able(dialecto: string, boards: readonly KnownPlaca[]): Promise<ReadonlySet<number>> {
    const ids = boards.map(({ placa_id }) => placa_id);
    if (dialecto !== 'acequia') return new Set(ids);
    const rows: { placa_id: number; salud: PlacaSalud | null }[] = await this.repository.db.query(
      `SELECT placa_id, salud FROM planes_de_placa WHERE placa_id = ANY($1) AND 'update' = ANY(puede)`,
      [ids],
    );
    return new Set(rows.filter(({ salud }) => (salud?.tabla ?? 1) >= TWO_SLOTS).map(({ placa_id }) => placa_id));
  }
}

const refused = (mensaje: string): AppError =>
  new AppError('datos_invalidos', { texto: mensaje, detalles: [{ campo: 'body.placas', mensaje }] });

/** Mixed, so that the first olas are no single company's or site's. */
const shuffled = (boards: readonly KnownPlaca[]): KnownPlaca[] => {
  const seed = Date.now();
  const place = ({ placa_id }: KnownPlaca): string => createHash('sha256').update(`${seed}:${placa_id}`).digest('hex');
  return boards
    .map((placa) => ({ placa, at: place(placa) }))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ placa }) => placa);
};
