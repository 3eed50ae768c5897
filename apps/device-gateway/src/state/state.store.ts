import { Script } from '@acequia/bus';
import { REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { LEAD_MS, KnownEstado, type NewsItems, PRESENT_MS } from './known-estado.js';

/**
 * Merges reports of boards into their last-known state. A value is `<ts>:<rest>`; only a newer ts replaces it, and of two values with one
 * ts the smaller text wins, so that every order of arrival ends alike (and OFF beats ON). A ts that lies in the future of the hearing
 * yields to the present, because the clock was corrected.
 * ARGV per key: number of fields, when heard ('' = not heard), mark ('' = unchanged), 1 when the whole state is wanted, then field,
 * value, … The fields d<pin> and o<pin> keep when a pin last came on and went off. The arguments f<pin> and b<pin>,
 * ahead of their p<pin>, are not stored: the first of several reports of that state; and `<ts>:<1 when it was off before>` of the newest
 * time on among these reports, which may lie wholly in them.
 * Answer per key: the mark, the changed fields, and the state or nothing.
 */
const MERGE = new Script(`
local out = {}
local a = 1
for k = 1, #KEYS do
  local key, n, heard, mark, whole = KEYS[k], tonumber(ARGV[a]), ARGV[a + 1], ARGV[a + 2], ARGV[a + 3]
  a = a + 4
  local flat = redis.call('HGETALL', key)
  local known = {}
  for i = 1, #flat, 2 do known[flat[i]] = flat[i + 1] end
  local set, changed, firsts, begins = {}, {}, {}, {}
  for i = 1, n do
    local field, value = ARGV[a], ARGV[a + 1]
    a = a + 2
    local old = known[field]
    local newer = true
    if string.sub(field, 1, 1) == 'f' then
      firsts['p' .. string.sub(field, 2)] = value
      newer = false
    elseif string.sub(field, 1, 1) == 'b' then
      begins['p' .. string.sub(field, 2)] = value
      newer = false
    elseif old then
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
      local since = string.match(value, '^%d+')
      local first = firsts[field]
      local last = tonumber(string.match(old or '0', '^%d+'))
      if first and tonumber(first) > last then since = first end
      if string.sub(field, 1, 1) == 'p' then
        local pin = string.sub(field, 2)
        local was, is = old and string.sub(old, -2) == ':1', string.sub(value, -2) == ':1'
        local begin, turned = string.match(begins[field] or '', '^(%d+):(%d)')
        if begin and tonumber(begin) <= last then begin = nil end
        local started = begin and (turned == '1' or not was) and begin or (is and not was and since)
        local ended = not is and (was or begin) and since
        if started then
          known['d' .. pin] = started
          set[#set + 1] = 'd' .. pin
          set[#set + 1] = started
        end
        if ended then
          known['o' .. pin] = ended
          set[#set + 1] = 'o' .. pin
          set[#set + 1] = ended
        end
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

/** A script, because a command and a promise for each of ten thousand boards cost the gateway a tenth of a second. */
const READ = new Script(`
local out = {}
for k = 1, #KEYS do out[k] = redis.call('HGETALL', KEYS[k]) end
return out
`);

const HEARD = new Script(`
local out = {}
for k = 1, #KEYS do out[k] = redis.call('HGET', KEYS[k], 'u') or '' end
return out
`);

/** Most boards per script call, because Redis serves no other client meanwhile. */
const BOARDS_PER_CALL = 64;
const READ_PER_CALL = 250;

export interface Fusion {
  placa_id: number;
  newsItems: NewsItems;
  /** When the state was rebuilt from telemetry-history's samples, by the server's clock. */
  mark?: string;
  /** Answer with the whole state. */
  whole: boolean;
}

export interface Merged {
  mark: string;
  /** Fields with a new value. */
  cambios: string[];
  /** Empty unless requested. */
  estado: KnownEstado;
}

const key = (placa_id: number): string => `{estado:${placa_id}}`;

/**
 * Last-known state, one hash per board, in the volatile Redis: the state is a cache of what telemetry-history stores, and an fsync per
 * change would slow the appends that PUBACKs wait for.
 */
@Injectable()
export class StateStore {
  constructor(@Inject(REDIS_VOLATILE) private readonly redis: RedisClient) {}

  /**
   * Merges in the order given; the answers have the same order.
   * @param merged called for each as soon as its answer arrives: answers keep the order of the writes, whichever caller made them
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

  /** null where nothing is stored. */
  async read(placas: number[]): Promise<(KnownEstado | null)[]> {
    const hashes = await this.ask<string[]>(READ, placas);
    return hashes.map((flat) => (flat.length === 0 ? null : KnownEstado.fromFlat(flat)));
  }

  /** When each board was last heard, ms; null = never, as far as its state tells. */
  async heard(placas: number[]): Promise<(number | null)[]> {
    const times = await this.ask<string>(HEARD, placas);
    return times.map((time) => (time === '' ? null : Number(time)));
  }

  async delete(placa_id: number): Promise<void> {
    await this.redis.del(key(placa_id));
  }

  /** What the script says of each board. */
  private async ask<T>(script: Script, placas: number[]): Promise<T[]> {
    const perCall = this.redis.isCluster ? 1 : READ_PER_CALL;
    const calls: Promise<T[]>[] = [];
    for (let i = 0; i < placas.length; i += perCall)
      calls.push(script.run(this.redis, placas.slice(i, i + perCall).map(key), []) as Promise<T[]>);
    return (await Promise.all(calls)).flat(1) as T[];
  }

  private async mergeCall(merges: Fusion[]): Promise<Merged[]> {
    const args: (string | number)[] = [];
    for (const { newsItems, mark, whole } of merges) {
      args.push(newsItems.size, newsItems.heard ?? '', mark ?? '', whole ? 1 : 0);
      newsItems.write(args);
    }
    const keys = merges.map((fusion) => key(fusion.placa_id));
    const answer = (await MERGE.run(this.redis, keys, args)) as [string, string[], string[]][];
    return answer.map(([mark, cambios, estado]) => ({ mark, cambios, estado: KnownEstado.fromFlat(estado) }));
  }
}
