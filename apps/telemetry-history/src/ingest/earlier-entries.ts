import type { RedisClient } from '@acequia/service-kit';

type RawEntry = [id: string, fields: string[]];

/** What the streams of another READINGS_SHARDS held when this instance began. */
export class EarlierEntries {
  /** Newest entry of that time, by stream; what is stored is not in it any more. */
  private newest: Map<string, string> | undefined;

  constructor(private readonly redis: RedisClient) {}

  /** True once every one of them is stored. @param streams those that held entries; read at the first call */
  async areStored(streams: Iterable<string>): Promise<boolean> {
    this.newest ??= await this.newestOf(streams);
    for (const [stream, newest] of this.newest) {
      // Entries leave a stream when they are stored.
      const [oldest] = (await this.redis.xrange(stream, '-', '+', 'COUNT', 1)) as RawEntry[];
      if (!oldest || isAfter(oldest[0], newest)) this.newest.delete(stream);
    }
    return this.newest.size === 0;
  }

  private async newestOf(streams: Iterable<string>): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const stream of streams) {
      const [newest] = (await this.redis.xrevrange(stream, '+', '-', 'COUNT', 1)) as RawEntry[];
      if (newest) found.set(stream, newest[0]);
    }
    return found;
  }
}

const isAfter = (id: string, other: string): boolean => {
  const [ms = 0, seq = 0] = id.split('-').map(Number);
  const [otherMs = 0, otherSeq = 0] = other.split('-').map(Number);
  return ms > otherMs || (ms === otherMs && seq > otherSeq);
};
