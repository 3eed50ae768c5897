import { Bus } from '@acequia/bus';
import { isOfPronostico, type SkipCondition, sistema } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Definicion } from '../storage/programa.entity.js';
import { DerivedService } from '../derived/derived.service.js';
import { dayText } from '../expansion/calendar.js';
import { clockOf } from '../expansion/zone-clock.js';
import { adjust, decide, type LecturaSensor, type PointReading, stricter } from './decisions.js';
import { ForecastService } from '../forecast/forecast.service.js';
import type { Sky } from '../forecast/sky.js';
import { PointValues, questionKey } from './point-values.js';
import type { KnownFarm } from '../storage/farm.repository.js';
import { asJson } from '../storage/motivo.js';
import { LAST_START } from './lateness.js';
import { DelayService } from './delay.service.js';

/** A turn is decided this long before its start, so that its board gets it in time. */
export const DECIDE_MS = 60_000;
const READ_MS = 3_000;
/** Turns that are decided together. */
const BATCH = 500;

/** Turns that begin only after a decision, of rows named t: what a person starts does not wait for one, what makes up for a turn does. */
export const UNDECIDED = `NOT t.decidido AND NOT t.fijo AND (t.manual = 0 OR t.recupera IS NOT NULL) AND EXISTS (SELECT FROM programas p
  WHERE p.id = t.programa_id AND (jsonb_array_length(coalesce(p.definicion->'omitir', '[]')) > 0 OR p.definicion ? 'ajuste_et0'))`;

/** What the service starts waits for its decision; a board would have begun. */
const OPEN = `SELECT t.turno_id, t.inicio, t.riego, t.programa_id, t.segundos, p.version, p.definicion FROM turnos t JOIN programas p ON p.id = t.programa_id
  WHERE t.empresa_id = $1 AND t.estado = 'previsto' AND ${UNDECIDED}
    AND (t.inicio > $2 OR t.via = 'servicio' AND ${LAST_START} >= $2) ORDER BY t.inicio LIMIT ${BATCH}`;
const UNCHECKED = `UPDATE turnos AS t SET decidido = true, motivos = coalesce(t.motivos, $3::jsonb)
  WHERE t.empresa_id = $1 AND t.via = 'placa' AND t.estado IN ('previsto', 'en_curso') AND t.inicio <= $2 AND ${UNDECIDED}`;

interface Open {
  turno_id: string;
  inicio: string;
  riego: string;
  programa_id: number;
  segundos: number;
  /** Of the program. */
  version: number;
  definicion: Definicion;
}

/** Readings and history for the turns that were due. */
export interface Evidence {
  /** Keys of the turns. */
  read: ReadonlySet<string>;
  /** By the sensor's switch. */
  lecturas: ReadonlyMap<number, LecturaSensor>;
  /** By the question, {@link questionKey}. */
  points: ReadonlyMap<string, PointReading>;
  /** Yesterday's ET0 by the sensor's switch, mm; missing where unknown. */
  et0: ReadonlyMap<number, number>;
  /** null = no forecast, or nothing asks for one. */
  sky: Sky | null;
}

const keyOf = ({ turno_id, version }: Open): string => `${turno_id} ${version}`;
const dueOf = (open: readonly Open[], now: number): Open[] =>
  open.filter(({ inicio }) => Number(inicio) - DECIDE_MS <= now);

/** Checks the conditions of turns that are about to start, once each, and records why. */
@Injectable()
export class DecisionsService {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly derived: DerivedService,
    private readonly points: PointValues,
    private readonly forecast: ForecastService,
    private readonly delays: DelayService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Reads what the due decisions depend on. Call it outside of a transaction: other services may take long to answer. */
  async read(empresa_id: number, now: number): Promise<Evidence> {
    const due = dueOf(await this.db.query(OPEN, [empresa_id, now]), now);
    const definitions = due.map(({ definicion }) => definicion);
    const wantsSky = definitions.some(({ omitir = [] }) => omitir.some(({ tipo }) => isOfPronostico(tipo)));
    const [lecturas, points, et0, sky] = await Promise.all([
      this.lecturas(definitions),
      this.points.read(
        definitions.flatMap(({ omitir = [] }) => omitir),
        now,
      ),
      this.et0(empresa_id, definitions, now),
      wantsSky ? this.forecast.of(empresa_id, now) : null,
    ]);
    return { read: new Set(due.map(keyOf)), lecturas, points, et0, sky };
  }

  /** @returns when the next turn must be decided, ms; Infinity when there is none */
  async decide(
    tx: EntityManager,
    empresa_id: number,
    evidence: Evidence,
    farm: KnownFarm,
    now: number,
  ): Promise<number> {
    await tx.query(UNCHECKED, [empresa_id, now, asJson([{ codigo: 'sin_comprobar' }])]);
    const open: Open[] = await tx.query(OPEN, [empresa_id, now]);
    const due = dueOf(open, now);
    /** Starts that were delayed: their turns are planned anew first. */
    const delayed = new Set<string>();
    for (const turno of due) {
      const start = `${turno.programa_id} ${turno.riego}`;
      if (!evidence.read.has(keyOf(turno)) || delayed.has(start)) continue;
      if (await this.decideOne(tx, empresa_id, turno, evidence, farm, now)) delayed.add(start);
    }
    if (delayed.size > 0) return now;
    // Planned or changed since: its sensors have to be read first.
    if (due.length === BATCH || due.some((turno) => !evidence.read.has(keyOf(turno)))) return now;
    const next = open[due.length];
    return next ? Number(next.inicio) - DECIDE_MS : Infinity;
  }

  /** @returns whether it is delayed instead */
  private async decideOne(
    tx: EntityManager,
    empresa_id: number,
    { turno_id, programa_id, riego, segundos, definicion }: Open,
    { lecturas, points, et0, sky }: Evidence,
    farm: KnownFarm,
    now: number,
  ): Promise<boolean> {
    const { omitir = [], ajuste_et0 } = definicion;
    const byEt0 = ajuste_et0 ? adjust(ajuste_et0, et0.get(ajuste_et0.switch_id ?? 0) ?? null) : null;
    const sources = {
      sensor: (id: number) => ({ nombre: farm.switches.get(id)?.nombre ?? '', lectura: lecturas.get(id) ?? null }),
      point: (condition: SkipCondition) => points.get(questionKey(condition)) ?? null,
      sky: sky && { sky, zona: farm.zona },
    };
    const start = { empresa_id, programa_id, riego: Number(riego), definicion };
    const byCondition = decide(
      omitir.filter(({ retrasar }) => retrasar !== 1),
      sources,
      now,
    );
    let decision = stricter(byCondition, byEt0);
    const rain = decide(
      omitir.filter(({ retrasar }) => retrasar === 1),
      sources,
      now,
    );
    if (rain && decision?.percentage !== 0) {
      if (await this.delays.byRain(tx, start, rain.motivo, farm)) return true;
      decision = rain;
    }
    const windy = decision?.percentage === 0 ? null : await this.delays.byWind(tx, start, sky, farm, now);
    if (windy === 'moved') return true;
    const motivos = [...(decision ? [decision.motivo] : []), ...(windy ? [windy] : [])];
    await tx.query(
      `UPDATE turnos SET decidido = true, motivos = coalesce($2::jsonb, motivos),
         motivo = CASE WHEN $2::jsonb IS NULL THEN motivo END, estado = CASE WHEN $3 THEN 'omitido' ELSE estado END,
         segundos = $4::int, volumen_l = CASE WHEN volumen_l IS NOT NULL THEN greatest(1, round(volumen_l::numeric * $4::int / segundos)) END
       WHERE turno_id = $1 AND estado = 'previsto' AND NOT fijo`,
      [
        turno_id,
        motivos.length > 0 ? asJson(motivos) : null,
        decision?.percentage === 0,
        decision && decision.percentage > 0
          ? Math.max(1, Math.round((segundos * decision.percentage) / 100))
          : segundos,
      ],
    );
    return false;
  }

  private async et0(
    empresa_id: number,
    definitions: readonly Definicion[],
    now: number,
  ): Promise<ReadonlyMap<number, number>> {
    const found = new Map<number, number>();
    const switches = new Set(definitions.flatMap(({ ajuste_et0 }) => ajuste_et0?.switch_id ?? []));
    if (switches.size === 0) return found;
    const [empresa]: { zona_horaria: string }[] = await this.db.query(
      'SELECT zona_horaria FROM empresas WHERE id = $1',
      [empresa_id],
    );
    const clock = clockOf(empresa?.zona_horaria ?? 'UTC');
    const yesterday = dayText(clock.dayAt(now) - 1);
    for (const switch_id of switches) {
      try {
        const range = { switch_id, desde: yesterday, hasta: yesterday, base: 10 };
        const [day] = await this.derived.days(sistema('automation'), range);
        if (day && day.et0_mm !== null) found.set(switch_id, day.et0_mm);
      } catch (error) {
        this.logger.warn({ err: error, switch_id }, 'the ET0 of yesterday could not be worked out');
      }
    }
    return found;
  }

  /** Last-known values; none while device-gateway is unavailable. */
  private async lecturas(definitions: readonly Definicion[]): Promise<ReadonlyMap<number, LecturaSensor>> {
    const lecturas = new Map<number, LecturaSensor>();
    const wanted = new Set(
      definitions.flatMap(({ omitir = [] }) => omitir.flatMap(({ switch_id }) => switch_id ?? [])),
    );
    if (wanted.size === 0) return lecturas;
    const sensores: { id: number; placa_id: number; sensor_pin: number }[] = await this.db.query(
      'SELECT id, placa_id, sensor_pin FROM switches WHERE id = ANY($1) AND sensor_pin IS NOT NULL',
      [[...wanted]],
    );
    if (sensores.length === 0) return lecturas;
    try {
      const placas = [...new Set(sensores.map(({ placa_id }) => placa_id))];
      const estados = await this.bus.call('estado.leer', { placas }, sistema('automation'), { timeout_ms: READ_MS });
      for (const { id, placa_id, sensor_pin } of sensores) {
        const estado = estados.find((one) => one.placa_id === placa_id);
        const sensor = estado?.sensores.find((one) => one.pin === sensor_pin);
        if (sensor) lecturas.set(id, sensor);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'sensors could not be read before a turn');
    }
    return lecturas;
  }
}
