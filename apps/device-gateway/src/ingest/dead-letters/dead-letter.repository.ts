import type { Descarte } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export type NewDescarte = Omit<Descarte, 'id'>;

@Injectable()
export class DeadLetterRepository {
  constructor(private readonly db: DataSource) {}

  /** Writes dead letters and deletes each board's oldest ones past `keep`. */
  async save(descartes: NewDescarte[], keep: number): Promise<void> {
    await this.db.query(
      `INSERT INTO descartes (placa_id, motivo, detalle, topico, contenido, ts)
       SELECT u.placa_id, u.motivo, u.detalle, u.topico, u.contenido, u.ts
       FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[])
         WITH ORDINALITY AS u (placa_id, motivo, detalle, topico, contenido, ts, n)
       WHERE EXISTS (SELECT 1 FROM placas p WHERE p.placa_id = u.placa_id AND p.eliminada_en IS NULL)
       ORDER BY u.n`,
      [
        descartes.map((d) => d.placa_id),
        descartes.map((d) => d.motivo),
        descartes.map((d) => d.detalle),
        descartes.map((d) => d.topico),
        descartes.map((d) => d.contenido),
        descartes.map((d) => d.ts),
      ],
    );
    await this.db.query(
      `DELETE FROM descartes d USING (
         SELECT t.placa_id, (SELECT x.id FROM descartes x WHERE x.placa_id = t.placa_id
                             ORDER BY x.id DESC OFFSET $2 LIMIT 1) AS hasta
         FROM unnest($1::int[]) AS t (placa_id)) AS corte
       WHERE d.placa_id = corte.placa_id AND d.id <= corte.hasta`,
      [[...new Set(descartes.map((d) => d.placa_id))], keep],
    );
  }

  /** Newest first. */
  async list(placa_id: number, limit: number): Promise<Descarte[]> {
    const rows: (Omit<Descarte, 'ts'> & { ts: string })[] = await this.db.query(
      // `ORDER BY id` would mean the column of the answer, which is text: 9 before 19.
      `SELECT d.id::text, placa_id, motivo, detalle, topico, contenido, ts FROM descartes d
       WHERE placa_id = $1 ORDER BY d.id DESC LIMIT $2`,
      [placa_id, limit],
    );
    return rows.map((row) => ({ ...row, ts: Number(row.ts) }));
  }
}
