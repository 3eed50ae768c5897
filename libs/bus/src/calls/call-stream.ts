import type { Service } from '@acequia/contracts';
import type { RedisClient } from '../bus.options.js';
import { Script } from '../redis/script.js';
import { CALL_FIELD, callKeys, LONGEST_CALL_MS, SIGNATURE_FIELD } from './call-keys.js';

/** A request as stored in the stream. */
export interface CallEntry {
  id: string;
  /** JSON of a CallEnvelope; undefined when the entry was deleted after delivery. */
  text: string | undefined;
  signature: string | undefined;
}

type RawEntry = [id: string, fields: string[] | null];

/** An entry delivered this long ago, ms, and still not taken belongs to an instance that died. */
const ABANDONED_MS = 1_500;
/** A consumer idle for this long, ms, is removed: its instance is gone. */
const FORGET_CONSUMER_MS = 600_000;

// Whoever deletes the entry owns the call: the server that runs it, or the caller that withdraws it. A taken call is also
// recorded in the instance's running set, so that its caller learns when the instance dies; and for as long as a deadline may
// last among those taken, so that a copy of it, though signed, does not act again.
const takeScript = new Script(`
  local finished, count = tonumber(ARGV[2]), tonumber(ARGV[3])
  if finished > 0 then redis.call('SREM', KEYS[2], unpack(ARGV, 4, 3 + finished)) end
  if count == 0 then return {} end
  local from = 4 + finished
  redis.call('XACK', KEYS[1], ARGV[1], unpack(ARGV, from, from + count - 1))
  local t = redis.call('TIME')
  local now = t[1] * 1000 + math.floor(t[2] / 1000)
  local mine = {}
  for at = 1, count do
    local correlation = ARGV[from + count + at - 1]
    mine[at] = redis.call('XDEL', KEYS[1], ARGV[from + at - 1])
    if mine[at] == 1 and correlation ~= '' then mine[at] = redis.call('ZADD', KEYS[3], 'NX', now, correlation) end
    if mine[at] == 1 then redis.call('SADD', KEYS[2], correlation) end
  end
  return mine`);

const sweepScript = new Script(`
  local t = redis.call('TIME')
  local expired = t[1] * 1000 + math.floor(t[2] / 1000) - ARGV[2]
  redis.call('XTRIM', KEYS[1], 'MINID', expired)
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', expired)
  for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
    local about = {}
    for at = 1, #consumer, 2 do about[consumer[at]] = consumer[at + 1] end
    if about.pending == 0 and about.idle > tonumber(ARGV[3]) then
      redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], about.name)
    end
  end`);

const entriesOf = (raw: RawEntry[]): CallEntry[] =>
  raw.map(([id, fields]) => ({
    id,
    text: fields?.[0] === CALL_FIELD ? fields[1] : undefined,
    signature: fields?.[2] === SIGNATURE_FIELD ? fields[3] : undefined,
  }));

/** The server side of a service's request stream. */
export class CallStream {
  private readonly keys;

  constructor(
    private readonly service: Service,
    private readonly incarnation: string,
    private readonly redis: RedisClient,
  ) {
    this.keys = callKeys(service);
  }

  /** Waits up to `blockMs` on `connection`. Rejects with NOGROUP when Redis lost the group. */
  async read(connection: RedisClient, count: number, blockMs: number): Promise<CallEntry[]> {
    const { stream } = this.keys;
    const reply = (await connection.xreadgroup(
      'GROUP',
      this.service,
      this.incarnation,
      'COUNT',
      count,
      'BLOCK',
      blockMs,
      'STREAMS',
      stream,
      '>',
    )) as [string, RawEntry[]][] | null;
    return reply?.[0] ? entriesOf(reply[0][1]) : [];
  }

  /** Claims entries delivered to an instance that died or hung before it took them. */
  async claimAbandoned(count: number): Promise<CallEntry[]> {
    const { stream } = this.keys;
    const reply = (await this.redis.xautoclaim(
      stream,
      this.service,
      this.incarnation,
      ABANDONED_MS,
      '0-0',
      'COUNT',
      count,
    )) as [string, RawEntry[]];
    return entriesOf(reply[1]);
  }

  /**
   * Takes calls off the stream. The result says for each call whether this instance runs it (false: withdrawn, taken by another, or a copy).
   * @param finished correlation ids of calls that have ended since the previous take.
   */
  async take(calls: { id: string; correlation: string }[], finished: string[]): Promise<boolean[]> {
    const { stream, running, taken } = this.keys;
    const args: (string | number)[] = [this.service, finished.length, calls.length, ...finished];
    for (const { id } of calls) args.push(id);
    for (const { correlation } of calls) args.push(correlation);
    const mine = (await takeScript.run(this.redis, [stream, running + this.incarnation, taken], args)) as number[];
    return mine.map((one) => one === 1);
  }

  /** Removes reads that have ended without being taken, so no running set mentions them. */
  async drop(ids: string[]): Promise<void> {
    const { stream } = this.keys;
    await Promise.all([this.redis.xack(stream, this.service, ...ids), this.redis.xdel(stream, ...ids)]);
  }

  /** Creates the group at the start of the stream, so that requests sent while the group was missing are still answered. */
  async createGroup(): Promise<void> {
    await this.redis.xgroup('CREATE', this.keys.stream, this.service, '0', 'MKSTREAM').catch((error: Error) => {
      if (!error.message.startsWith('BUSYGROUP')) throw error;
    });
  }

  /** Removes expired requests and consumers that have been idle too long. */
  async sweep(): Promise<void> {
    const { stream, taken } = this.keys;
    await sweepScript.run(this.redis, [stream, taken], [this.service, 2 * LONGEST_CALL_MS, FORGET_CONSUMER_MS]);
  }
}
