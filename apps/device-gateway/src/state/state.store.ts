import { REDIS_VOLATILE } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RedisScript } from '../redis-script.js';
import { LEAD_MS, KnownEstado, type NewsItems, PRESENT_MS } from './known-estado.js';

/**
 * Merges what boards said into what is known of them. A value is `<ts>:<rest>`; only a newer ts replaces it, and of two
 * with one ts the smaller text wins, so that any order of arrival ends alike (and OFF beats ON). A ts that lies in the future
 * of the hearing yields to the present: the clock has been set right.
 * ARGV per key: number of fields, when heard ('' = do not say), mark ('' = leave it), 1 when the whole state is wanted,
 * then field, value, … When a pin last came on and went off is kept beside it (fields d<pin>, o<pin>). Answer per key: the mark, the fields that changed, and the state or nothing.
 */
const MERGE = new RedisScript(`
local out = {}
local a = 1
for k = 1, #KEYS do
  local key, n, heard, mark, whole = KEYS[k], tonumber(ARGV[a]), ARGV[a + 1], ARGV[a + 2], ARGV[a + 3]
  a = a + 4
  local flat = redis.call('HGETALL', key)
  local known = {}
  for i = 1, #flat, 2 do known[flat[i]] = flat[i + 1] end
  local set, changed = {}, {}
  for i = 1, n do
    local field, value = ARGV[a], ARGV[a + 1]
    a = a + 2
    local old = known[field]
    local newer = true
    if old then
      local before, after = tonumber(string.match(old, '^%d+')), tonumber(string.match(value, '^%d+'))
      newer = after > before or (after == before and value < old)
      local now = tonumber(heard)
      if now and before > now + ${LEAD_MS} and after <= now + ${LEAD_MS} and after >= now - ${PRESENT_MS} then
        newer = true
      end
    end
    if newer then
      known[field] = value
      set[#set + 1] = field
      set[#set + 1] = value
      changed[#changed + 1] = field
      if string.sub(field, 1, 1) == 'p' and string.sub(value, -2) == ':1' and not (old and string.sub(old, -2) == ':1') then
        local since = 'd' .. string.sub(field, 2)
        known[since] = string.match(value, '^%d+')
        set[#set + 1] = since
        set[#set + 1] = known[since]
      end
      if string.sub(field, 1, 1) == 'p' and string.sub(value, -2) == ':0' and old and string.sub(old, -2) == ':1' then
        local ended = 'o' .. string.sub(field, 2)
        known[ended] = string.match(value, '^%d+')
        set[#set + 1] = ended
        set[#set + 1] = known[ended]
      end
    end
  end
  if heard ~= '' and tonumber(heard) > tonumber(known['u'] or '0') then
    set[#set + 1] = 'u'
    set[#set + 1] = heard
    known['u'] = heard
  end
  if mark ~= '' then
    set[#set + 1] = 'm'
    set[#set + 1] = mark
    known['m'] = mark
  end
  if #set > 0 then redis.call('HSET', key, unpack(set)) end
  local state = {}
  if whole == '1' then
    for field, value in pairs(known) do
      state[#state + 1] = field
      state[#state + 1] = value
    end
  end
  out[k] = { known['m'] or '', changed, state }
end
return out
`);

/** Most boards one script call may hold: Redis serves nobody else meanwhile. */
const BOARDS_PER_CALL = 64;
/** Boards read with one write to the socket: a write for each of ten thousand costs more than all the rest. */
const BOARDS_PER_WRITE = 500;

export interface Fusion {
  placa_id: number;
  newsItems: NewsItems;
  /** The state was rebuilt from what telemetry-history stored, at this time of the server. */
  mark?: string;
  /** Answer with the whole state. */
  integer: boolean;
}

export interface Merged {
  mark: string;
  /** Fields that took a new value. */
  cambios: string[];
  /** Empty unless it was asked for. */
  estado: KnownEstado;
}

const key = (placa_id: number): string => `{estado:${placa_id}}`;

/**
 * Last-known state, one hash per board, in the volatile Redis: it is a cache of what telemetry-history has stored, and
 * a rewrite with an fsync for each change would slow the appends that PUBACKs wait for.
 */
@Injectable()
export class StateStore {
  constructor(@Inject(REDIS_VOLATILE) private readonly redis: Redis) {}

  /**
   * Merges in the order given; the answers come in the same order.
   * @param merged told of each as soon as its answer is here: answers keep the order of the writes, whoever made them
   */
  async merge(merges: Fusion[], merged?: (result: Merged, index: number) => void): Promise<Merged[]> {
    const perCall = this.redis.isCluster ? 1 : BOARDS_PER_CALL;
    const calls: Promise<Merged[]>[] = [];
    for (let i = 0; i < merges.length; i += perCall) {
      const call = this.mergeCall(merges.slice(i, i + perCall)).then((results) => {
        results.forEach((result, at) => merged?.(result, i + at));
        return results;
      });
      calls.push(call);
    }
    return (await Promise.all(calls)).flat();
  }

  /** null where nothing is kept. */
  async read(placas: number[]): Promise<(KnownEstado | null)[]> {
    const perWrite = this.redis.isCluster ? 1 : BOARDS_PER_WRITE;
    const answers: Promise<Record<string, string>[]>[] = [];
    for (let i = 0; i < placas.length; i += perWrite) answers.push(this.readTogether(placas.slice(i, i + perWrite)));
    const hashes = (await Promise.all(answers)).flat();
    return hashes.map((campos) => (Object.keys(campos).length === 0 ? null : KnownEstado.fromHash(campos)));
  }

  async delete(placa_id: number): Promise<void> {
    await this.redis.del(key(placa_id));
  }

  private async readTogether(placas: number[]): Promise<Record<string, string>[]> {
    const pipeline = this.redis.pipeline();
    for (const placa_id of placas) pipeline.hgetall(key(placa_id));
    return ((await pipeline.exec()) ?? []).map(([error, campos]) => {
      if (error) throw error;
      return campos as Record<string, string>;
    });
  }

  private async mergeCall(merges: Fusion[]): Promise<Merged[]> {
    const args: (string | number)[] = [];
    for (const { newsItems, mark, integer } of merges) {
      args.push(newsItems.size, newsItems.heard ?? '', mark ?? '', integer ? 1 : 0);
      newsItems.write(args);
    }
    const keys = merges.map((fusion) => key(fusion.placa_id));
    const answer = (await MERGE.run(this.redis, keys, args)) as [string, string[], string[]][];
    return answer.map(([mark, cambios, estado]) => ({ mark, cambios, estado: KnownEstado.fromFlat(estado) }));
  }
}
