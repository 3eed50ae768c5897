import { type Caller, type Pulso } from '@acequia/contracts';
import { requestedEmpresa, requireAdmin } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EnergyTodayService } from './energy-today.service.js';

const HOURS = 24;

/** $1 company or null for all: switches whose board last reported them on. */
const OPEN = `
  SELECT c.empresa_id, count(*)::int AS abiertas
    FROM cableado c JOIN switches s ON s.id = c.switch_id AND NOT s.eliminado
    JOIN estado_actual a ON a.placa_id = c.placa_id AND (a.encendidos >> c.pin) & 1 = 1
   WHERE c.papel = 'relevador' AND c.hasta = 'infinity' AND ($1::int IS NULL OR c.empresa_id = $1)
   GROUP BY 1`;

/** $1 as above: when a board of each last reported, ms. */
const LAST = `
  SELECT c.empresa_id, (extract(epoch FROM max(a.ts)) * 1000)::float8 AS ts
    FROM cableado c JOIN estado_actual a ON a.placa_id = c.placa_id
   WHERE c.hasta = 'infinity' AND ($1::int IS NULL OR c.empresa_id = $1) GROUP BY 1`;

/** $1 as above: readings an hour. The sensors lead, so that each is one short walk along the key of its quarters. */
const READINGS = `
  WITH desde AS (SELECT date_trunc('hour', now()) - interval '${HOURS - 1} hours' AS ts)
  SELECT w.empresa_id, (extract(epoch FROM date_trunc('hour', q.ts) - desde.ts) / 3600)::int AS hora,
         sum(greatest(q.n_temperatura, q.n_humedad))::int AS lecturas
    FROM desde, (SELECT DISTINCT empresa_id, placa_id, pin FROM cableado
                  WHERE papel = 'sensor' AND hasta = 'infinity' AND ($1::int IS NULL OR empresa_id = $1)) w
   CROSS JOIN LATERAL (SELECT ts, n_temperatura, n_humedad FROM lecturas_15m
                        WHERE placa_id = w.placa_id AND pin = w.pin AND ts >= desde.ts) q
   GROUP BY 1, 2`;

/** The activity of each company: open switches, and how many readings came in each of the last hours. */
@Injectable()
export class PulseService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly energy: EnergyTodayService,
  ) {}

  async read(caller: Caller, requested: number | undefined): Promise<Pulso[]> {
    requireAdmin(caller);
    const empresa = requestedEmpresa(caller, requested);
    const [open, readings, last, energy] = await Promise.all([
      this.dataSource.query<{ empresa_id: number; abiertas: number }[]>(OPEN, [empresa]),
      this.dataSource.query<{ empresa_id: number; hora: number; lecturas: number }[]>(READINGS, [empresa]),
      this.dataSource.query<{ empresa_id: number; ts: number }[]>(LAST, [empresa]),
      this.energy.read(empresa),
    ]);
    const pulses = new Map<number, Pulso>();
    const of = (empresa_id: number): Pulso => {
      let pulse = pulses.get(empresa_id);
      if (!pulse) {
        pulse = { empresa_id, abiertas: 0, lecturas: Array<number>(HOURS).fill(0) };
        pulses.set(empresa_id, pulse);
      }
      return pulse;
    };
    for (const { empresa_id, abiertas } of open) of(empresa_id).abiertas = abiertas;
    for (const { empresa_id, hora, lecturas } of readings)
      if (hora >= 0 && hora < HOURS) of(empresa_id).lecturas[hora] = lecturas;
    for (const { empresa_id, ts } of last) of(empresa_id).dato_ts = ts;
    for (const [empresa_id, kwh] of energy) of(empresa_id).kwh_hoy = kwh;
    return [...pulses.values()];
  }
}
