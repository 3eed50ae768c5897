import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type EventOutcome = 'acted' | 'stale' | 'failed' | 'dead';

/** The bus's metrics; without a registry nothing is counted. */
export class BusMetrics {
  private readonly callsTotal;
  private readonly callSeconds;
  private readonly handledTotal;
  private readonly handledSeconds;
  private readonly lateReplies;
  private readonly unsignedTotal;
  private readonly eventsTotal;
  private readonly eventsDead;
  private readonly eventsRelayed;
  private readonly eventsLag;

  constructor(registry: Registry | undefined) {
    if (!registry) return;
    const registers = [registry];
    this.callsTotal = new Counter({
      name: 'acequia_bus_calls_total',
      help: 'Calls made, by outcome (ok or the error code)',
      labelNames: ['name', 'outcome'] as const,
      registers,
    });
    this.callSeconds = new Histogram({
      name: 'acequia_bus_call_seconds',
      help: 'From asking to the answer, as the caller sees it',
      labelNames: ['name'] as const,
      buckets: SECONDS,
      registers,
    });
    this.handledTotal = new Counter({
      name: 'acequia_bus_handled_calls_total',
      help: 'Calls answered by this instance, by outcome',
      labelNames: ['name', 'outcome'] as const,
      registers,
    });
    this.handledSeconds = new Histogram({
      name: 'acequia_bus_handled_call_seconds',
      help: 'Time inside the handler',
      labelNames: ['name'] as const,
      buckets: SECONDS,
      registers,
    });
    this.lateReplies = new Counter({
      name: 'acequia_bus_late_replies_total',
      help: 'Answers that came after their caller had given up',
      registers,
    });
    this.unsignedTotal = new Counter({
      name: 'acequia_bus_unsigned_total',
      help: 'Messages dropped because they were not signed with the key of this installation',
      labelNames: ['kind'] as const,
      registers,
    });
    this.eventsTotal = new Counter({
      name: 'acequia_bus_events_total',
      help: 'Events received: acted on, stale (an older rev), failed (to be tried again), dead (given up)',
      labelNames: ['name', 'outcome'] as const,
      registers,
    });
    this.eventsDead = new Counter({
      name: 'acequia_bus_events_dead_lettered_total',
      help: 'Events given up after their last attempt; each is kept in the dead-letter stream',
      labelNames: ['productor'] as const,
      registers,
    });
    this.eventsRelayed = new Counter({
      name: 'acequia_bus_events_relayed_total',
      help: 'Outbox rows appended to the stream of events by this instance',
      registers,
    });
    this.eventsLag = new Gauge({
      name: 'acequia_bus_events_lag',
      help: 'Events in the stream that this service has not finished with',
      labelNames: ['productor'] as const,
      registers,
    });
  }

  called(name: string, outcome: string, seconds: number): void {
    this.callsTotal?.inc({ name, outcome });
    this.callSeconds?.observe({ name }, seconds);
  }

  handled(name: string, outcome: string, seconds: number): void {
    this.handledTotal?.inc({ name, outcome });
    this.handledSeconds?.observe({ name }, seconds);
  }

  lateReply(): void {
    this.lateReplies?.inc();
  }

  unsigned(kind: 'call' | 'event' | 'job' | 'message'): void {
    this.unsignedTotal?.inc({ kind });
  }

  event(name: string, outcome: EventOutcome, count = 1): void {
    this.eventsTotal?.inc({ name, outcome }, count);
  }

  deadLettered(productor: string): void {
    this.eventsDead?.inc({ productor });
  }

  relayed(count: number): void {
    this.eventsRelayed?.inc(count);
  }

  lag(productor: string, entries: number): void {
    this.eventsLag?.set({ productor }, entries);
  }
}
