import type { AgendaMessage, AgendaRun, RunReport } from '@acequia/board-protocol';
import { T0 } from './device.fixture.js';
import type { Step } from './scenario.fixture.js';

/** Interval at which the board looks at its timers in these schedules, ms. */
export const PLAN_STEP = 1_000;
/** A pin's longest time on and rest, s, and the pins it may not be on with. */
export interface Wire {
  max_s: number;
  min_off_s: number;
  excludes?: number;
}

interface Span {
  from: number;
  to: number;
}
const BLIND = Number.POSITIVE_INFINITY;
const within = (spans: readonly Span[], at: number): boolean => spans.some(({ from, to }) => from <= at && at <= to);

/** What held while a schedule was played, in ms of the scenario; derived from the events and the observations. */
class Record {
  readonly on = new Map<number, Span[]>();
  readonly orders: { at: number; pin: number; on: boolean }[] = [];
  readonly agendas: { from: number; agenda: AgendaMessage }[] = [];
  readonly reports: RunReport[] = [];
  readonly unpowered: Span[] = [];
  readonly clockless: Span[] = [];
  readonly linkless: Span[] = [];
  end = 0;

  constructor(steps: readonly Step[]) {
    for (const step of steps) this.add(step);
    for (const spans of [this.clockless, this.linkless])
      for (const span of spans) span.to = Math.min(span.to, this.end);
  }

  add({ happening, at, status, changes, order, answers, runs }: Step): void {
    const toggle = (spans: Span[], begins: boolean): void => {
      const open = spans.find(({ to }) => to === BLIND);
      if (begins && !open) spans.push({ from: at, to: BLIND });
      if (!begins && open) open.to = at;
    };
    this.end = Math.max(this.end, at);
    if (happening.kind === 'pass') this.end = at + happening.ms;
    if (happening.kind === 'reboot') this.unpowered.push({ from: at, to: (this.end = at + happening.off_ms) });
    if (happening.kind === 'clock') toggle(this.clockless, happening.ahead_ms === null);
    if (happening.kind === 'network') toggle(this.linkless, !happening.up);
    if (happening.kind === 'agenda' && status.revs?.agenda === happening.agenda.rev)
      this.agendas.push({ from: at, agenda: happening.agenda });
    if (order && answers.some(({ ok }) => ok)) this.orders.push({ at, pin: order.pin, on: order.on });
    for (const [when, pin, up] of changes) this.change(when, pin, up === 1);
    this.reports.push(...runs);
  }

  /** The versions of a run, one per agenda, with the span in which that agenda was in force. */
  *versions(): Generator<{ run: AgendaRun; until: number; force: Span }> {
    for (const [index, { from, agenda }] of this.agendas.entries())
      for (const run of agenda.runs)
        yield { run, until: agenda.until, force: { from, to: this.agendas[index + 1]?.from ?? this.end } };
  }

  isOn(pin: number, at: number): boolean {
    return within(this.on.get(pin) ?? [], at);
  }

  private change(at: number, pin: number, up: boolean): void {
    const spans = this.on.get(pin) ?? [];
    this.on.set(pin, spans);
    if (up) spans.push({ from: at, to: BLIND });
    else spans.at(-1)!.to = at;
  }
}

const ms = (seconds: number): number => seconds * 1000 - T0;

/** Violations of a board's plans, as sentences; empty for a correct board. */
export const misdeeds = (steps: readonly Step[], wires: ReadonlyMap<number, Wire>): string[] => {
  const seen = new Record(steps);
  const wrong: string[] = [];
  const demand = (good: boolean, what: string): void => void (good || wrong.push(what));
  const byId = new Map(seen.reports.map((report) => [report.id, report]));
  demand(byId.size === seen.reports.length, 'a run was told twice');
  const pinOf = new Map([...seen.versions()].map(({ run }) => [run.id, run.pin]));

  for (const [pin, spans] of seen.on) {
    const wire = wires.get(pin);
    for (const { from, to } of spans) {
      const orders = seen.orders.filter((order) => order.pin === pin && order.on && order.at >= from && order.at <= to);
      const since = Math.max(from, ...orders.map(({ at }) => at));
      demand(
        Math.min(to, seen.end) - since <= (wire?.max_s ?? 0) * 1000 + PLAN_STEP,
        `${pin} on past its limit at ${from}`,
      );
      const started = seen.reports.some(
        ({ id, started: start }) => pinOf.get(id) === pin && start !== null && Math.abs(ms(start) - from) < PLAN_STEP,
      );
      const ordered = orders.some(({ at }) => at === from);
      demand(started || ordered || to === BLIND, `${pin} went on by itself at ${from}`);
      const other = wire?.excludes;
      if (other !== undefined) demand(!seen.isOn(other, from + 1), `${pin} and ${other} on together at ${from}`);
      const before = spans.filter((span) => span.to < from).at(-1);
      if (before && wire)
        demand(from - before.to >= wire.min_off_s * 1000, `${pin} went on at ${from} without its rest`);
    }
  }

  for (const { run, until, force } of seen.versions()) {
    const report = byId.get(run.id);
    const at = ms(run.at);
    const started = report?.started;
    if (started !== null && started !== undefined) {
      demand(
        within(seen.on.get(run.pin) ?? [], Math.max(ms(started), 0) + PLAN_STEP) || report?.secs === 0,
        `${run.id} was told, and its pin was off`,
      );
      demand(
        !seen.unpowered.some(({ from, to }) => from < ms(started) && ms(started) < to),
        `${run.id} started without power`,
      );
    }
    // An agenda that arrives in the very second of a run is looked at one step later, past a `late_s` of 0.
    if (at <= force.from || at + 2 * PLAN_STEP > force.to || run.at > until) continue;
    // From here on only the board itself may prevent the start.
    const around = [at - PLAN_STEP, at, at + PLAN_STEP];
    const free = around.every(
      (when) =>
        !within(seen.unpowered, when) &&
        !within(seen.clockless, when) &&
        !(run.link === 1 && within(seen.linkless, when)) &&
        !seen.isOn(wires.get(run.pin)?.excludes ?? -1, when),
    );
    const rested = !(seen.on.get(run.pin) ?? []).some(({ to }) => to <= at && at - to <= rest(wires, run.pin));
    const justBooted = seen.unpowered.some(({ to }) => to <= at && at - to <= rest(wires, run.pin));
    const stopped = seen.orders.some((order) => order.pin === run.pin && Math.abs(order.at - at) <= 2 * PLAN_STEP);
    if (!free || !rested || justBooted || stopped || seen.end < at + 2 * PLAN_STEP) continue;
    const partner = wires.get(run.pin)?.excludes;
    const contested = [...seen.versions()].some(
      (other) => other.run.pin === partner && Math.abs(other.run.at - run.at) <= 1,
    );
    if (contested || !report) {
      demand(
        contested || force.to < seen.end || seen.end - at < (run.secs + 2) * 1000,
        `${run.id} was due at ${at} and never told`,
      );
      continue;
    }
    const onTime = started !== null && started !== undefined && started - run.at >= 0 && started - run.at <= 1;
    demand(
      onTime || begunBefore(seen, run.id, at),
      `${run.id} was due at ${at} and began at ${String(started)}: ${report.end}`,
    );
  }
  return wrong;
};

const rest = (wires: ReadonlyMap<number, Wire>, pin: number): number => ((wires.get(pin)?.min_off_s ?? 0) + 2) * 1000;
/** An agenda that repeats a run that has begun does not start it again. */
const begunBefore = (seen: Record, id: string, at: number): boolean => {
  const started = seen.reports.find((report) => report.id === id)?.started;
  return started !== null && started !== undefined && ms(started) < at;
};
