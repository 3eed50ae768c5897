import { encodeConfig, type ConfigMessage, type InterlockMessage, type TelemetrySample } from '@acequia/board-protocol';
import { T0, type Device, type Seen } from './device.fixture.js';

/** How often a board looks at its timers, ms. */
export const STEP = 250;

export interface Order {
  id: string;
  pin: number;
  on: boolean;
  max_s?: number;
  /** Time from its sending to its expiry, ms; negative = it comes too late. */
  ttl: number;
}

/** Something that happens to a board. */
export type Happening =
  | { kind: 'pass'; ms: number }
  | ({ kind: 'command' } & Order)
  /** A command that came before, as it came then (modulo the number of those). */
  | { kind: 'repeat'; which: number }
  | { kind: 'config'; config: ConfigMessage }
  | { kind: 'reboot'; off_ms: number }
  | { kind: 'network'; up: boolean }
  | { kind: 'clock'; ahead_ms: number | null }
  | { kind: 'stuck'; pins: number[] };

/** What happened and what was seen of it. */
export interface Step extends Seen {
  happening: Happening;
  /** When it began, ms of the scenario. */
  at: number;
  /** The command that reached the board, if one did. */
  order?: { id: string; pin: number; on: boolean; max_s?: number; exp: number; again: boolean };
  /** The pin map that reached the board, if one did. */
  config?: ConfigMessage;
  /** Distance of the board's clock from true time; null = unset. */
  ahead_ms: number | null;
  delivered: TelemetrySample[];
}

export const relay = (pin: number, max_s: number): { pin: number; max_s: number } => ({ pin, max_s });
export const map = (
  rev: number,
  relays: { pin: number; max_s: number }[],
  interlocks: InterlockMessage[] = [],
): Happening => ({
  kind: 'config',
  config: { rev, relays, sensors: [], interlocks },
});
export const on = (id: string, pin: number, max_s?: number): Happening => ({
  ...{ kind: 'command', id, pin, on: true, ttl: 10_000 },
  ...(max_s !== undefined && { max_s }),
});
export const off = (id: string, pin: number): Happening => ({ kind: 'command', id, pin, on: false, ttl: 10_000 });
export const pass = (seconds: number): Happening => ({ kind: 'pass', ms: seconds * 1000 });

/** Plays a scenario on a new device: booted, online, its clock right. */
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
    await device.clock(at, ahead_ms);
    return gone;
  };
  const command = async (message: (typeof sent)[number]): Promise<Seen & Pick<Step, 'order'>> =>
    up
      ? { ...(await device.command(at, message.payload)), order: message.order }
      : // Without a link it does not come, and it is never sent later: the session is clean.
        { answers: [], changes: [] };
  const happen = async (happening: Happening): Promise<Seen & Pick<Step, 'order' | 'config'>> => {
    switch (happening.kind) {
      case 'pass':
        at += happening.ms;
        return device.pass(at - happening.ms, at, STEP);
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
        return message ? command(message) : { answers: [], changes: [] };
      }
      case 'config':
        return up
          ? { ...(await device.config(at, Buffer.from(encodeConfig(happening.config)))), config: happening.config }
          : { answers: [], changes: [] };
      case 'reboot':
        // Ids are remembered until the power goes.
        sent.length = 0;
        return boot(happening.off_ms);
      case 'network':
        up = happening.up;
        return up ? device.connected(at) : { answers: [], changes: [] };
      case 'clock':
        ahead_ms = happening.ahead_ms;
        return device.clock(at, ahead_ms);
      case 'stuck':
        return device.stuck(at, happening.pins);
    }
  };

  await boot(0);
  for (const happening of happenings) {
    const began = at;
    const seen = await happen(happening);
    const delivered = up ? await device.deliver(at) : [];
    steps.push({ happening, at: began, ahead_ms, delivered, ...seen });
  }
  return steps;
};

/** What a device did, without how often it told its state: which pins were on, each time that changed. */
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
    // Without a clock samples wait, or leave out of order.
    ...(dated && { states: states.filter((state, index) => state !== states[index - 1]) }),
  };
};

export const sorted = (changes: Step['changes']): Step['changes'] =>
  [...changes].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
