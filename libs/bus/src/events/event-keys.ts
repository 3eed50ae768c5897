import { EVENTS, type Service } from '@acequia/contracts';

/** Keys of one producer's events in the durable Redis; one hash tag, so that they share a slot of a Cluster. */
export const eventKeys = (producer: Service) => ({
  stream: `{events:${producer}}`,
  /** Hash: `epoch`, the outbox that filled the stream, and `pos`, the last position appended. Lost together with the stream. */
  relay: `{events:${producer}}:relay`,
  /** Hash: addressee → the highest position it has handled. */
  done: `{events:${producer}}:done`,
  /** Hash: addressee → the names of the events it handles. */
  handled: `{events:${producer}}:handled`,
  dead: `{events:${producer}}:dead`,
});

/** Fields of a stream entry, in this order: an EventEnvelope as JSON, and its signature. */
export const EVENT_FIELD = 'e';
export const SIGNATURE_FIELD = 'm';
/** Approximate number of dead letters kept per producer. */
export const DEAD_LIMIT = 10_000;

/** Services to which at least one event of this producer is addressed; each has its consumer group. */
export const addresseesOf = (producer: Service): Service[] => [
  ...new Set(
    Object.values(EVENTS)
      .filter(({ productor }) => productor === producer)
      .flatMap(({ destinos }) => destinos as readonly Service[]),
  ),
];

/** Schema name of a service, by convention. */
export const schemaOf = (service: Service): string => service.replaceAll('-', '_');
