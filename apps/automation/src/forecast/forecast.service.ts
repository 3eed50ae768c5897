import { ENV, Every, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AutomationEnv } from '../env.js';
import { askOpenMeteo, type Place } from './open-meteo.js';
import type { Sky } from './sky.js';

/** A place is asked for once in this time, whether it was answered or not. */
const AGAIN_MS = 3_600_000;
/** An older one is as good as none. */
const STALE_MS = 6 * 3_600_000;
const LOOK_MS = 300_000;
/** About a kilometre: no model tells more. */
const PLACES = 2;

const WANTED = `SELECT DISTINCT e.latitud, e.longitud FROM empresas e JOIN programas p ON p.empresa_id = e.id AND p.activo = 1
  WHERE NOT e.eliminada AND e.latitud IS NOT NULL AND e.longitud IS NOT NULL
    AND p.definicion -> 'omitir' @? '$[*] ? (@.tipo starts with "pronostico_")'`;
/** The right to ask is one instance's, for an hour. */
const CLAIM = `INSERT INTO pronosticos AS p (lugar, pedido) VALUES ($1, $2)
  ON CONFLICT (lugar) DO UPDATE SET pedido = excluded.pedido WHERE p.pedido <= excluded.pedido - ${AGAIN_MS} RETURNING lugar`;

/** Forecasts by place; none at all unless FORECAST_API_URL is set. */
@Injectable()
export class ForecastService {
  constructor(
    private readonly db: DataSource,
    @Inject(ENV) private readonly env: AutomationEnv,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get isOn(): boolean {
    return this.env.FORECAST_API_URL !== undefined;
  }

  /** Conditions find it even where the server is away at their moment. */
  @Every({ ms: LOOK_MS, failed: 'forecasts could not be read' })
  async look(now = Date.now()): Promise<void> {
    if (!this.isOn) return;
    const places: Place[] = await this.db.query(WANTED);
    for (const place of places) await this.ask(place, now);
    await this.db.query('DELETE FROM pronosticos WHERE pedido < $1', [now - 24 * AGAIN_MS]);
  }

  /** Of the place of a company; null = it has none, or nobody told lately. */
  async of(empresa_id: number, now = Date.now()): Promise<Sky | null> {
    const [place]: Place[] = await this.db.query(
      'SELECT latitud, longitud FROM empresas WHERE id = $1 AND latitud IS NOT NULL AND longitud IS NOT NULL',
      [empresa_id],
    );
    if (!this.isOn || !place) return null;
    await this.ask(place, now);
    const [row]: { ts: string; horas: Sky['horas'] }[] = await this.db.query(
      'SELECT ts, horas FROM pronosticos WHERE lugar = $1 AND ts > $2',
      [nameOf(place), now - STALE_MS],
    );
    return row ? { ts: Number(row.ts), horas: row.horas } : null;
  }

  private async ask(place: Place, now: number): Promise<void> {
    const lugar = nameOf(place);
    const [claimed]: { lugar: string }[] = await this.db.query(CLAIM, [lugar, now]);
    if (!claimed) return;
    try {
      const { FORECAST_API_URL: url = '', FORECAST_API_KEY: key } = this.env;
      const horas = await askOpenMeteo(url, key, coarse(place));
      await this.db.query('UPDATE pronosticos SET ts = $2, horas = $3 WHERE lugar = $1', [
        lugar,
        now,
        JSON.stringify(horas),
      ]);
    } catch (error) {
      this.logger.warn({ err: error, lugar }, 'a forecast could not be read');
    }
  }
}

/** Nobody is told where exactly a company is. */
const coarse = ({ latitud, longitud }: Place): Place => ({
  latitud: Number(latitud.toFixed(PLACES)),
  longitud: Number(longitud.toFixed(PLACES)),
});
const nameOf = ({ latitud, longitud }: Place): string => `${latitud.toFixed(PLACES)},${longitud.toFixed(PLACES)}`;
