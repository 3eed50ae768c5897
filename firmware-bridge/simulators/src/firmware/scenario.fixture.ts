import {
  encodeAgenda,
  encodeConfig,
  encodeControl,
  encodeUpdate,
  type AgendaMessage,
  type AgendaRun,
  type ConfigMessage,
  type ControlMessage,
  type ControlRule,
  type InterlockMessage,
  type RunReport,
  type StatusMessage,
  type TelemetrySample,
  type UpdateMessage,
} from '@acequia/board-protocol';
import type { Clima } from '../climate.js';
import { T0, type Device, type Seen, type Served } from './device.fixture.js';

/** Interval at which a board looks at its timers, ms. */
export const STEP = 250;

export interface Order {
  id: string;
  pin: number;
  on: boolean;
  max_s?: number;
  /** Time from sending to expiry, ms; negative = it arrives too late. */
  ttl: number;
}

/** Something that happens to a board. */
export type Happening =
  /** `step`: interval at which the board looks at its timers meanwhile, ms. */
  | { kind: 'pass'; ms: number; step?: number }
  | ({ kind: 'command' } & Order)
  /** An earlier command, repeated unchanged (index modulo the number of commands). */
  | { kind: 'repeat'; which: number }
  | { kind: 'config'; config: ConfigMessage }
  | { kind: 'reboot'; off_ms: number }
  /** The chip alone restarts, at once. `map`: whether it still has its documents. */
  | { kind: 'restart'; map: 'kept' | 'gone' }
  | { kind: 'network'; up: boolean }
  /** Time servers agree on a time; `once`: a single answer says so. */
  | { kind: 'clock'; ahead_ms: number | null; once?: true }
  | { kind: 'stuck'; pins: number[] }
  | { kind: 'agenda'; agenda: AgendaMessage }
  | { kind: 'control'; control: ControlMessage }
  /** The sensor's reading from now on; null = no value. */
  | { kind: 'sensor'; pin: number; reading: Clima | null }
  | { kind: 'serve'; served: Served }
  /** null withdraws it. */
  | { kind: 'update'; update: UpdateMessage | null }
  /** Outcomes of runs are sent, and the PUBACK is lost. */
  | { kind: 'untold' };

/** An event and what was observed of it. */
export interface Step extends Seen {
  happening: Happening;
  /** Start of the event, ms of the scenario. */
  at: number;
  /** The command that reached the board, if any. */
  order?: { id: string; pin: number; on: boolean; max_s?: number; exp: number; again: boolean };
  /** The pin map that reached the board, if any. */
  config?: ConfigMessage;
  /** Distance of the board's clock from true time; null = unset. */
  ahead_ms: number | null;
  delivered: TelemetrySample[];
  /** Outcomes of runs that were sent and acknowledged after this event. */
  runs: RunReport[];
  status: StatusMessage;
}

type Relay = ConfigMessage['relays'][number];
export const relay = (pin: number, max_s: number, min_off_s?: number): Relay => ({
  pin,
  max_s,
  ...(min_off_s !== undefined && { min_off_s }),
});
export const map = (
  rev: number,
  relays: Relay[],
  interlocks: InterlockMessage[] = [],
  rest: Partial<ConfigMessage> = {},
): Happening => ({
  kind: 'config',
  config: { rev, relays, sensors: [], interlocks, ...rest },
});
/** `at`: s of the scenario. */
export const planned = (
  id: string,
  pin: number,
  at: number,
  secs: number,
  rest: Partial<AgendaRun> = {},
): AgendaRun => ({ id, pin, at: T0 / 1000 + at, secs, late_s: 0, link: 0, ...rest });
const DAYS_3 = 3 * 86_400;
export const agenda = (rev: number, runs: AgendaRun[], until = DAYS_3, epoch = 1): Happening => ({
  kind: 'agenda',
  agenda: { epoch, rev, until: T0 / 1000 + until, runs },
});
export const rules = (rev: number, ...list: ControlRule[]): Happening => ({
  kind: 'control',
  control: { epoch: 1, rev, rules: list },
});
export const on = (id: string, pin: number, max_s?: number): Happening => ({
  kind: 'command',
  id,
  pin,
  on: true,
  ttl: 10_000,
  ...(max_s !== undefined && { max_s }),
});
export const off = (id: string, pin: number): Happening => ({ kind: 'command', id, pin, on: false, ttl: 10_000 });
export const pass = (seconds: number): Happening => ({ kind: 'pass', ms: seconds * 1000 });
export const away: Happening = { kind: 'network', up: false };
export const back: Happening = { kind: 'network', up: true };
/** A cut of power. */
export const cut = (seconds: number): Happening => ({ kind: 'reboot', off_ms: seconds * 1000 });

const NOTHING: Seen = { answers: [], changes: [] };

/** Plays a scenario on a new device: booted, online, its clock correct. */
export const play = async (device: Device, happenings: readonly Happening[]): Promise<Step[]> => {
  const steps: Step[] = [];
  const sent: { payload: Buffer; order: NonNullable<Step['order']> }[] = [];
  let at = 0;
  let up = true;
  let ahead_ms: number | null = 0;

  const boot = async (off_ms: number): Promise<Seen> => {
    const gone = await device.powerOff(at);
    at += off_ms;
    await device.boot(at);
    return online(gone);
  };
  const online = async (gone: Seen): Promise<Seen> => {
    await device.clock(at, ahead_ms);
    const back = up ? await device.connected(at) : NOTHING;
    return { answers: [...gone.answers, ...back.answers], changes: [...gone.changes, ...back.changes] };
  };
  const command = async (message: (typeof sent)[number]): Promise<Seen & Pick<Step, 'order'>> =>
    up
      ? { ...(await device.command(at, message.payload)), order: message.order }
      : // Without a link the command is lost and never sent later: the session is clean.
        NOTHING;
  const happen = async (happening: Happening): Promise<Seen & Pick<Step, 'order' | 'config'>> => {
    switch (happening.kind) {
      case 'pass':
        at += happening.ms;
        return device.pass(at - happening.ms, at, happening.step ?? STEP);
      case 'command': {
        const { kind: _, ttl, ...rest } = happening;
        const order = { ...rest, exp: T0 + at + ttl };
        const message = { payload: Buffer.from(JSON.stringify(order)), order: { ...order, again: false } };
        const again = sent.some(({ order: { id } }) => id === order.id);
        const seen = await command({ ...message, order: { ...message.order, again } });
        if (up) sent.push({ ...message, order: { ...message.order, again: true } });
        return seen;
      }
      case 'repeat': {
        const message = sent[happening.which % sent.length];
        return message ? command(message) : NOTHING;
      }
      case 'config':
        return up
          ? { ...(await device.config(at, Buffer.from(encodeConfig(happening.config)))), config: happening.config }
          : NOTHING;
      case 'reboot':
        // Ids are forgotten at a power cut.
        sent.length = 0;
        return boot(happening.off_ms);
      case 'restart':
        sent.length = 0;
        return online(await device.restart(at, happening.map));
      case 'network':
        up = happening.up;
        return up ? device.connected(at) : device.disconnected(at);
      case 'clock':
        if (happening.once) return device.clock(at, happening.ahead_ms);
        ahead_ms = happening.ahead_ms;
        await device.clock(at, ahead_ms);
        return device.clock(at, ahead_ms);
      case 'stuck':
        return device.stuck(at, happening.pins);
      case 'agenda':
        return up ? device.agenda(at, Buffer.from(encodeAgenda(happening.agenda))) : NOTHING;
      case 'control':
        return up ? device.control(at, Buffer.from(encodeControl(happening.control))) : NOTHING;
      case 'serve':
        return device.serve(at, happening.served);
      case 'update':
        return device.update(at, happening.update && Buffer.from(encodeUpdate(happening.update)));
      case 'sensor':
        return device.sensor(at, happening.pin, happening.reading);
      case 'untold':
        await device.runs(at, false);
        return NOTHING;
    }
  };

  await boot(0);
  for (const happening of happenings) {
    const began = at;
    const seen = await happen(happening);
    const delivered = up ? await device.deliver(at) : [];
    const runs = up && happening.kind !== 'untold' ? await device.runs(at, true) : [];
    const status = await device.status(at);
    steps.push({ happening, at: began, ahead_ms, delivered, runs, status, ...seen });
  }
  return steps;
};

/** What a device did, without how often it reported: which pins were on, at each change. */
export const deeds = (steps: readonly Step[]): unknown => {
  const states = steps.flatMap(({ delivered }) =>
    delivered.map(({ pins = {} }) =>
      Object.keys(pins)
        .filter((pin) => pins[pin])
        .join(),
    ),
  );
  const dated = steps.every(({ ahead_ms }) => ahead_ms !== null);
  return {
    steps: steps.map(({ happening, at, answers, changes }) => ({ happening, at, answers, changes: sorted(changes) })),
    // Without a clock samples wait or leave out of order.
    ...(dated && { states: states.filter((state, index) => state !== states[index - 1]) }),
  };
};

export const sorted = (changes: Step['changes']): Step['changes'] =>
  [...changes].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
