import { ALL_READINGS_STREAMS, READINGS_STREAM } from '@acequia/contracts';
import { ENV, REDIS_DURABLE, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { HistoryEnv } from '../env.js';
import { DEAD_MS } from './readings-stream.js';

/** Instances that write, by the time when each was last heard, ms. */
const WRITERS_KEY = `${READINGS_STREAM}:escritores`;

/** By the clock of Redis: those of the instances may differ. */
const BEAT = `
  local now = redis.call('TIME')
  local ms = now[1] * 1000 + math.floor(now[2] / 1000)
  redis.call('ZADD', KEYS[1], ms, ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ms - ARGV[2])
  return redis.call('ZRANGE', KEYS[1], 0, -1)`;

/**
 * Divides the streams among the instances that live. It saves double work and no more: right after a change two may read one
 * stream, and the locks in Postgres keep what is written correct.
 */
@Injectable()
export class Registration {
  private readonly name: string;

  constructor(
    @Inject(REDIS_DURABLE) private readonly redis: RedisClient,
    @Inject(ENV) { INSTANCE_ID }: Pick<HistoryEnv, 'INSTANCE_ID'>,
  ) {
    this.name = INSTANCE_ID;
  }

  /** Gives a sign of life. @returns whether a stream is this instance's */
  async beat(): Promise<(stream: string) => boolean> {
    const living = (await this.redis.eval(BEAT, 1, WRITERS_KEY, this.name, DEAD_MS)) as string[];
    const place = living.sort().indexOf(this.name);
    return (stream) => ALL_READINGS_STREAMS.indexOf(stream) % living.length === place;
  }

  /** The others take over at their next beat. */
  async leave(): Promise<void> {
    await this.redis.zrem(WRITERS_KEY, this.name);
  }
}
