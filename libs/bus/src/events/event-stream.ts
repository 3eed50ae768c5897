import type { EventEnvelope, Service } from '@acequia/contracts';
import type { RedisClient } from '../bus.options.js';
import { groupLag } from '../redis/group-lag.js';
import { Script } from '../redis/script.js';
import type { Signer } from '../keys/signer.js';
import { addresseesOf, DEAD_LIMIT, EVENT_FIELD, eventKeys, SIGNATURE_FIELD } from './event-keys.js';

/** The outbox and position up to which the stream was filled. Empty strings: the stream is new or was lost. */
export interface Marker {
  epoch: string;
  pos: string;
}

/** A group without a reader and with more pending entries than this is deleted; when it returns, all kept events are replayed to it. */
const LONGEST_LAG = 100_000;
/** Longer than a batch takes whose handlers all wait for a service that is away, ms: who asked for nothing since then does not read. */
const DESERTED_MS = 300_000;

// Appends only if the marker is unchanged, so two relays cannot both append. Entries and marker are lost together.
const appendScript = new Script(`
  local epoch, pos = unpack(redis.call('HMGET', KEYS[2], 'epoch', 'pos'))
  if (epoch or '') ~= ARGV[1] or (pos or '') ~= ARGV[2] then return 0 end
  if epoch and epoch ~= ARGV[3] then redis.call('DEL', KEYS[1], KEYS[3]) end
  local groups = tonumber(ARGV[5])
  if epoch ~= ARGV[3] or not pos then
    for at = 6, 5 + groups do redis.pcall('XGROUP', 'CREATE', KEYS[1], ARGV[at], '0', 'MKSTREAM') end
  end
  for at = 6 + groups, #ARGV, 2 do
    redis.call('XADD', KEYS[1], '*', '${EVENT_FIELD}', ARGV[at], '${SIGNATURE_FIELD}', ARGV[at + 1])
  end
  redis.call('HSET', KEYS[2], 'epoch', ARGV[3], 'pos', ARGV[4])
  return 1`);

// A newly created group has missed everything: deleting the marker makes the relay append all kept events.
const joinScript = new Script(`
  local made = redis.pcall('XGROUP', 'CREATE', KEYS[1], ARGV[1], '0', 'MKSTREAM')
  if made.err then
    if string.find(made.err, 'BUSYGROUP') then return 0 end
    return made
  end
  redis.call('HDEL', KEYS[2], 'pos')
  return 1`);

const finishScript = new Script(`
  redis.call('XACK', KEYS[1], ARGV[1], unpack(ARGV, 3))
  local highest = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or 0)
  if tonumber(ARGV[2]) > highest then redis.call('HSET', KEYS[2], ARGV[1], ARGV[2]) end`);

// XACK alone frees no memory. Entries that a group has not finished stay. Who reads is never cut off: a replay may be longer
// than any limit, and to cut it off would start it anew.
const trimScript = new Script(`
  local function fields(flat)
    local named = {}
    for at = 1, #flat, 2 do named[flat[at]] = flat[at + 1] end
    return named
  end
  local function deserted(group)
    for _, flat in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], group)) do
      if fields(flat).idle < tonumber(ARGV[2]) then return false end
    end
    return true
  end
  local groups = redis.pcall('XINFO', 'GROUPS', KEYS[1])
  if groups.err then return 0 end
  local ms, seq
  for _, flat in ipairs(groups) do
    local group = fields(flat)
    if group.pending + (group.lag or 0) > tonumber(ARGV[1]) and deserted(group.name) then
      redis.call('XGROUP', 'DESTROY', KEYS[1], group.name)
    else
      local id = group['last-delivered-id']
      if group.pending > 0 then id = redis.call('XPENDING', KEYS[1], group.name)[2] end
      local a, b = string.match(id, '(%d+)-(%d+)')
      a, b = tonumber(a), tonumber(b) + (group.pending > 0 and 0 or 1)
      if not ms or a < ms or (a == ms and b < seq) then ms, seq = a, b end
    end
  end
  if not ms then return redis.call('XTRIM', KEYS[1], 'MAXLEN', 0) end
  return redis.call('XTRIM', KEYS[1], 'MINID', string.format('%.0f-%.0f', ms, seq))`);

/** One producer's stream of events in Redis. */
export class EventStream {
  readonly keys;

  constructor(
    readonly producer: Service,
    private readonly redis: RedisClient,
    private readonly signer: Signer,
    private readonly longestLag = LONGEST_LAG,
  ) {
    this.keys = eventKeys(producer);
  }

  async marker(): Promise<Marker> {
    const [epoch, pos] = await this.redis.hmget(this.keys.relay, 'epoch', 'pos');
    return { epoch: epoch ?? '', pos: pos ?? '' };
  }

  /** Appends events and advances the marker. Resolves false when another relay was faster; the caller reads the marker again. */
  async append(from: Marker, to: Marker, events: EventEnvelope[]): Promise<boolean> {
    const groups = addresseesOf(this.producer);
    const { stream, relay, done } = this.keys;
    const appended = await appendScript.run(
      this.redis,
      [stream, relay, done],
      [from.epoch, from.pos, to.epoch, to.pos, groups.length, ...groups, ...events.flatMap((one) => this.signed(one))],
    );
    return appended === 1;
  }

  /** True when this installation's producer signed the entry. */
  isOurs(json: string, signature: string | undefined): boolean {
    return this.signer.verify(this.keys.stream, json, signature);
  }

  /** After NOGROUP: creates the group. Resolves true when the group was missing, which also requests a replay. */
  async join(group: Service): Promise<boolean> {
    return (await joinScript.run(this.redis, [this.keys.stream, this.keys.relay], [group])) === 1;
  }

  /** Asks the producer to append all kept events again. */
  async askForReplay(): Promise<void> {
    await this.redis.hdel(this.keys.relay, 'pos');
  }

  /** Names of the events that this addressee handled when it last started, sorted; null = unknown. */
  async handledBy(group: Service): Promise<string | null> {
    return this.redis.hget(this.keys.handled, group);
  }

  async setHandled(group: Service, names: string): Promise<void> {
    await this.redis.hset(this.keys.handled, group, names);
  }

  /** The highest position that this addressee has handled, according to Redis; 0 = none. */
  async doneBy(group: Service): Promise<number> {
    return Number((await this.redis.hget(this.keys.done, group)) ?? 0);
  }

  /** @param highest highest position handled among the entries; 0 when none was new */
  async finish(group: Service, ids: string[], highest: number): Promise<void> {
    await finishScript.run(this.redis, [this.keys.stream, this.keys.done], [group, highest, ...ids]);
  }

  /** Moves an event that was given up to the dead letters, with its error, and acknowledges it. */
  async bury(group: Service, id: string, event: string, error: string): Promise<void> {
    const { dead, stream } = this.keys;
    const signature = this.signer.sign(stream, event);
    const fields = ['destino', group, EVENT_FIELD, event, SIGNATURE_FIELD, signature, 'error', error];
    await this.redis.xadd(dead, 'MAXLEN', '~', DEAD_LIMIT, '*', ...fields);
    await this.redis.xack(stream, group, id);
  }

  private signed(event: EventEnvelope): [json: string, signature: string] {
    const json = JSON.stringify(event);
    return [json, this.signer.sign(this.keys.stream, json)];
  }

  async trim(): Promise<void> {
    await trimScript.run(this.redis, [this.keys.stream], [this.longestLag, DESERTED_MS]);
  }

  /** Number of entries that this addressee has not finished. */
  lag(group: Service): Promise<number> {
    return groupLag(this.redis, this.keys.stream, group);
  }
}
