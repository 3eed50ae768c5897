import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { Every, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TOLERANCE_S } from '../outcomes/outcome.js';
import { TurnoNews } from '../live/turno-news.js';
import { asJson, motivosOf, type StoredMotivos } from '../storage/motivo.js';
import { byPump, isEnough, secondsWithPump, type TimeOn, type ValveTurn } from './pumped.js';

const LOOK_MS = 2_000;
/** The relays of pumps are read at most once in this time, ms. */
const READ_MS = 10_000;
/** A relay whose state is unknown is waited for this long after the turn, ms: then the turns of the pump decide alone. */
const WAIT_MS = 900_000;
const BATCH = 200;
/** Turns of a pump that touch a valve's for less than this belong to the next valve, ms. */
const TOUCH_MS = 2_000;
/** No turn is longer, ms. */
const DAY_MS = 86_400_000;

interface Ended extends Omit<ValveTurn, 'real_inicio' | 'motivos'>, StoredMotivos {
  turno_id: string;
  real_inicio: string;
  bombas: number[];
  apart_s: number;
  pump: (TimeOn & { switch_id: number })[] | null;
}

/** Turns that ended, and have no pump or brought no water anyway. */
const WITHOUT = `UPDATE turnos AS t SET bomba_cuenta = 1 WHERE bomba_cuenta = 0
  AND (estado IN ('omitido', 'perdido') OR estado IN ('cumplido', 'parcial') AND (coalesce(real_segundos, 0) = 0 OR real_inicio IS NULL
    OR NOT EXISTS (SELECT FROM enclavamientos g WHERE g.empresa_id = t.empresa_id AND g.tipo = 'requiere'
      AND g.bomba_id IS NOT NULL AND t.switch_id = ANY(g.switches))))`;

/** Ended turns of valves, each with the turns of its pumps in that time: only once these have ended too. */
const ENDED = `SELECT t.turno_id, t.estado, t.motivo, t.motivos, t.real_inicio, t.real_segundos, g.bombas, g.apart_s, o.pump FROM turnos t
  JOIN LATERAL (SELECT array_agg(DISTINCT bomba_id) AS bombas, max(retardo_encendido_s + retardo_apagado_s) AS apart_s
    FROM enclavamientos WHERE empresa_id = t.empresa_id AND tipo = 'requiere' AND bomba_id IS NOT NULL
      AND t.switch_id = ANY(switches) HAVING count(*) > 0) g ON true
  LEFT JOIN LATERAL (SELECT bool_or(p.estado IN ('previsto', 'en_curso')) AS open, jsonb_agg(jsonb_build_object(
      'switch_id', p.switch_id, 'real_inicio', coalesce(p.real_inicio, p.inicio),
      'real_segundos', CASE WHEN p.confirmado THEN coalesce(p.real_segundos, 0) ELSE p.real_segundos END)) AS pump
    FROM turnos p WHERE p.empresa_id = t.empresa_id AND p.switch_id = ANY(g.bombas)
      AND p.inicio BETWEEN t.inicio - ${DAY_MS} AND t.real_inicio + t.real_segundos * 1000::bigint
      AND coalesce(p.real_inicio, p.inicio) < t.real_inicio + t.real_segundos * 1000::bigint - ${TOUCH_MS}
      AND greatest(p.inicio + p.segundos * 1000::bigint, p.real_inicio + p.real_segundos * 1000::bigint) > t.real_inicio + ${TOUCH_MS}
    ) o ON true
  WHERE t.bomba_cuenta = 0 AND t.estado IN ('cumplido', 'parcial') AND NOT coalesce(o.open, false) ORDER BY t.inicio LIMIT ${BATCH}`;

/** Counts of each turn of a valve only the time in which its pump ran: without it there is no water. */
@Injectable()
export class PumpAccountService {
  /** When the relays of pumps were read last, ms. */
  private readAt = 0;

  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly news: TurnoNews,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Two instances may look at the same turn: both get the same result. */
  @Every({ ms: LOOK_MS, failed: 'the pumps of turns could not be counted' })
  async look(now = Date.now()): Promise<void> {
    await this.db.query(WITHOUT);
    const ended: Ended[] = await this.db.query(ENDED);
    const readsRelays = now - this.readAt >= READ_MS;
    if (readsRelays) this.readAt = now;
    for (const { turno_id, bombas, apart_s, pump, ...row } of ended) {
      const valve = { ...row, real_inicio: Number(row.real_inicio), motivos: motivosOf(row) };
      const ofEach: (number | null)[] = [];
      for (const id of bombas) {
        const turns = (pump ?? []).filter((one) => one.switch_id === id);
        let seconds: number | null | undefined = secondsWithPump(valve, turns);
        // A person may have turned it on.
        if (!isEnough(valve, seconds, apart_s))
          seconds = readsRelays ? await this.byRelay(id, valve, seconds, now) : undefined;
        if (seconds !== undefined) ofEach.push(seconds);
      }
      if (ofEach.length < bombas.length) continue;
      const { estado, motivos, con_bomba_s } = byPump(valve, leastOf(ofEach), apart_s);
      await this.db.query(
        `UPDATE turnos SET bomba_cuenta = 2, con_bomba_s = $2, estado = $3, motivo = NULL, motivos = $4,
           estado_propio = estado, motivo_propio = motivo, motivos_propio = motivos
         WHERE turno_id = $1 AND bomba_cuenta = 0 AND estado = $5 AND real_segundos = $6`,
        [turno_id, con_bomba_s, estado, asJson(motivos), row.estado, row.real_segundos],
      );
      this.news.tell(turno_id);
    }
  }

  /** Seconds of a valve's turn in which its pump was on, whoever turned it on; null = unknown, undefined = not yet known. */
  private async byRelay(
    switch_id: number,
    valve: ValveTurn,
    byTurns: number | null,
    now: number,
  ): Promise<number | null | undefined> {
    const range = { desde: valve.real_inicio, hasta: valve.real_inicio + valve.real_segundos * 1_000 };
    const { encendido_s, sabido_s } = await this.bus
      .call('historial.encendido_entre', { switch_id, ...range }, sistema('automation'))
      .catch((error: unknown) => {
        this.logger.warn({ err: error, switch_id }, 'the time on of a pump could not be read');
        return { encendido_s: 0, sabido_s: 0 };
      });
    const isKnown = sabido_s >= valve.real_segundos - TOLERANCE_S;
    if (!isKnown && now - range.hasta < WAIT_MS) return undefined;
    return byTurns === null && !isKnown ? null : Math.max(byTurns ?? 0, Math.round(encendido_s));
  }
}

/** A valve of several pumps needs all of them. */
const leastOf = (seconds: readonly (number | null)[]): number | null => {
  if (seconds.includes(0)) return 0;
  return seconds.some((one) => one === null) ? null : Math.min(...seconds.map((one) => one ?? 0));
};
