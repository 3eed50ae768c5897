import { LiveBus } from '@acequia/bus';
import {
  AppError,
  type Caller,
  callerEmpresa,
  type Medida,
  type MedidasResultado,
  unscaled,
  type UltimoPunto,
} from '@acequia/contracts';
import { ENV, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { ChangesStream } from '../changes/changes.stream.js';
import type { GatewayEnv } from '../env.js';
import { QuotaService } from '../ingest/quota.service.js';
import { ReadingsAppender } from '../ingest/readings-appender.js';
import type { HeldMessage } from '../ingest/shard-appender.js';
import { LeaseStore } from '../presence/lease.store.js';
import { StateStore } from '../state/state.store.js';
import { type ApiPoint, ApiPointsRepository, type Kept } from './api-points.repository.js';
import { InTurn } from './in-turn.js';
import { firstOnes, present, sound } from './judged.js';
import { KnownValues } from './known-values.js';

/** Longest wait for the append, ms. */
const APPEND_MS = 10_000;
/** By then inventory's event of a point that was just made has come, ms. */
const JUST_MADE_MS = 500;
const DAY_MS = 86_400_000;

/** Takes the values that programs send, on the same way as those of boards: they are in the readings before the answer. */
@Injectable()
export class MedidasService {
  private readonly turns = new InTurn<number>();
  private readonly retention_ms: number;

  constructor(
    private readonly points: ApiPointsRepository,
    private readonly known: KnownValues,
    private readonly quota: QuotaService,
    private readonly appender: ReadingsAppender,
    private readonly changes: ChangesStream,
    private readonly live: LiveBus,
    private readonly states: StateStore,
    private readonly leases: LeaseStore,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(ENV) env: GatewayEnv,
  ) {
    this.retention_ms = env.RETENTION_DAYS * DAY_MS;
  }

  /**
   * Answers once what is accepted is stored. Of one company one request at a time is looked at, so that the first of two values counts.
   * @throws AppError `sin_permiso`; `demasiadas_solicitudes` past the company's quota; `servicio_no_disponible` when nothing is known to be
   * stored: the same request again is harmless
   */
  async save(caller: Caller, medidas: readonly Medida[]): Promise<MedidasResultado> {
    if (caller.tipo === 'persona' && caller.rol === 'usuario') throw new AppError('sin_permiso');
    const points = await this.pointsOf(caller, medidas);
    return this.turns.run(companiesOf(points), () => this.take(medidas, points, { history: 'must_answer' }));
  }

  /** The last value of points, in the order of the request. */
  async last(ids: readonly number[]): Promise<UltimoPunto[]> {
    const rows = new Map((await this.points.last(ids)).map((row) => [row.id, row]));
    const boards = [...new Set([...rows.values()].flatMap(({ placa_id }) => placa_id ?? []))];
    const [states, online] = await Promise.all([this.states.read(boards), this.leases.online(boards)]);
    const board = new Map(boards.map((id, i) => [id, { state: states[i] ?? null, online: online[i] ?? false }]));
    return ids.map((punto_id) => {
      const row = rows.get(punto_id);
      if (!row) return { punto_id, valor: null, ts: null, online: null };
      if (row.placa_id === null) {
        const { ultimo, ultimo_ts: ts, magnitud } = row;
        return { punto_id, valor: ultimo === null ? null : unscaled(magnitud, ultimo), ts, online: null };
      }
      const { state = null, online: isOn = false } = board.get(row.placa_id) ?? {};
      const { valor, ts } = state?.point(punto_id) ?? { valor: null, ts: null };
      return { punto_id, valor, ts, online: isOn ? 1 : 0 };
    });
  }

  /**
   * Stores values of points without a board, by their ids. What comes for one point comes here in turn.
   * @param history `if_there`: values are taken while telemetry-history is away too, and then one that is stored already is not told apart
   * @throws AppError `demasiadas_solicitudes`, `servicio_no_disponible`
   */
  async take(
    medidas: readonly Medida[],
    points: ReadonlyMap<number, ApiPoint>,
    { history }: { history: 'must_answer' | 'if_there' },
  ): Promise<MedidasResultado> {
    const now = Date.now();
    const wait = Math.max(0, ...companiesOf(points).map((id) => this.quota.waitOfCompany(id, now)));
    if (wait > 0) throw new AppError('demasiadas_solicitudes', { wait_s: Math.ceil(wait / 1_000) });
    const { values, refused } = sound(medidas, points, { now, retention_ms: this.retention_ms });
    const { fresh, repeated, refused: others } = firstOnes(values, await this.knownOf(values, history), points);
    await this.append(fresh);
    for (const { punto_id } of fresh) this.quota.chargeCompany(points.get(punto_id)!.empresa_id, 1, now);
    await this.follow(fresh, points, now);
    const rechazadas = [...refused, ...others].sort((a, b) => a.indice - b.indice);
    return { aceptadas: fresh.length, repetidas: repeated, rechazadas };
  }

  private async knownOf(
    values: readonly Kept[],
    history: 'must_answer' | 'if_there',
  ): Promise<ReadonlyMap<string, number | null>> {
    try {
      return await this.known.of(values);
    } catch (error) {
      if (history === 'must_answer') throw error;
      this.logger.warn({ err: error, values: values.length }, 'it is not known which values are stored already');
      return new Map();
    }
  }

  private async pointsOf(caller: Caller, medidas: readonly Medida[]): Promise<Map<number, ApiPoint>> {
    const empresa = callerEmpresa(caller);
    const ids = [...new Set(medidas.map(({ punto_id }) => punto_id))];
    const found = await this.points.find(ids, empresa);
    if (found.length < ids.length) {
      await pause(JUST_MADE_MS);
      found.splice(0, found.length, ...(await this.points.find(ids, empresa)));
    }
    return new Map(found.map((point) => [point.id, point]));
  }

  /** One message for each point, which decides its shard. */
  private async append(values: readonly Kept[]): Promise<void> {
    const rows = new Map<number, (number | null)[]>();
    for (const { punto_id, ts, kept } of values) {
      const own = rows.get(punto_id) ?? [];
      own.push(punto_id, punto_id, ts, kept);
      rows.set(punto_id, own);
    }
    if ([...rows.keys()].some((of) => this.appender.isSaturated(of))) throw new AppError('servicio_no_disponible');
    const messages: HeldMessage[] = [];
    const stored = [...rows].map(
      ([of, p]) =>
        new Promise<boolean>((resolve) => {
          const message: HeldMessage = { of, l: [], e: [], p, abandoned: false, stored: () => resolve(true) };
          messages.push(message);
          this.appender.push(message);
        }),
    );
    const limit = new AbortController();
    const done = await Promise.race([Promise.all(stored), pause(APPEND_MS, null, { signal: limit.signal })]);
    limit.abort();
    if (done !== null) return;
    for (const message of messages) message.abandoned = true;
    throw new AppError('servicio_no_disponible');
  }

  /** What is stored becomes known: to repetitions, as last values, to browsers, to alerts. A failure costs no value. */
  private async follow(values: readonly Kept[], points: ReadonlyMap<number, ApiPoint>, now: number): Promise<void> {
    if (values.length === 0) return;
    try {
      await this.known.note(values);
      for (const { punto_id, ts, kept } of await this.points.advance(present(values, points, now))) {
        const { empresa_id, magnitud } = points.get(punto_id)!;
        const told = { punto_id, valor: kept === null ? null : unscaled(magnitud, kept), ts };
        void this.live.publish(empresa_id, { event: 'punto:valor', payload: told, audience: {} });
        this.changes.note({ tipo: 'punto', empresa_id, ...told });
      }
    } catch (error) {
      this.logger.warn({ err: error, values: values.length }, 'last values of points could not be written');
    }
  }
}

const companiesOf = (points: ReadonlyMap<number, ApiPoint>): number[] => [
  ...new Set([...points.values()].map(({ empresa_id }) => empresa_id)),
];
