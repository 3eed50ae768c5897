import { Bus } from '@acequia/bus';
import { type EstadoPlaca, type EventData, sistema } from '@acequia/contracts';
import { Every } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { countAgain } from './count-again.sql.js';
import { outcomeOf } from './outcome.js';
import { People } from '../people.js';
import { cutBy, type Followed, followed } from './outcome-by-pin.js';
import { BY_PERSON, CAUSE_OF_END } from './cause.js';
import { asJson, type Motivo, motivosOf, type StoredMotivos, withoutPin } from '../storage/motivo.js';
import { TurnoNews } from '../live/turno-news.js';
import { REPORT_MS } from '../storage/shown-state.js';

const LOOK_MS = 2_000;
/** A person's order and the end that it caused lie this close to each other, ms. */
const PERSON_MS = 30_000;
const READ_MS = 3_000;
/** Open turns per look; the next look continues after them. */
const PAGE = 5_000;

const FIRST = { inicio: '0', turno_id: '' };

/** Of a row of turnos named t: the service found its water delivered or its soil moist, or in its time that of a valve of the pump that it is. */
const FULL = `(t.volumen_fin IS NOT NULL OR CASE
  WHEN NOT EXISTS (SELECT FROM enclavamientos g WHERE g.tipo = 'requiere' AND g.bomba_id = t.switch_id) THEN false
  ELSE EXISTS (SELECT FROM enclavamientos g JOIN turnos v ON v.empresa_id = g.empresa_id AND v.switch_id = ANY(g.switches)
    WHERE g.empresa_id = t.empresa_id AND g.tipo = 'requiere' AND g.bomba_id = t.switch_id AND v.inicio > t.inicio - 86400000
      AND v.volumen_fin BETWEEN t.inicio AND t.inicio + (t.segundos + t.tarde_s) * 1000::bigint) END)`;

interface ReportedRow extends StoredMotivos {
  switch_id: number | null;
  segundos: number;
  causa: string | null;
  volumen_l: number | null;
  hasta_humedad: number | null;
  /** The service turned it off because its water was delivered. */
  full: boolean;
}

interface OpenRow extends StoredMotivos {
  turno_id: string;
  empresa_id: number;
  switch_id: number | null;
  placa_id: number;
  pin: number;
  inicio: string;
  segundos: number;
  tarde_s: number;
  full: boolean;
  via: 'placa' | 'servicio';
  estado: 'previsto' | 'en_curso';
  real_inicio: string | null;
  real_segundos: number | null;
}

/** Settles the outcome of each turn by its board's report, and without one by the state of its pin. */
@Injectable()
export class OutcomeService {
  /** The last turn of the previous look: turns of boards that stay away do not keep others from being followed. */
  private after = FIRST;
  /** Since when each board with due turns has been seen connected, ms. */
  private readonly onlineSince = new Map<number, number>();

  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly news: TurnoNews,
    private readonly people: People,
  ) {}

  /** Handles a board's report of its runs. Reports may be repeated, out of order, and days late. */
  async reported(tx: EntityManager, { placa_id, corridas }: EventData<'placa.corridas'>): Promise<void> {
    for (const corrida of corridas) {
      const [turno]: ReportedRow[] = await tx.query(
        `SELECT switch_id, segundos, motivo, motivos, causa, volumen_l, hasta_humedad, ${FULL} AS full FROM turnos t
           WHERE turno_id = $1 AND placa_id = $2 FOR UPDATE`,
        [corrida.id, placa_id],
      );
      if (!turno) continue;
      const person = await this.byPerson(tx, turno.switch_id, corrida);
      const full = turno.full && (corrida.end === 'off' || corrida.end === 'interlock') && person === null;
      const isFull = corrida.end === 'volume' || corrida.end === 'reached' || full;
      const known = withoutPin(motivosOf(turno));
      const { estado, real_inicio, real_segundos, motivos } = outcomeOf(corrida, {
        ...turno,
        full,
        motivos: known ?? (person && [person]),
      });
      const isPersons = corrida.end === 'off' && (person !== null || turno.causa === BY_PERSON);
      await tx.query(
        `UPDATE turnos SET estado = $2, real_inicio = coalesce($3, real_inicio), real_segundos = $4, motivo = NULL, motivos = $5, fijo = true,
           segundos = CASE WHEN $7 THEN greatest(1, $4) ELSE segundos END, litros_placa = $8, m3_medidos = $8::int / 1000.0::float8, sin_medir = $9,
           confirmado = true, bomba_cuenta = 0, estado_propio = NULL, motivo_propio = NULL, motivos_propio = NULL, causa = $6, medido = false, agua = NULL
         WHERE turno_id = $1`,
        [
          ...[corrida.id, estado, real_inicio, real_segundos, asJson(motivos)],
          isPersons ? BY_PERSON : CAUSE_OF_END[corrida.end],
          isFull,
          corrida.litres ?? null,
          corrida.litres === null,
        ],
      );
      this.news.tell(corrida.id);
    }
    await countAgain(
      tx,
      corridas.map(({ id }) => id),
    );
  }

  /** The reason of a run that a person's OFF ended. */
  private async byPerson(
    tx: EntityManager,
    switch_id: number | null,
    { started, secs, end }: EventData<'placa.corridas'>['corridas'][number],
  ): Promise<Motivo | null> {
    if (end !== 'off' || started === null) return null;
    const ended = (started + secs) * 1_000;
    const usuario_id = await this.lastOff(tx, switch_id, ended - PERSON_MS, ended + PERSON_MS);
    return usuario_id === null ? null : { codigo: 'apagado_por', nombre: await this.people.nameOf(usuario_id) };
  }

  @Every({ ms: LOOK_MS, failed: 'turns could not be followed' })
  async look(): Promise<void> {
    const now = Date.now();
    const opened: OpenRow[] = await this.db.query(
      `SELECT turno_id, empresa_id, switch_id, placa_id, pin, inicio, segundos, tarde_s, via, estado, motivo, motivos, real_inicio,
         ${FULL} AS full,
         real_segundos FROM turnos t
       WHERE estado IN ('previsto', 'en_curso') AND inicio <= $1 AND placa_id IS NOT NULL
         AND (via = 'placa' OR estado = 'en_curso') AND (inicio, turno_id) > ($2::bigint, $3::varchar)
       ORDER BY inicio, turno_id LIMIT ${PAGE}`,
      [now, this.after.inicio, this.after.turno_id],
    );
    this.after = (opened.length === PAGE && opened.at(-1)) || FIRST;
    if (opened.length === 0) return;
    const placas = [...new Set(opened.map(({ placa_id }) => placa_id))];
    const estados = await this.bus.call('estado.leer', { placas }, sistema('automation'), { timeout_ms: READ_MS });
    const estadoOf = new Map(estados.map((estado) => [estado.placa_id, estado]));
    this.note(estados, now);
    for (const row of opened) {
      const estado = estadoOf.get(row.placa_id);
      const turno = {
        ...row,
        inicio: Number(row.inicio),
        real_inicio: numberOf(row.real_inicio),
        motivos: motivosOf(row),
      };
      const change = followed(
        turno,
        {
          pin: estado?.pines.find((one) => one.pin === row.pin),
          fin: estado?.mandos?.find(({ switch_id }) => switch_id === row.switch_id)?.fin ?? undefined,
          online: now - (this.onlineSince.get(row.placa_id) ?? now) >= REPORT_MS,
        },
        now,
      );
      if (change) await this.set(row, change);
    }
  }

  /** A board that comes back sends its reports first. */
  private note(estados: readonly Pick<EstadoPlaca, 'placa_id' | 'online'>[], now: number): void {
    for (const { placa_id, online } of estados)
      if (online === 0) this.onlineSince.delete(placa_id);
      else if (!this.onlineSince.has(placa_id)) this.onlineSince.set(placa_id, now);
  }

  /** Updates only open turns: the board's own report may have come meanwhile. */
  private async set({ turno_id, switch_id, full }: OpenRow, change: Followed): Promise<void> {
    const { estado, real_inicio, real_segundos, cut, confirmado, causa } = change;
    const motivos = change.motivos ?? (cut && [cutBy(cut, await this.turnedOffBy(switch_id, cut.ts))]);
    await this.db.query(
      `UPDATE turnos SET estado = $2, real_inicio = $3, real_segundos = $4, motivo = NULL, motivos = $5, confirmado = $6, causa = $7, fijo = true,
         segundos = CASE WHEN $8::boolean THEN greatest(1, coalesce($4, segundos)) ELSE segundos END
       WHERE turno_id = $1 AND estado IN ('previsto', 'en_curso')`,
      [turno_id, estado, real_inicio, real_segundos, asJson(motivos), confirmado, causa, full && estado === 'cumplido'],
    );
    this.news.tell(turno_id);
  }

  private async turnedOffBy(switch_id: number | null, at: number): Promise<string> {
    return this.people.nameOf(
      (await this.lastOff(this.db.manager, switch_id, at - PERSON_MS, at + PERSON_MS)) ?? undefined,
    );
  }

  /** Who ordered a switch off between two times, if that was its last order. */
  private async lastOff(tx: EntityManager, switch_id: number | null, from: number, to: number): Promise<number | null> {
    const [row]: { usuario_id: number }[] = await tx.query(
      `SELECT usuario_id FROM ordenes_de_personas
       WHERE entidad = 'switch' AND entidad_id = $1 AND accion = 'off' AND ts BETWEEN $2 AND $3`,
      [switch_id, from, to],
    );
    return row?.usuario_id ?? null;
  }
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));
