import { AppError, type CallName, callsOf, EVENTS, producersFor } from '@acequia/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { BUS_OPTIONS, type BusOptions } from './bus.options.js';
import { CallRunner, type CallHandler } from './calls/call-runner.js';
import { CallServer } from './calls/call-server.js';
import { handlerFaults, saludOf } from './completeness.js';
import { BUS_TRANSPORT, type HandlerKind } from './handlers.js';
import { JobQueues } from './jobs/job-queues.js';
import { type JobHandler, JobWorker } from './jobs/job-worker.js';
import { EventConsumer } from './events/event-consumer.js';
import { EventStream } from './events/event-stream.js';
import { type EventHandlers, Inbox } from './events/inbox.js';
import { Outbox } from './events/outbox.js';
import { InstanceReport } from './installation/instance-report.js';
import { OutboxRelay } from './events/outbox-relay.js';
import { BusKeys } from './keys/bus-keys.js';
import { BusMetrics } from './metrics.js';
import { BusConnections } from './redis/connections.js';

const DEFAULT_CONCURRENCY = 64;

/** Handlers of one kind by name. */
type Handlers = ReadonlyMap<string, (data: unknown, context: unknown) => Promise<unknown>>;

// Nest wraps a handler so that it answers with a value or, when it failed, with an Observable of the error.
const plain = (handler: MessageHandler) => async (data: unknown, context: unknown) => {
  const answer: unknown = await handler(data, context);
  return isObservable(answer) ? lastValueFrom(answer, { defaultValue: undefined }) : answer;
};

/** Nest transport: `strategies: (app) => [app.get(BusServer)]`. Refuses to start when a handler is missing or unexpected. */
@Injectable()
export class BusServer extends Server implements CustomTransportStrategy {
  override transportId = BUS_TRANSPORT;
  /** Registered patterns with duplicates. Nest keeps one handler per pattern, so a second one would vanish silently. */
  private readonly registered: string[] = [];
  private calls: CallServer | undefined;
  private jobs: JobWorker | undefined;
  private relay: OutboxRelay | undefined;
  private consumers: EventConsumer[] = [];
  private closing: Promise<unknown> | undefined;

  constructor(
    @Inject(BUS_OPTIONS) private readonly options: BusOptions,
    private readonly connections: BusConnections,
    private readonly keys: BusKeys,
    private readonly metrics: BusMetrics,
    private readonly jobQueues: JobQueues,
    private readonly outbox: Outbox,
    private readonly report: InstanceReport,
  ) {
    super();
  }

  override addHandler(pattern: unknown, callback: MessageHandler, isEventHandler?: boolean, extras?: object): void {
    this.registered.push(this.normalizePattern(pattern as string));
    super.addHandler(pattern, callback, isEventHandler, extras as Record<string, unknown>);
  }

  override listen(callback: (error?: unknown) => void): void {
    this.start().then(
      () => callback(),
      (error: unknown) => callback(error),
    );
  }

  /** Takes no more calls, jobs and events, and waits for those that run. A second close waits for the first. */
  override async close(): Promise<void> {
    this.closing ??= Promise.all([
      this.calls?.stop(),
      this.jobs?.stop(),
      this.relay?.stop(),
      ...this.consumers.map((consumer) => consumer.stop()),
    ]);
    await this.closing;
  }

  override on(): never {
    throw new Error('the bus has no events of its own');
  }

  override unwrap<T>(): T {
    return this.connections.volatile as T;
  }

  private async start(): Promise<void> {
    const { service } = this.options;
    await this.report.assertUnderstood();
    const faults = handlerFaults(service, this.registered);
    if (faults.length > 0) throw new Error(`${service} does not start: ${faults.join('; ')}`);
    const jobs = this.handlersOf('job') as Map<string, JobHandler>;
    if (jobs.size > 0) {
      this.jobs = new JobWorker(this.options, this.keys.signer, this.metrics, this.jobQueues, jobs);
      await this.jobs.start();
    }
    this.startEvents();
    this.startCalls();
  }

  /** Last: people wait for calls, and what the rest still loads would hold them up while another instance could answer. */
  private startCalls(): void {
    const { service, trace, logger } = this.options;
    // A service without handlers of its own still answers its health call; nobody calls api-gateway.
    if (callsOf(service).length === 0) return;
    const calls = this.handlersOf('call') as Map<string, CallHandler>;
    calls.set(saludOf(service), () => this.salud());
    const runner = new CallRunner(calls as ReadonlyMap<CallName, CallHandler>, trace, this.metrics);
    const concurrency = this.options.concurrency ?? DEFAULT_CONCURRENCY;
    this.calls = new CallServer(
      service,
      this.connections,
      this.keys,
      this.metrics,
      concurrency,
      (call) => runner.run(call),
      logger,
    );
    this.calls.start();
  }

  private startEvents(): void {
    const { service, dataSource, trace, logger, eventRetryMs } = this.options;
    const inbox = new Inbox(service, dataSource, this.handlersOf('event') as EventHandlers, trace);
    this.consumers = producersFor(service).map(
      (producer) =>
        new EventConsumer(
          service,
          new EventStream(producer, this.connections.durable, this.keys.signer),
          this.connections,
          inbox,
          this.metrics,
          logger,
          eventRetryMs,
        ),
    );
    for (const consumer of this.consumers) consumer.start();
    const produces = Object.values(EVENTS).some(({ productor }) => productor === service);
    if (!produces || !dataSource) return;
    const stream = new EventStream(service, this.connections.durable, this.keys.signer);
    const relay = new OutboxRelay(service, dataSource, stream, this.metrics, logger);
    this.outbox.onCommit(() => relay.nudge());
    relay.start();
    this.relay = relay;
  }

  private handlersOf(kind: HandlerKind): Handlers {
    const prefix = `${kind}:`;
    return new Map(
      [...this.getHandlers()]
        .filter(([pattern]) => pattern.startsWith(prefix))
        .map(([pattern, handler]) => [pattern.slice(prefix.length), plain(handler)]),
    );
  }

  private async salud(): Promise<{ instancia: string }> {
    try {
      await this.options.health?.();
    } catch (error) {
      throw new AppError('servicio_no_disponible', { cause: error });
    }
    return { instancia: this.options.instance };
  }
}
