import { AppError, AUTH_KEY_CONTEXT, sistema, type Caller } from '@acequia/contracts';
import { acceptedKeys, ENV, LOGGER, SecretBox, type Logger } from '@acequia/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, IsNull, MoreThan, Not, type EntityManager } from 'typeorm';
import type { InventoryEnv } from '../env.js';
import { accountPrints, deviceValues, sameDevice, sameServer } from './cloud-identity.js';
import type { DispositivoEntity } from './dispositivo.entity.js';
import { DispositivosRepository } from './dispositivos.repository.js';
import { isGlobal, refuseEscape, type RememberedLimit } from './platform-limits.js';
import { texts } from '../textos.js';

const ME = sistema('inventory');
const PER_PASS = 1_000;

type Identity = Pick<DispositivoEntity, 'empresa_id' | 'shelly_id' | 'server'>;
type Claim = Identity & Pick<DispositivoEntity, 'cuenta_ids' | 'activo' | 'suspendido' | 'fecha_vencimiento'>;

/** Whether two rows name the same device of the same server. */
export const sameIdentity = (one: Omit<Identity, 'empresa_id'>, other: Omit<Identity, 'empresa_id'>): boolean =>
  sameDevice(one.shelly_id, other.shelly_id) && sameServer(one.server, other.server);

/** Keeps each device of a cloud account in one company, once, under the limits that an admin_global set. */
@Injectable()
export class DeviceClaims implements OnApplicationBootstrap {
  private readonly keys: readonly Buffer[];

  constructor(
    private readonly dataSource: DataSource,
    private readonly dispositivos: DispositivosRepository,
    private readonly secrets: SecretBox,
    @Inject(ENV) env: InventoryEnv,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.keys = acceptedKeys(env, 'cloud-account');
  }

  onApplicationBootstrap(): Promise<void> {
    return this.rekey();
  }

  /** Adds fingerprints to rows from before the column, and to rows made with other installation keys. */
  async rekey(): Promise<void> {
    for (let last = 0; ;) {
      const rows = await this.dispositivos.find(ME, {
        where: { id: MoreThan(last), auth_key_cifrada: Not(IsNull()) },
        order: { id: 'ASC' },
        take: PER_PASS,
      });
      for (const row of rows) await this.refill(row);
      if (rows.length < PER_PASS) return;
      last = rows.at(-1)?.id ?? last;
    }
  }

  /** With every accepted key: while it is rotated, instances with the old key and with the new one see each other's claims. */
  prints(identity: Omit<Identity, 'empresa_id'>, auth_key: string): string[] {
    return this.keys.flatMap((key) => accountPrints(key, identity, auth_key));
  }

  /**
   * Runs in a transaction that holds the company's lock.
   * @param id of the claiming row; null = a new row
   * @returns the limit of an admin_global that the row comes under with this identity
   * @throws AppError `dispositivo_duplicado`, `dispositivo_de_otra_empresa`, `puesto_por_la_plataforma`
   */
  async assertFree(
    tx: EntityManager,
    caller: Caller,
    id: number | null,
    claim: Claim,
  ): Promise<RememberedLimit | null> {
    const mine = await this.dispositivos.in(tx).list(ME, claim.empresa_id);
    const twin = mine.find((row) => row.id !== id && sameIdentity(row, claim));
    if (twin) throw refusal('dispositivo_duplicado', texts.deviceTwice(twin.nombre));
    if (claim.cuenta_ids.length > 0) {
      // Two companies lock different rows, so claims of an account's devices need a common lock.
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('inventory.dispositivos.cuenta'))`);
      const others: unknown[] = await tx.query(
        'SELECT 1 FROM dispositivos WHERE cuenta_ids && $1::text[] AND empresa_id <> $2 LIMIT 1',
        [claim.cuenta_ids, claim.empresa_id],
      );
      if (others.length > 0) throw refusal('dispositivo_de_otra_empresa');
    }
    if (isGlobal(caller)) {
      await this.forget(tx, claim);
      return null;
    }
    const limit = await this.limitOf(tx, claim);
    refuseEscape(limit, claim);
    return limit;
  }

  /** A company deletes or renames a device that an admin_global limited: the device cannot return without the limit. */
  async remember(tx: EntityManager, caller: Caller, row: DispositivoEntity): Promise<void> {
    if (isGlobal(caller) || (row.suspension_global === 0 && row.vencimiento_global === 0)) return;
    const fecha_vencimiento = row.vencimiento_global === 1 ? row.fecha_vencimiento : null;
    await tx.query(
      `INSERT INTO dispositivos_limitados (empresa_id, shelly_clave, suspendido, fecha_vencimiento)
       SELECT $1, clave, $3, $4 FROM unnest($2::text[]) AS clave
       ON CONFLICT (empresa_id, shelly_clave)
       DO UPDATE SET suspendido = excluded.suspendido, fecha_vencimiento = excluded.fecha_vencimiento`,
      [row.empresa_id, deviceValues(row.shelly_id), row.suspension_global, fecha_vencimiento],
    );
  }

  async forget(tx: EntityManager, { empresa_id, shelly_id }: Omit<Identity, 'server'>): Promise<void> {
    await tx.query('DELETE FROM dispositivos_limitados WHERE empresa_id = $1 AND shelly_clave = ANY($2)', [
      empresa_id,
      deviceValues(shelly_id),
    ]);
  }

  async forgetCompany(tx: EntityManager, empresa_id: number): Promise<void> {
    await tx.query('DELETE FROM dispositivos_limitados WHERE empresa_id = $1', [empresa_id]);
  }

  private async limitOf(
    tx: EntityManager,
    { empresa_id, shelly_id }: Omit<Identity, 'server'>,
  ): Promise<RememberedLimit | null> {
    const rows: RememberedLimit[] = await tx.query(
      `SELECT suspendido, fecha_vencimiento::text FROM dispositivos_limitados
        WHERE empresa_id = $1 AND shelly_clave = ANY($2) ORDER BY suspendido DESC LIMIT 1`,
      [empresa_id, deviceValues(shelly_id)],
    );
    return rows[0] ?? null;
  }

  private async refill(row: DispositivoEntity): Promise<void> {
    try {
      const auth_key = this.secrets.decrypt(row.auth_key_cifrada ?? '', AUTH_KEY_CONTEXT);
      const prints = this.prints(row, auth_key);
      if (prints.join() === row.cuenta_ids.join()) return;
      // The version check skips rows that changed since they were read.
      await this.dataSource.query('UPDATE dispositivos SET cuenta_ids = $1 WHERE id = $2 AND version = $3', [
        prints,
        row.id,
        row.version,
      ]);
    } catch (err) {
      this.logger.warn({ err, dispositivo_id: row.id }, 'A sealed auth_key does not open: its account is not known');
    }
  }
}

const refusal = (codigo: 'dispositivo_duplicado' | 'dispositivo_de_otra_empresa', texto?: string): AppError => {
  const plain = new AppError(codigo, texto === undefined ? {} : { texto });
  return new AppError(codigo, {
    texto: plain.texto,
    detalles: [{ campo: 'body.shelly_id', mensaje: plain.texto }],
  });
};
