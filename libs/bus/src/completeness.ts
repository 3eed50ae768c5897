import { callsOf, eventsFor, JOBS, type CallName, type JobName, type Service } from '@acequia/contracts';
import { type HandlerKind, patternOf } from './handlers.js';

/** Name of the health call, which the bus itself answers. */
export const saludOf = (service: Service): string => `${service}.salud`;

export const jobsOf = (service: Service): JobName[] =>
  (Object.keys(JOBS) as JobName[]).filter((name) => JOBS[name].servicio === service);

const KINDS: HandlerKind[] = ['call', 'event', 'job'];

const addressedTo = (service: Service): Record<HandlerKind, string[]> => ({
  call: callsOf(service).filter((name: CallName) => name !== saludOf(service)),
  event: eventsFor(service),
  job: jobsOf(service),
});

/**
 * Describes what is wrong with the handlers of a service; empty when each call, event and job addressed to the service has
 * exactly one handler and there are no others.
 * @param registered patterns of all handlers, including duplicates
 */
export const handlerFaults = (service: Service, registered: string[]): string[] => {
  const expected = addressedTo(service);
  const patterns = KINDS.flatMap((kind) => expected[kind].map((name) => patternOf(kind, name)));
  const count = (pattern: string): number => registered.filter((one) => one === pattern).length;
  return [
    ...patterns.filter((pattern) => count(pattern) === 0).map((pattern) => `no handler for ${pattern}`),
    ...patterns.filter((pattern) => count(pattern) > 1).map((pattern) => `${count(pattern)} handlers for ${pattern}`),
    ...[...new Set(registered)]
      .filter((pattern) => !patterns.includes(pattern))
      .map((pattern) => `a handler for ${pattern}, which is not addressed to ${service}`),
  ];
};
