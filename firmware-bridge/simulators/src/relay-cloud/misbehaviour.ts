/**
 * Ways in which a relay cloud lets its clients down.
 * `slow` never answers; `acts_then_drops` and `acts_then_hangs` carry the command out first, so the client cannot know.
 */
export const MISBEHAVIOURS = [
  'slow',
  'max_req',
  'wrong_key',
  'empty_401',
  'too_many',
  'server_error',
  'garbage',
  'truncated',
  'huge',
  'redirect',
  'drop',
  'acts_then_drops',
  'acts_then_hangs',
] as const;
export type MisbehaviourKind = (typeof MISBEHAVIOURS)[number];

export interface Misbehaviour {
  kind: MisbehaviourKind;
  /** Requests that are left to spoil; Infinity = until told otherwise. */
  times: number;
  /** Which requests it spoils. */
  only: 'all' | 'reads' | 'commands';
  /** Where `redirect` points; the stand-in's own canary unless said. */
  to?: string;
}

export type MisbehaviourOptions = Partial<Omit<Misbehaviour, 'kind'>>;

/** The switch that an account or a device carries. */
export class Temper {
  private now: Misbehaviour | null = null;

  /** From now on; `null` = well-behaved again. */
  set(kind: MisbehaviourKind | null, options: MisbehaviourOptions = {}): void {
    this.now = kind === null ? null : { times: Number.POSITIVE_INFINITY, only: 'all', ...options, kind };
  }

  /** What spoils this request, if anything; counts it. */
  take(isCommand: boolean): Misbehaviour | null {
    const { now } = this;
    if (!now || (now.only !== 'all' && (now.only === 'commands') !== isCommand)) return null;
    now.times -= 1;
    if (now.times <= 0) this.now = null;
    return now;
  }
}
