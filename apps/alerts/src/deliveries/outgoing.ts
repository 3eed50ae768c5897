import { JobQueues } from '@acequia/bus';
import { SEVERITIES, type Severidad } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The company's chat, whichever that is when the message leaves. */
export const CHAT_DE_EMPRESA = 'empresa';

interface Addressee {
  canal: string;
  destino: string;
}

/** What is to be told, written beside what it tells of: never the one without the other. */
@Injectable()
export class Outgoing {
  constructor(private readonly jobs: JobQueues) {}

  /** An alarm is told of: to the company's chat, and to whoever wants to hear of its severity. */
  async opened(tx: EntityManager, empresa_id: number, aviso_id: number, severidad: Severidad): Promise<void> {
    const canales: (Addressee & { severidad_minima: Severidad })[] = await tx.query(
      'SELECT canal, destino, severidad_minima FROM canales WHERE empresa_id = $1 AND activo = 1',
      [empresa_id],
    );
    const severe = canales.filter((canal) => rank(severidad) <= rank(canal.severidad_minima));
    const addressees = [{ canal: 'telegram', destino: CHAT_DE_EMPRESA }, ...severe];
    for (const one of addressees) await this.add(tx, empresa_id, aviso_id, one, 'disparo');
  }

  /** It is over: to whoever was, or will be, told that it began. */
  async closed(tx: EntityManager, empresa_id: number, aviso_id: number): Promise<void> {
    for (const one of await this.told(tx, aviso_id)) await this.add(tx, empresa_id, aviso_id, one, 'resuelto');
  }

  /** What its message says is no longer so; only Telegram's messages can be changed. */
  async changed(tx: EntityManager, empresa_id: number, aviso_id: number): Promise<void> {
    const told = await this.told(tx, aviso_id);
    for (const one of told) if (one.canal === 'telegram') await this.add(tx, empresa_id, aviso_id, one, 'cambio');
  }

  /** Looks for work now, not with the next second. */
  hurry(): void {
    void this.jobs.add('avisos.repartir', {}, { unico: 'avisos.repartir', attempts: 1 }).catch(() => undefined);
  }

  private async told(tx: EntityManager, aviso_id: number): Promise<Addressee[]> {
    return tx.query(
      `SELECT DISTINCT canal, destino FROM entregas
       WHERE aviso_id = $1 AND clase = 'disparo' AND estado IN ('pendiente', 'enviado')`,
      [aviso_id],
    );
  }

  private async add(
    tx: EntityManager,
    empresa_id: number,
    aviso_id: number,
    { canal, destino }: Addressee,
    clase: 'disparo' | 'cambio' | 'resuelto',
  ): Promise<void> {
    await tx.query(
      `INSERT INTO entregas (empresa_id, aviso_id, canal, destino, clase, estado, creado)
       VALUES ($1, $2, $3, $4, $5, 'pendiente', $6)`,
      [empresa_id, aviso_id, canal, destino, clase, Date.now()],
    );
  }
}

const rank = (severidad: Severidad): number => SEVERITIES.indexOf(severidad);
