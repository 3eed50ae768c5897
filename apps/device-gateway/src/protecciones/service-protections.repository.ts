import type { ProteccionGuardada } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BY_SERVICE } from '../plans/protections.repository.js';

/** A switch with the board and pin that carry out its commands. */
export interface WiredSwitch {
  id: number;
  empresa_id: number;
  placa_id: number;
  pin: number;
}

/** A protection that the service judges. */
export interface ServiceProtection {
  id: number;
  definicion: Omit<ProteccionGuardada, 'version'>;
  /** Since when it keeps its switches off, ms, and how often a person had let it go by then. */
  disparada_ts: number | null;
  soltada: number | null;
  /** Of its point. */
  cada_s: number;
  /** Those that it turns off, and the one that it goes with. */
  switches: WiredSwitch[];
}

/** Also those that keep something off although a board judges them by now, or nobody. */
const ALL = `SELECT ${BY_SERVICE} AS ours, d.id, d.definicion, (extract(epoch FROM d.disparada_en) * 1000)::float8 AS disparada_ts, d.soltada, q.cada_s,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'empresa_id', s.empresa_id, 'placa_id', s.placa_id, 'pin', s.hardware_pin)), '[]')
     FROM switches s WHERE s.id = ANY (d.apaga) OR s.id = (d.definicion ->> 'con_switch_id')::int) AS switches
  FROM protecciones d JOIN puntos q ON q.id = (d.definicion ->> 'punto_id')::int
  WHERE d.disparada_en IS NOT NULL OR ${BY_SERVICE} ORDER BY d.id`;

@Injectable()
export class ServiceProtections {
  constructor(private readonly db: DataSource) {}

  /** Those that the service judges; any other keeps nothing off from now on. */
  async judged(): Promise<ServiceProtection[]> {
    const all: (ServiceProtection & { ours: boolean })[] = await this.db.query(ALL);
    for (const { id } of all.filter(({ ours }) => !ours)) await this.letGo(id);
    return all.filter(({ ours }) => ours);
  }

  async keepOff({ id, definicion }: ServiceProtection, now: number): Promise<void> {
    await this.db.query(
      'UPDATE protecciones SET disparada_en = to_timestamp($2::float8 / 1000), soltada = $3 WHERE id = $1',
      [id, now, definicion.soltada],
    );
  }

  async letGo(id: number): Promise<void> {
    await this.db.query('UPDATE protecciones SET disparada_en = NULL WHERE id = $1', [id]);
  }
}
