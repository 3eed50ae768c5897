import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { Every } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const LOOK_MS = 20_000;
/** A meter's samples have arrived by then, ms. */
const SETTLED_MS = 180_000;
/** A cost still unknown after this stays unknown, ms. */
const GIVE_UP_MS = 6 * 3_600_000;
const BATCH = 200;

interface Ended {
  turno_id: string;
  desde: string;
  hasta: string;
  dispositivo_id: number | null;
  tarifa_kwh: number | null;
}

/** Ended turns whose meter, if one watches their switch, has had time to deliver. */
const ENDED = `SELECT t.turno_id, t.real_inicio AS desde, t.real_inicio + t.real_segundos * 1000::bigint AS hasta,
    d.id AS dispositivo_id, e.tarifa_kwh
  FROM turnos t JOIN empresas e ON e.id = t.empresa_id
  LEFT JOIN LATERAL (SELECT id FROM dispositivos WHERE vigila_switch_id = t.switch_id AND empresa_id = t.empresa_id
    ORDER BY id LIMIT 1) d ON true
  WHERE NOT t.medido AND t.estado IN ('cumplido', 'parcial') AND t.real_inicio IS NOT NULL AND t.real_segundos IS NOT NULL
    AND t.real_inicio + t.real_segundos * 1000::bigint < $1
  ORDER BY t.real_inicio DESC LIMIT ${BATCH}`;

/** Computes each turn's energy and cost from the meter that watches its switch. */
@Injectable()
export class MeterService {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
  ) {}

  /** Two instances may measure the same turn: both get the same result. */
  @Every({ ms: LOOK_MS, failed: 'turns could not be measured' })
  async look(now = Date.now()): Promise<void> {
    const ended: Ended[] = await this.db.query(ENDED, [now - SETTLED_MS]);
    for (const { turno_id, desde, hasta, dispositivo_id, tarifa_kwh } of ended) {
      const kwh = dispositivo_id === null ? null : await this.measured(dispositivo_id, Number(desde), Number(hasta));
      if (kwh === null && dispositivo_id !== null && now - Number(hasta) < GIVE_UP_MS) continue;
      const costo = kwh === null || tarifa_kwh === null ? null : Number((kwh * tarifa_kwh).toFixed(2));
      await this.db.query('UPDATE turnos SET kwh = $2, costo = $3, medido = true WHERE turno_id = $1', [
        turno_id,
        kwh,
        costo,
      ]);
    }
  }

  private async measured(dispositivo_id: number, desde: number, hasta: number): Promise<number | null> {
    return (await this.bus.call('energia.entre', { dispositivo_id, desde, hasta }, sistema('automation'))).kwh;
  }
}
