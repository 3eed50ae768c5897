import type { Caller, SensorDia } from '@acequia/contracts';
import { requireAdmin, requireEmpresa } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const HOURS = 24;

/**
 * $1 company, $2 now: hourly means in degrees and percent. The sensors lead, so that each is one short walk along the key of its quarters;
 * quarters from before a sensor belonged to its switch are left out.
 */
const MEANS = `
  WITH desde AS (SELECT date_trunc('hour', $2::timestamptz) - interval '${HOURS - 1} hours' AS ts)
  SELECT c.switch_id, (extract(epoch FROM date_trunc('hour', q.ts) - desde.ts) / 3600)::int AS hora,
         round(sum(q.suma_temperatura) / nullif(sum(q.n_temperatura), 0) / 100, 1)::float8 AS temperatura,
         round(sum(q.suma_humedad) / nullif(sum(q.n_humedad), 0) / 100, 1)::float8 AS humedad
    FROM desde, cableado c JOIN switches s ON s.id = c.switch_id AND NOT s.eliminado
   CROSS JOIN LATERAL (SELECT * FROM lecturas_15m
                        WHERE placa_id = c.placa_id AND pin = c.pin AND ts >= greatest(desde.ts, c.desde)) q
   WHERE c.papel = 'sensor' AND c.hasta = 'infinity' AND c.empresa_id = $1
   GROUP BY 1, 2`;

interface Mean {
  switch_id: number;
  hora: number;
  temperatura: number | null;
  humedad: number | null;
}

/** The last day of all sensors of a company, in one read: the small lines beside the readings of a list. */
@Injectable()
export class SensorDayService {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError `no_encontrado` for a company that is not the caller's */
  async read(caller: Caller, empresa_id: number, now = new Date()): Promise<SensorDia[]> {
    requireAdmin(caller);
    requireEmpresa(caller, empresa_id);
    const days = new Map<number, SensorDia>();
    for (const { switch_id, hora, temperatura, humedad } of await this.dataSource.query<Mean[]>(MEANS, [
      empresa_id,
      now,
    ])) {
      if (hora < 0 || hora >= HOURS) continue;
      let day = days.get(switch_id);
      if (!day) {
        const nothing = Array<number | null>(HOURS).fill(null);
        day = { switch_id, temperatura: nothing, humedad: [...nothing] };
        days.set(switch_id, day);
      }
      day.temperatura[hora] = temperatura;
      day.humedad[hora] = humedad;
    }
    return [...days.values()];
  }
}
