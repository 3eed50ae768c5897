import type {
  Change,
  CaudalWatched,
  EstadoPlaca,
  PlacaConnection,
  PlacaConFallas,
  PlanSinTomar,
  PotenciaRara,
  ProteccionQueActuo,
  SinPlanear,
  Token,
  TurnosFallidos,
  UltimoPunto,
} from '@acequia/contracts';
import { demandAfter, power } from './demand.js';
import { type Share, shareOf } from './share.js';
import type { Board, Communicator, Company, DeadChannel, Device, Plan, Punto, Sensor, Wired } from './things.js';
import { measured, note, notePoint, type Reading } from './values.js';

/** A board that empties its buffer catches up; by a clock that is behind it stays as late, give or take this. ms */
const SAME_LAG_MS = 60_000;
/** Two boards are taken to use one account for this long after it was last told, ms. */
export const SHARED_MS = 5 * 60_000;

const PHASE_V = 80;

export const sensorKey = (placa_id: number, pin: number): string => `sensor:${placa_id}:${pin}`;

/** One company's field now: its things and their last reported state. Without clock or storage. */
export class Field {
  readonly boards = new Map<number, Board>();
  readonly switches = new Map<number, Wired>();
  readonly devices = new Map<number, Device>();
  readonly puntos = new Map<number, Punto>();
  private readonly byBoard = new Map<number, Wiring>();
  /** What each sensor gave; the switches that share one share its values. */
  private readonly sensors = new Map<string, Sensor>();
  plan: Plan | null = null;
  dead: readonly DeadChannel[] = [];
  /** null = nobody said what it is. */
  communicator: Communicator | null = null;
  /** Tokens that work and that were made for longer than a moment; undefined = unknown. */
  tokens: readonly Pick<Token, 'nombre' | 'vence'>[] | undefined = undefined;
  /** What all boards of the company use together; null = unknown. */
  quota: Share | null = null;
  /** What automation does not plan; null = nothing, undefined = unknown. */
  unplanned: SinPlanear | null | undefined = undefined;
  /** Turns that failed, by the key of their cause; null = that cause is over, undefined = not known since the start. */
  readonly failed = new Map<string, TurnosFallidos | null | undefined>();
  /** What boards have not taken of their plans, by board; undefined = unknown. */
  untaken: ReadonlyMap<number, PlanSinTomar> | undefined = undefined;
  /** Protections that keep switches off, by board; undefined = unknown. */
  tripped: ReadonlyMap<number, readonly ProteccionQueActuo[]> | undefined = undefined;
  /** Health of the boards that may have a fault of their own; undefined = unknown. */
  faulty: ReadonlyMap<number, PlacaConFallas> | undefined = undefined;
  /** Flows that automation judges, by their meter; undefined = unknown. */
  flows: ReadonlyMap<number, readonly CaudalWatched[]> | undefined = undefined;
  /** What pumps take that is not usual, by their centinela; polled from automation; undefined = unknown. */
  odd: ReadonlyMap<number, readonly PotenciaRara[]> | undefined = undefined;
  /** What meters with a concession have counted since January, m³; null = nothing known. */
  readonly taken = new Map<number, number | null>();
  /** When that was asked for last, ms. */
  takenAt = 0;
  /** Switches that a climate rule turns on and off; polled from automation. */
  ruled: ReadonlySet<number> = new Set();
  /** Changed values that must survive a restart. */
  readonly learned = { boards: new Set<number>(), devices: new Set<number>() };

  constructor(public company: Company) {}

  /** Call after `switches` changed. */
  arrange(): void {
    this.byBoard.clear();
    for (const wired of this.switches.values()) {
      const { placa_id, hardware_pin, sensor_pin } = wired;
      let wiring = this.byBoard.get(placa_id);
      if (!wiring) this.byBoard.set(placa_id, (wiring = { switches: [], relays: new Map(), sensors: new Map() }));
      wiring.switches.push(wired);
      append(wiring.relays, hardware_pin, wired);
      if (sensor_pin !== null) append(wiring.sensors, sensor_pin, wired);
    }
  }

  /** Returns the keys of the objects concerned, like 'placa:7'. */
  apply(cambio: Change, now: number): string[] {
    switch (cambio.tipo) {
      case 'conexion':
        return [
          ...(cambio.compartida ? this.shared(cambio.placa_id, Math.min(cambio.ts, now)) : []),
          ...this.connection(cambio.placa_id, cambio.online === 1, Math.min(cambio.ts, now)),
        ];
      case 'reloj':
        return this.clock(cambio.placa_id, cambio.adelantado === 1, cambio.fuera === 1);
      case 'estado':
        return this.state(cambio, now);
      case 'punto':
        return this.points([[cambio.punto_id, cambio.valor, cambio.ts]], now);
      case 'comando':
        return this.command(cambio);
      case 'dispositivo':
        return this.device(cambio, now);
    }
  }

  /** Restores the last value of points without a board at a start. */
  recallPoints(told: readonly UltimoPunto[], now: number): void {
    this.points(
      told.flatMap(({ punto_id, valor, ts }) => (ts === null ? [] : [[punto_id, valor, ts] as const])),
      now,
    );
  }

  /** Restores the last-known state at a start. */
  recall(estado: EstadoPlaca, connection: PlacaConnection, now: number): void {
    const board = this.boards.get(estado.placa_id);
    if (!board) return;
    const seen = connection.ultimo_visto ?? 0;
    board.heard = Math.max(board.heard, seen);
    const online = connection.online === 1;
    // A board that was never online is not missed.
    if (board.online !== online && (online || seen > 0)) {
      board.online = online;
      board.since = online ? now : seen;
    }
    board.clockAhead = connection.reloj_adelantado === 1;
    board.clockOutside = connection.reloj_fuera === 1;
    board.quota = shareOf(connection.consumo);
    this.values(
      estado.placa_id,
      estado.pines.map(({ pin, estado: on, ts }) => [pin, on, ts]),
      estado.sensores.map(({ pin, temperatura: t, humedad: h, ts, temperatura_ts, humedad_ts }) => ({
        pin,
        t,
        t_ts: temperatura_ts ?? ts,
        h,
        h_ts: humedad_ts ?? ts,
      })),
      now,
    );
    this.points(estado.puntos?.map(({ punto_id, valor, ts }) => [punto_id, valor, ts]) ?? [], now);
    for (const wired of this.byBoard.get(estado.placa_id)?.switches ?? []) {
      const control = estado.mandos?.find(({ switch_id }) => switch_id === wired.id);
      if (control?.comando) wired.wish ??= { ...control.comando, max_s: control.comando.max_s ?? null };
      // device-gateway no longer reports a command that is too old.
      const asked = control?.comando ?? wired.wish;
      wired.decision = asked && {
        comando_id: asked.comando_id,
        on: wired.on,
        discrepancy: control?.discrepancia === 1,
      };
    }
  }

  switchesOf(placa_id: number): Wired[] {
    return (this.byBoard.get(placa_id)?.switches ?? []).filter(({ activo }) => activo === 1);
  }

  /** The active switches with this switch's sensor, itself among them; none without a sensor. */
  sharing({ placa_id, sensor_pin }: Wired): number[] {
    const same = sensor_pin === null ? [] : (this.byBoard.get(placa_id)?.sensors.get(sensor_pin) ?? []);
    return same.filter(({ activo }) => activo === 1).map(({ id }) => id);
  }

  private connection(placa_id: number, online: boolean, ts: number): string[] {
    const board = this.boards.get(placa_id);
    if (!board || board.online === online) return [];
    if (online && board.online === false) this.learn(board, ts - board.since);
    board.online = online;
    board.since = ts;
    if (online) board.heard = Math.max(board.heard, ts);
    return this.keysOf(board);
  }

  /** The alarms of its relays depend on it too. */
  private shared(placa_id: number, ts: number): string[] {
    const board = this.boards.get(placa_id);
    if (!board) return [];
    board.shared = ts;
    return this.keysOf(board);
  }

  /** Outages that end by themselves count as the board's habit; a long one does not. */
  private learn(board: Board, lasted: number): void {
    if (lasted <= 0 || lasted > 3_600_000) return;
    board.habito_ms = Math.round(board.habito_ms === 0 ? lasted / 2 : board.habito_ms * 0.7 + lasted * 0.3);
    this.learned.boards.add(board.placa_id);
  }

  private clock(placa_id: number, ahead: boolean, outside: boolean): string[] {
    const board = this.boards.get(placa_id);
    if (!board || (board.clockAhead === ahead && board.clockOutside === outside)) return [];
    board.clockAhead = ahead;
    board.clockOutside = outside;
    return [`placa:${placa_id}`];
  }

  private state(cambio: Extract<Change, { tipo: 'estado' }>, now: number): string[] {
    const board = this.boards.get(cambio.placa_id);
    if (!board) return [];
    board.heard = Math.max(board.heard, Math.min(cambio.ts, now));
    const times = [...cambio.pines.map(([, , ts]) => ts), ...cambio.sensores.map(([, , , ts]) => ts)];
    if (times.length > 0) lag(board, board.heard - Math.max(...times));
    const tiempos = new Map(cambio.tiempos?.map(([pin, t_ts, h_ts]) => [pin, { t_ts: t_ts ?? 0, h_ts: h_ts ?? 0 }]));
    const sensores = cambio.sensores.map(([pin, t, h, ts]) => ({
      pin,
      t,
      h,
      ...(tiempos.get(pin) ?? { t_ts: ts, h_ts: ts }),
    }));
    return [...this.values(cambio.placa_id, cambio.pines, sensores, now), ...this.points(cambio.puntos ?? [], now)];
  }

  private points(told: readonly (readonly [number, number | null, number])[], now: number): string[] {
    return told.flatMap(([id, valor, ts]) => {
      const punto = this.puntos.get(id);
      return punto && notePoint(punto, valor, ts, now) ? [`punto:${id}`] : [];
    });
  }

  private values(
    placa_id: number,
    pines: readonly (readonly [number, 0 | 1, number])[],
    sensores: readonly Reading[],
    now: number,
  ): string[] {
    const wiring = this.byBoard.get(placa_id);
    if (!wiring) return [];
    const touched: string[] = [];
    for (const [pin, state, ts] of pines)
      for (const wired of wiring.relays.get(pin) ?? [])
        if (note(wired, state === 1, ts, now)) touched.push(`switch:${wired.id}`);
    for (const reading of sensores) {
      const sharing = wiring.sensors.get(reading.pin);
      if (!sharing) continue;
      const key = sensorKey(placa_id, reading.pin);
      const sensor = measured(this.sensors.get(key) ?? null, reading, now);
      this.sensors.set(key, sensor);
      for (const wired of sharing) wired.sensor = sensor;
      touched.push(key);
    }
    return touched;
  }

  private command(cambio: Extract<Change, { tipo: 'comando' }>): string[] {
    const { switch_id, comando_id, accion, estado, detalle, max_s, ts } = cambio;
    const wired = switch_id === null ? undefined : this.switches.get(switch_id);
    if (!wired || (wired.wish && wired.wish.ts > ts)) return [];
    wired.wish = { comando_id, accion, estado, detalle, max_s, ts };
    return [`switch:${wired.id}`];
  }

  private device(cambio: Extract<Change, { tipo: 'dispositivo' }>, now: number): string[] {
    const device = this.devices.get(cambio.dispositivo_id);
    if (!device) return [];
    if (device.online !== cambio.online || device.motivo !== cambio.motivo) device.since = Math.min(cambio.ts, now);
    const { online, motivo, salida, metricas, ts } = cambio;
    Object.assign(device, { online, motivo, out: salida, metricas: online ? metricas : null, ts });
    const watts = online && metricas ? power(metricas) : null;
    if (watts !== null) device.demand = demandAfter(device.demand, watts, Math.min(ts, now));
    const { voltaje_a, voltaje_b, voltaje_c } = metricas ?? {};
    const alive = [voltaje_a, voltaje_b, voltaje_c].reduce<number>(
      (bits, volts, i) => ((volts ?? 0) > PHASE_V ? bits | (1 << i) : bits),
      0,
    );
    if ((device.fases | alive) !== device.fases) {
      device.fases |= alive;
      this.learned.devices.add(device.id);
    }
    return [`dispositivo:${device.id}`, ...(device.sitio === null ? [] : [`sitio:${device.sitio}`])];
  }

  private keysOf(board: Board): string[] {
    const { placa_id, sitio } = board;
    const own = this.switchesOf(placa_id).flatMap(({ id, sensor_pin }) =>
      sensor_pin === null ? [`switch:${id}`] : [`switch:${id}`, sensorKey(placa_id, sensor_pin)],
    );
    const puntos = [...this.puntos.values()].filter((one) => one.placa_id === placa_id).map(({ id }) => `punto:${id}`);
    return [`placa:${placa_id}`, ...(sitio === null ? [] : [`sitio:${sitio}`]), ...own, ...puntos];
  }
}

/** The switches of one board: all, and by the pins of their relays and sensors. */
interface Wiring {
  switches: Wired[];
  relays: Map<number, Wired[]>;
  sensors: Map<number, Wired[]>;
}

const append = (of: Map<number, Wired[]>, pin: number, wired: Wired): void => {
  const others = of.get(pin);
  if (others) others.push(wired);
  else of.set(pin, [wired]);
};

const lag = (board: Board, ms: number): void => {
  if (!board.lag || Math.abs(board.lag.ms - ms) > SAME_LAG_MS) board.lag = { ms, since: board.heard };
};
