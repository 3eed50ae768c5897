import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { KnownEnclavamiento } from '../../registry/interlocks.js';
import type { KnownEstado } from '../../state/known-estado.js';
import { LeaseStore } from '../../presence/lease.store.js';
import { StateStore } from '../../state/state.store.js';
import type { Member, Order } from './interlock-rules.js';

const INTERLOCK_GROUP = 'id, nombre, tipo, switches, bomba_id, retardo_encendido_s, retardo_apagado_s';
/** No ON is longer than this, days. */
const MEMORY_DAYS = 8;

interface FilaSwitch {
  id: number;
  nombre: string;
  placa_id: number;
  hardware_pin: number;
  empresa_id: number;
}
type OrderRow = { entidad_id: number; accion: 'on' | 'off'; estado: Order['estado'] } & Record<
  'orden' | 'ts' | 'vence_ts' | 'resuelto_ts',
  string | null
>;

/** A switch of a group, with the board and pin that carry out its commands. */
export interface WiredMember extends Member {
  empresa_id: number;
  placa_id: number;
  pin: number;
}

/** Reads groups and the state of their switches from the projection, the last-known state, the links and the ledger. */
@Injectable()
export class InterlockReader {
  constructor(
    private readonly states: StateStore,
    private readonly leases: LeaseStore,
  ) {}

  async groupsOf(tx: EntityManager, empresa_id: number, switch_id: number): Promise<KnownEnclavamiento[]> {
    return tx.query(
      `SELECT ${INTERLOCK_GROUP} FROM enclavamientos WHERE empresa_id = $1 AND ($2 = ANY(switches) OR bomba_id = $2) ORDER BY id`,
      [empresa_id, switch_id],
    );
  }

  async all(tx: EntityManager): Promise<KnownEnclavamiento[]> {
    return tx.query(`SELECT ${INTERLOCK_GROUP} FROM enclavamientos ORDER BY id`);
  }

  /**
   * Serializes the decisions on switches of a company's groups. The ledger is read after the lock: it is newer than any sample, so two
   * simultaneous ONs see each other.
   */
  async lockCompany(tx: EntityManager, empresa_id: number): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('enclavamientos'), $1)`, [empresa_id]);
  }

  /** `orders`: also reads the newest commands of the ledger; without it only the reports of the boards count. */
  async members(
    tx: EntityManager,
    groups: readonly KnownEnclavamiento[],
    orders = true,
  ): Promise<ReadonlyMap<number, WiredMember>> {
    const ids = [...new Set(groups.flatMap(({ switches, bomba_id }) => [...switches, bomba_id ?? 0]))];
    const rows: FilaSwitch[] = await tx.query(
      'SELECT id, nombre, placa_id, hardware_pin, empresa_id FROM switches WHERE id = ANY($1)',
      [ids],
    );
    const placas = [...new Set(rows.map(({ placa_id }) => placa_id))];
    const [estados, enlaces, dadas] = await Promise.all([
      this.states.read(placas),
      this.leases.enlaces(placas),
      orders ? this.orders(tx, ids) : new Map<string, Order>(),
    ]);
    const de = new Map(placas.map((placa_id, i) => [placa_id, { estado: estados[i] ?? null, enlace: enlaces[i] }]));
    return new Map(
      rows.map((fila) => {
        const { estado = null, enlace } = de.get(fila.placa_id) ?? {};
        const { id, nombre, placa_id, hardware_pin: pin, empresa_id } = fila;
        return [
          id,
          {
            id,
            nombre: nombre || `switch ${id}`,
            empresa_id,
            placa_id,
            pin,
            online: enlace?.online ?? false,
            connected_ts: enlace?.since_ts ?? 0,
            ...seenOf(estado, pin),
            on: dadas.get(`${id}:on`) ?? null,
            off: dadas.get(`${id}:off`) ?? null,
          },
        ];
      }),
    );
  }

  private async orders(tx: EntityManager, ids: readonly number[]): Promise<Map<string, Order>> {
    const rows: OrderRow[] = await tx.query(
      `SELECT DISTINCT ON (entidad_id, accion) entidad_id, accion, estado, id::text AS orden, ${ms('pedido_en')} AS ts,
         ${ms('vence_en')} AS vence_ts, ${ms('resuelto_en')} AS resuelto_ts
       FROM comandos WHERE entidad = 'switch' AND entidad_id = ANY($1) AND estado NOT IN ('rechazado', 'vencido')
         AND pedido_en > clock_timestamp() - interval '${MEMORY_DAYS} days'
       ORDER BY entidad_id, accion, comandos.id DESC`,
      [ids],
    );
    return new Map(
      rows.map(({ entidad_id, accion, estado, orden, ts, vence_ts, resuelto_ts }) => [
        `${entidad_id}:${accion}`,
        {
          orden: Number(orden),
          estado,
          ts: Number(ts),
          vence_ts: Number(vence_ts),
          resuelto_ts: resuelto_ts === null ? null : Number(resuelto_ts),
        },
      ]),
    );
  }
}

const ms = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`;

const seenOf = (estado: KnownEstado | null, pin: number): Pick<Member, 'seen' | 'desde'> => ({
  seen: estado?.pin(pin) ?? null,
  desde: estado?.encendidoSince(pin) ?? null,
});
