import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Link data of a board; null = not reported, keeps the stored value. */
export interface Enlace {
  placa_id: number;
  /** ms. */
  ultimo_visto: number;
  fw: string | null;
  modelo: string | null;
  rssi: number | null;
  boot: string | null;
  reloj_adelantado: 0 | 1 | null;
  reloj_fuera: 0 | 1 | null;
}

@Injectable()
export class LinkRepository {
  constructor(private readonly db: DataSource) {}

  async save(enlaces: Enlace[]): Promise<void> {
    await this.db.query(
      `INSERT INTO conexiones AS c (placa_id, ultimo_visto, fw, modelo, rssi, boot, reloj_adelantado, reloj_fuera)
       SELECT u.* FROM unnest($1::int[], $2::bigint[], $3::text[], $4::text[], $5::smallint[], $6::text[], $7::smallint[], $8::smallint[])
         AS u (placa_id, ultimo_visto, fw, modelo, rssi, boot, reloj_adelantado, reloj_fuera)
       WHERE EXISTS (SELECT 1 FROM placas p WHERE p.placa_id = u.placa_id AND p.eliminada_en IS NULL)
       ORDER BY u.placa_id
       ON CONFLICT (placa_id) DO UPDATE SET
         ultimo_visto = greatest(c.ultimo_visto, excluded.ultimo_visto),
         fw = coalesce(excluded.fw, c.fw), modelo = coalesce(excluded.modelo, c.modelo),
         rssi = coalesce(excluded.rssi, c.rssi), boot = coalesce(excluded.boot, c.boot),
         reloj_adelantado = coalesce(excluded.reloj_adelantado, c.reloj_adelantado),
         reloj_fuera = coalesce(excluded.reloj_fuera, c.reloj_fuera)`,
      [
        enlaces.map((e) => e.placa_id),
        enlaces.map((e) => e.ultimo_visto),
        enlaces.map((e) => e.fw),
        enlaces.map((e) => e.modelo),
        enlaces.map((e) => e.rssi),
        enlaces.map((e) => e.boot),
        enlaces.map((e) => e.reloj_adelantado),
        enlaces.map((e) => e.reloj_fuera),
      ],
    );
  }

  async read(placas: number[]): Promise<Map<number, Enlace>> {
    const rows: (Omit<Enlace, 'ultimo_visto'> & { ultimo_visto: string })[] = await this.db.query(
      'SELECT placa_id, ultimo_visto, fw, modelo, rssi, boot, reloj_adelantado, reloj_fuera FROM conexiones WHERE placa_id = ANY($1)',
      [placas],
    );
    return new Map(rows.map((row) => [row.placa_id, { ...row, ultimo_visto: Number(row.ultimo_visto) }]));
  }
}
