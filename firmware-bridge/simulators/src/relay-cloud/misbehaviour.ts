/**
 * Ways in which a relay cloud fails its clients. `slow` never answers; `acts_then_drops` and `acts_then_hangs` carry the
 * command out first, so the client cannot know.
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
  /** Number of requests to spoil; Infinity = until `set` is called again. */
  times: number;
  /** Which requests it spoils. */
  only: 'all' | 'reads' | 'commands';
  /** Where `redirect` points; by default the stand-in's own canary. */
  to?: string;
}

export type MisbehaviourOptions = Partial<Omit<Misbehaviour, 'kind'>>;

/** The active misbehaviour of an account or a device. */
export class Temper {
  private now: Misbehaviour | null = null;

  /** Sets the misbehaviour; `null` = well-behaved again. */
  set(kind: MisbehaviourKind | null, options: MisbehaviourOptions = {}): void {
    this.now = kind === null ? null : { times: Number.POSITIVE_INFINITY, only: 'all', ...options, kind };
  }

  /** The misbehaviour for this request, if any; counts it. */
  take(isCommand: boolean): Misbehaviour | null {
    const { now } = this;
    if (!now || (now.only !== 'all' && (now.only === 'commands') !== isCommand)) return null;
    now.times -= 1;
    if (now.times <= 0) this.now = null;
    return now;
  }
}
