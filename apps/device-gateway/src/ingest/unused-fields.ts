import type { Fields } from '@acequia/board-protocol';
import { Script } from '@acequia/bus';
import type { CallResponse } from '@acequia/contracts';
import { LOGGER, type Logger, REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';

/** A topic of a board is looked at this often, ms. */
const EVERY_MS = 30_000;
/** Most topics whose last look is remembered; at the limit all are forgotten. */
const MOST_TOPICS = 50_000;
/** Most fields of a board that are kept, and for how long after its last message, s. */
const MOST_FIELDS = 300;
const KEPT_S = 86_400;

const key = (placa_id: number): string => `{estado:${placa_id}:campos}`;

/** A board with more fields than are kept begins anew. */
const KEEP = new Script(`
if redis.call('HLEN', KEYS[1]) > ${MOST_FIELDS} then redis.call('DEL', KEYS[1]) end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('EXPIRE', KEYS[1], ARGV[1])
`);

/** The fields that boards with other firmware send, so that a person can make points of them; in the volatile Redis. */
@Injectable()
export class UnusedFields {
  private readonly looked = new Map<string, number>();

  constructor(
    @Inject(REDIS_VOLATILE) private readonly redis: RedisClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether the fields of this topic are to be noted now. `now` in ms. */
  isDue(placa_id: number, rest: string, now: number): boolean {
    const topic = `${placa_id} ${rest}`;
    if (now - (this.looked.get(topic) ?? 0) < EVERY_MS) return false;
    if (this.looked.size >= MOST_TOPICS) this.looked.clear();
    this.looked.set(topic, now);
    return true;
  }

  /** No board waits for it, and a lost look comes again. */
  note(placa_id: number, fields: Fields, now: number): void {
    const told = [...fields].filter(([, value]) => value !== null);
    const args = told.slice(0, MOST_FIELDS).flatMap(([ruta, value]) => [ruta, `${now}:${value}`]);
    if (args.length === 0) return;
    KEEP.run(this.redis, [key(placa_id)], [KEPT_S, ...args]).catch((error: unknown) =>
      this.logger.debug({ err: error, placa_id }, 'fields of a board could not be noted'),
    );
  }

  /** Every field that a board sent lately, in the order of their paths. */
  async of(placa_id: number): Promise<CallResponse<'placas.campos'>> {
    const kept = Object.entries(await this.redis.hgetall(key(placa_id)));
    return kept
      .map(([ruta, text]) => {
        const colon = text.indexOf(':');
        return { ruta, valor: Number(text.slice(colon + 1)), ts: Number(text.slice(0, colon)) };
      })
      .sort((a, b) => (a.ruta < b.ruta ? -1 : 1));
  }
}
