import { TenantRepository } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Validity } from '../storage/validity.js';
import { MuroEntity } from './muro.entity.js';

interface Opened {
  nombre: string;
  empresa_id: number | null;
  /** null for a link to all companies. */
  empresa: Validity | null;
}

const OPENED = `SELECT m.nombre, m.empresa_id, CASE WHEN e.id IS NULL THEN NULL ELSE json_build_object('activa', e.activa,
    'fecha_vencimiento', e.fecha_vencimiento::text, 'zona_horaria', e.zona_horaria) END AS empresa
  FROM muros m LEFT JOIN empresas e ON e.id = m.empresa_id WHERE m.hash = $1`;
/** A wall reads every few seconds: its time is written once a minute. */
const SEEN = `UPDATE muros SET visto = now() WHERE hash = $1 AND (visto IS NULL OR visto < now() - interval '1 minute')`;

@Injectable()
export class MurosRepository extends TenantRepository<MuroEntity> {
  constructor(private readonly dataSource: DataSource) {
    super(dataSource, MuroEntity);
  }

  /** The link with this hash. A wall has no caller: whoever has its token may read it. */
  async opened(hash: string): Promise<Opened | null> {
    const [found] = await this.dataSource.query<Opened[]>(OPENED, [hash]);
    if (found) await this.dataSource.query(SEEN, [hash]);
    return found ?? null;
  }
}
