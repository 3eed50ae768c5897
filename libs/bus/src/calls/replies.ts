import { pause } from '../redis/pause.js';
import type { PubSub } from '../redis/pub-sub.js';
import { type CallEnvelope, type ReplyEnvelope, textReply } from './call-envelope.js';
import { replyChannelOf } from './call-keys.js';
import { JsonAnswer } from './json-answer.js';

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 500;

interface Parcel {
  replies: string[];
  /** Latest deadline among the calls answered in this parcel. */
  deadline: number;
}

/**
 * Sends answers; answers to one caller that are ready together share a message. A message without a receiver (the caller
 * is reconnecting) is repeated until its deadline.
 */
export class Replies {
  private ready = new Map<string, Parcel>();
  private underway = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly pubSub: PubSub) {}

  /** @throws when the answer cannot be serialised to JSON. */
  send(call: CallEnvelope, reply: ReplyEnvelope): void {
    const channel = replyChannelOf(call.i);
    if (call.x && !reply.e) return this.post(channel, textReply(reply.i, jsonOf(reply.v)), call.d);
    const text = reply.v instanceof JsonAnswer ? `{"i":${JSON.stringify(reply.i)},"v":${reply.v.text}}` : jsonOf(reply);
    if (this.ready.size === 0) process.nextTick(() => this.flush());
    const parcel = this.ready.get(channel);
    if (parcel) {
      parcel.replies.push(text);
      parcel.deadline = Math.max(parcel.deadline, call.d);
    } else {
      this.ready.set(channel, { replies: [text], deadline: call.d });
    }
  }

  /** Resolves once every answer sent so far was received or has expired. */
  async settled(): Promise<void> {
    this.flush();
    while (this.underway > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private flush(): void {
    const parcels = this.ready;
    this.ready = new Map();
    for (const [channel, { replies, deadline }] of parcels) this.post(channel, `[${replies.join(',')}]`, deadline);
  }

  private post(channel: string, message: string, deadline: number): void {
    this.underway += 1;
    void this.deliver(channel, message, deadline);
  }

  private async deliver(channel: string, message: string, deadline: number): Promise<void> {
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, LONGEST_RETRY_MS)) {
      const heard = await this.pubSub.publish(channel, message).catch(() => 0);
      if (heard > 0 || Date.now() + wait >= deadline) break;
      await pause(wait);
    }
    this.underway -= 1;
    if (this.underway === 0) for (const done of this.waiting.splice(0)) done();
  }
}

const jsonOf = (value: unknown): string => (value instanceof JsonAnswer ? value.text : JSON.stringify(value));
