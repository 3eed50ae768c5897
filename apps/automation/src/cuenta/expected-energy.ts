import {
  costoTotal,
  demandBeyond,
  energiaPorPeriodo,
  hasDemandLimit,
  type Load,
  type Preview,
  type PreviousTurno,
  tarifasDe,
  tramosTarifa,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EARLIER_MOST, EARLIER_MS } from './earlier.js';
import type { Prices } from './turn-energy.js';
import { rounded } from './rounded.js';

const HOUR_S = 3_600;

/** Mean power of the newest measured turns of each switch, kW. */
const MEAN_KW = `SELECT s.id AS switch_id, sum(kwh) * ${HOUR_S} / sum(real_segundos) AS kw
  FROM unnest($1::integer[]) AS s (id) CROSS JOIN LATERAL (
    SELECT kwh, real_segundos FROM turnos
    WHERE switch_id = s.id AND empresa_id = $2 AND inicio > $3 AND kwh IS NOT NULL AND real_segundos > 0
    ORDER BY inicio DESC LIMIT ${EARLIER_MOST}) measured
  GROUP BY s.id ORDER BY s.id`;
const PRICES = 'SELECT zona_horaria, tarifas, tarifa_kwh FROM empresas WHERE id = $1';

/** Energy, cost and demand of turns that are not planned yet, by the mean power of earlier ones and the periods of their hours. */
@Injectable()
export class ExpectedEnergy {
  constructor(private readonly db: DataSource) {}

  /** The mean power of switches by their earlier turns, kW; none where the company has no limit of demand. */
  async powersHeld(empresa_id: number, switches: Iterable<number>, now = Date.now()): Promise<Map<number, number>> {
    const prices = await this.prices(empresa_id);
    const calendar = prices && tarifasDe(prices);
    return calendar && hasDemandLimit(calendar) ? this.powers(empresa_id, switches, now) : new Map();
  }

  /** `juntos`: what else takes power then. null = no meter has told of any of the turns. */
  async of(
    empresa_id: number,
    turnos: readonly PreviousTurno[],
    juntos: readonly Load[],
    now = Date.now(),
  ): Promise<Preview['energia']> {
    const prices = await this.prices(empresa_id);
    if (!prices) return null;
    const calendar = tarifasDe(prices);
    const own = new Set(turnos.flatMap(({ switch_id }) => switch_id ?? []));
    const powers = await this.powers(empresa_id, own, now);
    const loads = turnos.flatMap(({ switch_id, inicio, segundos }) => {
      const kw = powers.get(switch_id ?? 0);
      return kw === undefined ? [] : [{ kw, desde: inicio, hasta: inicio + segundos * 1_000 }];
    });
    if (loads.length === 0) return null;
    const demanda = calendar && demandBeyond(calendar, prices.zona_horaria, loads, juntos);
    return {
      switch_ids: [...powers.keys()],
      ...energyOf(loads, prices),
      ...(demanda && demanda.length > 0 && { demanda }),
    };
  }

  private async prices(empresa_id: number): Promise<Prices | null> {
    const [prices]: Prices[] = await this.db.query(PRICES, [empresa_id]);
    return prices ?? null;
  }

  private async powers(empresa_id: number, switches: Iterable<number>, now: number): Promise<Map<number, number>> {
    const ids = [...switches];
    const since = now - EARLIER_MS;
    const means: { switch_id: number; kw: number }[] = await this.db.query(MEAN_KW, [ids, empresa_id, since]);
    return new Map(means.map(({ switch_id, kw }) => [switch_id, kw]));
  }
}

const kwhOf = ({ kw, desde, hasta }: Load): number => (kw * (hasta - desde)) / 1_000 / HOUR_S;

const energyOf = (loads: readonly Load[], prices: Prices) => {
  const calendar = tarifasDe(prices);
  const parts = loads.flatMap(({ kw, desde, hasta }) =>
    (calendar ? tramosTarifa(calendar, prices.zona_horaria, desde, hasta) : []).map((tramo) => ({ ...tramo, kw })),
  );
  const periodos = calendar && energiaPorPeriodo(parts, parts.map(kwhOf));
  const kwh = loads.reduce((sum, load) => sum + kwhOf(load), 0);
  return { kwh: rounded(kwh), costo: periodos && costoTotal(periodos), periodos };
};
