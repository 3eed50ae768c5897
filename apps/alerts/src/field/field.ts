import type { Change, EstadoPlaca, PlacaConnection } from '@acequia/contracts';
import { type Share, shareOf } from './share.js';
import type { Board, Company, Device, Plan, Wired } from './things.js';

/** How long values are kept for trends, and relay changes for chatter. ms */
export const TREND_MS = 30 * 60_000;
export const CHATTER_MS = 5 * 60_000;
const TREND_POINTS = 60;
/** A board that empties its buffer catches up; by a clock that is behind it stays as late, give or take this. ms */
const SAME_LAG_MS = 60_000;
/** A report older than this on arrival was buffered: it is history and raises no alarm. ms */
export const FRESH_MS = 10 * 60_000;

const PHASE_V = 80;

export const sensorKey = (placa_id: number, pin: number): string => `sensor:${placa_id}:${pin}`;

/** One company's field now: its things and their last reported state. Without clock or storage. */
export class Field {
  readonly boards = new Map<number, Board>();
  readonly switches = new Map<number, Wired>();
  readonly devices = new Map<number, Device>();
  private readonly byBoard = new Map<number, Wired[]>();
  plan: Plan | null = null;
  /** What all boards of the company use together; null = unknown. */
  quota: Share | null = null;
  /** Switches that a climate rule turns on and off; polled from automation. */
  ruled: ReadonlySet<number> = new Set();
  /** Changed values that must survive a restart. */
  readonly learned = { boards: new Set<number>(), devices: new Set<number>() };

  constructor(public company: Company) {}

  /** Call after `switches` changed. */
  arrange(): void {
    this.byBoard.clear();
    for (const wired of this.switches.values()) {
      const others = this.byBoard.get(wired.placa_id);
      if (others) others.push(wired);
      else this.byBoard.set(wired.placa_id, [wired]);
    }
  }

  /** Returns the keys of the objects concerned, like 'placa:7'. */
  apply(cambio: Change, now: number): string[] {
    switch (cambio.tipo) {
      case 'conexion':
        return this.connection(cambio.placa_id, cambio.online === 1, Math.min(cambio.ts, now));
      case 'reloj':
        return this.clock(cambio.placa_id, cambio.adelantado === 1);
      case 'estado':
        return this.state(cambio, now);
      case 'comando':
        return this.command(cambio);
      case 'dispositivo':
        return this.device(cambio, now);
    }
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
    board.quota = shareOf(connection.consumo);
    this.values(
      estado.placa_id,
      estado.pines.map(({ pin, estado: on, ts }) => [pin, on, ts]),
      estado.sensores.map(({ pin, temperatura, humedad, ts }) => [pin, temperatura, humedad, ts]),
      now,
    );
    for (const wired of this.byBoard.get(estado.placa_id) ?? []) {
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
    return (this.byBoard.get(placa_id) ?? []).filter(({ activo }) => activo === 1);
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

  /** Outages that end by themselves count as the board's habit; a long one does not. */
  private learn(board: Board, lasted: number): void {
    if (lasted <= 0 || lasted > 3_600_000) return;
    board.habito_ms = Math.round(board.habito_ms === 0 ? lasted / 2 : board.habito_ms * 0.7 + lasted * 0.3);
    this.learned.boards.add(board.placa_id);
  }

  private clock(placa_id: number, ahead: boolean): string[] {
    const board = this.boards.get(placa_id);
    if (!board || board.clockAhead === ahead) return [];
    board.clockAhead = ahead;
    return [`placa:${placa_id}`];
  }

  private state(cambio: Extract<Change, { tipo: 'estado' }>, now: number): string[] {
    const board = this.boards.get(cambio.placa_id);
    if (!board) return [];
    board.heard = Math.max(board.heard, Math.min(cambio.ts, now));
    const times = [...cambio.pines.map(([, , ts]) => ts), ...cambio.sensores.map(([, , , ts]) => ts)];
    if (times.length > 0) lag(board, board.heard - Math.max(...times));
    return this.values(cambio.placa_id, cambio.pines, cambio.sensores, now);
  }

  private values(
    placa_id: number,
    pines: readonly (readonly [number, 0 | 1, number])[],
    sensores: readonly (readonly [number, number | null, number | null, number])[],
    now: number,
  ): string[] {
    const touched = new Set<string>();
    for (const wired of this.byBoard.get(placa_id) ?? []) {
      const pin = pines.find(([at]) => at === wired.hardware_pin);
      const sensor = sensores.find(([at]) => at === wired.sensor_pin);
      if (pin) note(wired, pin[1] === 1, pin[2], now);
      if (sensor) measure(wired, sensor, now);
      if (pin) touched.add(`switch:${wired.id}`);
      if (sensor) touched.add(sensorKey(placa_id, sensor[0]));
    }
    return [...touched];
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
    return [`placa:${placa_id}`, ...(sitio === null ? [] : [`sitio:${sitio}`]), ...own];
  }
}

const lag = (board: Board, ms: number): void => {
  if (!board.lag || Math.abs(board.lag.ms - ms) > SAME_LAG_MS) board.lag = { ms, since: board.heard };
};

const note = (wired: Wired, on: boolean, ts: number, now: number): void => {
  if (ts < wired.ts) return;
  const live = now - ts <= FRESH_MS;
  // Between history and the present the state is unknown.
  if (wired.on !== on || !wired.live) {
    if (wired.on !== null && wired.live && live) wired.flips.push(Math.min(ts, now));
    while (wired.flips.length > 0 && now - (wired.flips[0] ?? now) > CHATTER_MS) wired.flips.shift();
    if (wired.flips.length > 200) wired.flips.shift();
    const ended = wired.on === true && !on && wired.live && live;
    if (wired.on !== on) wired.lastOn = ended ? { from: wired.since, to: Math.min(ts, now) } : null;
    wired.since = Math.min(ts, now);
  }
  wired.on = on;
  wired.ts = ts;
  wired.live = live;
};

const measure = (
  wired: Wired,
  [, t, h, ts]: readonly [number, number | null, number | null, number],
  now: number,
): void => {
  const before = wired.sensor;
  if (before && ts <= before.ts) return;
  const same = before !== null && before.t === t && before.h === h;
  const trend = before?.trend ?? [];
  const last = trend.at(-1);
  if (t !== null && (!last || ts - last.ts >= TREND_MS / TREND_POINTS)) trend.push({ ts, t });
  while (trend.length > 0 && ts - (trend[0]?.ts ?? ts) > TREND_MS) trend.shift();
  const moves = (before?.moves ?? 0) + (before && !same ? 1 : 0);
  wired.sensor = { t, h, ts, sameSince: same ? before.sameSince : Math.min(ts, now), moves, trend };
};
