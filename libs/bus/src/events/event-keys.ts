import { EVENTS, type Service } from '@acequia/contracts';

/** Keys of one producer's events in the durable Redis; one hash tag, so that they share a slot of a Cluster. */
export const eventKeys = (producer: Service) => ({
  stream: `{events:${producer}}`,
  /** Hash: `epoch`, which outbox the stream was filled from, and `pos`, how far. It is lost when the stream is lost. */
  relay: `{events:${producer}}:relay`,
  /** Hash: addressee → the highest position it has acted on. */
  done: `{events:${producer}}:done`,
  /** Hash: addressee → the names of the events that it handles. */
  handled: `{events:${producer}}:handled`,
  dead: `{events:${producer}}:dead`,
});

/** Fields of a stream entry, in this order: an EventEnvelope as JSON, and its signature. */
export const EVENT_FIELD = 'e';
export const SIGNATURE_FIELD = 'm';
/** Dead letters kept per producer, about. */
export const DEAD_LIMIT = 10_000;

/** Services that anything of this producer is addressed to: each has its consumer group. */
export const addresseesOf = (producer: Service): Service[] => [
  ...new Set(
    Object.values(EVENTS)
      .filter(({ productor }) => productor === producer)
      .flatMap(({ destinos }) => destinos as readonly Service[]),
  ),
];

/** The schema of a service, by the house's convention. */
export const schemaOf = (service: Service): string => service.replaceAll('-', '_');
