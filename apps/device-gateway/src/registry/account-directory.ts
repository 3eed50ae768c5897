import { AUTH_KEY_CONTEXT, isCentinela, DEFAULT_ZONE } from '@acequia/contracts';
import { deriveKey, ENV, isPastDay, SecretBox } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import type { GatewayEnv } from '../env.js';

/** The data of a device that requests to the relay cloud need. */
export interface KnownDispositivo {
  id: number;
  empresa_id: number;
  shelly_id: string;
  tipo: string;
  /** null = a server, key or id is missing, or the key cannot be decrypted. */
  cuenta: string | null;
  suspendido: boolean;
  vencido: boolean;
  centinela: boolean;
}

export interface KnownAccount {
  server: string;
  auth_key: string;
}

interface Fila {
  id: number;
  empresa_id: number;
  shelly_id: string;
  tipo: string;
  cuenta: string | null;
  activo: number;
  suspendido: number;
  fecha_vencimiento: string | null;
  zona_horaria: string | null;
}

const COLUMNAS = `d.id, d.empresa_id, d.shelly_id, d.tipo, nullif(d.cuenta, '') AS cuenta, d.activo, d.suspendido,
  d.fecha_vencimiento::text, e.zona_horaria FROM dispositivos d LEFT JOIN empresas e ON e.id = d.empresa_id`;

const known = (fila: Fila): KnownDispositivo => ({
  id: fila.id,
  empresa_id: fila.empresa_id,
  shelly_id: fila.shelly_id,
  tipo: fila.tipo,
  cuenta: fila.cuenta,
  suspendido: fila.suspendido === 1 || fila.activo === 0,
  vencido: isPastDay(fila.fecha_vencimiento, fila.zona_horaria ?? DEFAULT_ZONE, Date.now()),
  centinela: isCentinela(fila.tipo),
});

export const isQueried = ({ suspendido, vencido }: KnownDispositivo): boolean => !suspendido && !vencido;

/** The projection's devices and their relay cloud accounts; an account is one server and one key. */
@Injectable()
export class AccountDirectory {
  private readonly clave: Buffer;

  constructor(
    private readonly db: DataSource,
    private readonly secretos: SecretBox,
    @Inject(ENV) env: GatewayEnv,
  ) {
    this.clave = deriveKey(env.ACEQUIA_SECRET_KEY, 'nube.cuenta');
  }

  async dispositivo(id: number): Promise<KnownDispositivo | null> {
    const [fila]: Fila[] = await this.db.query(`SELECT ${COLUMNAS} WHERE d.id = $1`, [id]);
    return fila ? known(fila) : null;
  }

  /** The devices of an account that may be queried, by id. */
  async ofAccount(cuenta: string): Promise<KnownDispositivo[]> {
    const rows: Fila[] = await this.db.query(`SELECT ${COLUMNAS} WHERE d.cuenta = $1 ORDER BY d.id`, [cuenta]);
    return rows.map(known).filter(isQueried);
  }

  /** Accounts with at least one device that is not suspended, each with a company of it. */
  async accounts(): Promise<{ cuenta: string; empresa_id: number }[]> {
    await this.fill();
    return this.db.query(
      `SELECT cuenta, min(empresa_id) AS empresa_id FROM dispositivos
       WHERE cuenta <> '' AND suspendido = 0 AND activo = 1 GROUP BY cuenta`,
    );
  }

  async accountsOf(dispositivos: readonly number[]): Promise<string[]> {
    const rows: { cuenta: string }[] = await this.db.query(
      `SELECT DISTINCT cuenta FROM dispositivos WHERE id = ANY($1) AND cuenta <> ''`,
      [dispositivos],
    );
    return rows.map(({ cuenta }) => cuenta);
  }

  /** Decrypts the key for one request. Answers null when no device has this account. */
  async open(cuenta: string): Promise<KnownAccount | null> {
    const [fila]: { server: string; auth_key_cifrada: string }[] = await this.db.query(
      'SELECT server, auth_key_cifrada FROM dispositivos WHERE cuenta = $1 LIMIT 1',
      [cuenta],
    );
    if (!fila) return null;
    return { server: fila.server, auth_key: this.secretos.decrypt(fila.auth_key_cifrada, AUTH_KEY_CONTEXT) };
  }

  /** Runs in the transaction that writes the device. Answers the account. */
  async assign(tx: EntityManager, id: number): Promise<string | null> {
    const [fila]: { server: string; shelly_id: string; auth_key_cifrada: string | null }[] = await tx.query(
      'SELECT server, shelly_id, auth_key_cifrada FROM dispositivos WHERE id = $1 FOR UPDATE',
      [id],
    );
    if (!fila) return null;
    const cuenta = this.accountOf(fila.server, fila.shelly_id, fila.auth_key_cifrada);
    await tx.query('UPDATE dispositivos SET cuenta = $2 WHERE id = $1', [id, cuenta]);
    return cuenta;
  }

  /** Computes every account again, because the installation's key has changed. */
  async rekey(): Promise<void> {
    const rows: { id: number }[] = await this.db.query(
      'SELECT id FROM dispositivos WHERE auth_key_cifrada IS NOT NULL',
    );
    for (const { id } of rows) await this.db.transaction((tx) => this.assign(tx, id));
  }

  /** Computes the account of rows that are older than the column. */
  private async fill(): Promise<void> {
    for (;;) {
      const rows: { id: number }[] = await this.db.query(`SELECT id FROM dispositivos WHERE cuenta = '' LIMIT 500`);
      if (rows.length === 0) return;
      await this.db.transaction(async (tx) => {
        for (const { id } of rows) await this.assign(tx, id);
      });
    }
  }

  /** A keyed hash: someone who reads the database cannot test guessed keys against it. */
  private accountOf(server: string, shelly_id: string, cifrada: string | null): string | null {
    if (server === '' || shelly_id === '' || cifrada === null) return null;
    try {
      const auth_key = this.secretos.decrypt(cifrada, AUTH_KEY_CONTEXT);
      const host = server.replace(/^https:\/\//, '');
      return createHmac('sha256', this.clave).update(`cuenta\n${host}\n${auth_key}`).digest('base64url');
    } catch {
      return null;
    }
  }
}
