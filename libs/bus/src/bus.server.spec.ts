import {
  type CallName,
  callsOf,
  type EventName,
  eventsFor,
  type JobName,
  type Service,
  sistema,
} from '@acequia/contracts';
import { RedisServer } from '@acequia/testing';
import { HandlesCall, HandlesEvent, HandlesJob } from './handlers.js';
import { jobsOf, saludOf } from './completeness.js';
import { completeController, controllerOf, startService } from './spec-support/service-fixture.js';

type Handled = { calls: CallName[]; events: EventName[]; jobs: JobName[] };
const all = (service: Service): Handled => ({
  calls: callsOf(service).filter((name) => name !== saludOf(service)),
  events: eventsFor(service),
  jobs: jobsOf(service),
});

/** A controller that handles exactly the given names. */
const controllerFor = ({ calls, events, jobs }: Handled) => {
  // One function per name: Nest stores a handler's pattern on its function.
  const entry = (key: string, decorate: unknown): Parameters<typeof controllerOf>[0][number] => [
    key,
    async () => undefined,
    decorate as MethodDecorator,
  ];
  return controllerOf([
    ...calls.map((name) => entry(`call ${name}`, HandlesCall(name))),
    ...events.map((name) => entry(`event ${name}`, HandlesEvent(name))),
    ...jobs.map((name) => entry(`job ${name}`, HandlesJob(name))),
  ]);
};

describe('a service', () => {
  let redis: RedisServer;
  const boot = async (service: Service, ...controllers: ReturnType<typeof controllerFor>[]): Promise<void> => {
    const fixture = await startService({ service, volatileUrl: redis.url, controllers });
    await fixture.stop();
  };

  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(async () => {
    await redis.stop();
  });

  it('boots when everything addressed to it has one handler', async () => {
    await expect(boot('telemetry-history', controllerFor(all('telemetry-history')))).resolves.toBeUndefined();
  });

  it('says how it is, also with no handler of its own', async () => {
    const alerts = await startService({
      service: 'alerts',
      volatileUrl: redis.url,
      instance: 'alerts-1',
      controllers: [controllerFor(all('alerts'))],
    });
    const caller = await startService({ service: 'api-gateway', volatileUrl: redis.url });
    await expect(caller.bus.call('alerts.salud', {}, sistema('api-gateway'))).resolves.toEqual({
      instancia: 'alerts-1',
    });
    await Promise.all([alerts.stop(), caller.stop()]);
  });

  it('refuses to boot without a handler for a call, an event or a job, and names each', async () => {
    const { calls, events, jobs } = all('telemetry-history');
    const some = { calls: calls.slice(1), events: events.slice(1), jobs: jobs.slice(1) };
    await expect(boot('telemetry-history', controllerFor(some))).rejects.toThrow(
      `telemetry-history does not start: no handler for call:${calls[0]}; no handler for event:${events[0]}; no handler for job:${jobs[0]}`,
    );
  });

  it('refuses to boot with two handlers for one of them', async () => {
    const { calls, events, jobs } = all('telemetry-history');
    const twice = controllerFor({ calls: calls.slice(0, 1), events: events.slice(0, 1), jobs: jobs.slice(0, 1) });
    await expect(boot('telemetry-history', controllerFor(all('telemetry-history')), twice)).rejects.toThrow(
      `2 handlers for call:${calls[0]}; 2 handlers for event:${events[0]}; 2 handlers for job:${jobs[0]}`,
    );
  });

  it('refuses to boot with a handler for what is addressed to another, or for its own salud', async () => {
    const foreign = controllerFor({ calls: ['placas.listar', 'telemetry-history.salud'], events: [], jobs: [] });
    const start = boot('telemetry-history', completeController('telemetry-history'), foreign);
    await expect(start).rejects.toThrow(
      'a handler for call:placas.listar, which is not addressed to telemetry-history; a handler for call:telemetry-history.salud',
    );
  });
});
