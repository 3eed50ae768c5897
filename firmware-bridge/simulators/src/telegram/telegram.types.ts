export interface SentMessage {
  message_id: number;
  chat_id: string;
  text: string;
  /** Its buttons in order: label and callback data. */
  buttons: { text: string; data: string }[];
  /** ms since 1970. */
  at: number;
  /** Its earlier texts, oldest first. */
  edits: string[];
}

export interface Press {
  chat_id: string;
  message_id: number;
  /** The pressing person's id. */
  from: number;
  data: string;
}

/** Faults to inject. */
export interface Misbehaviour {
  /** Every sendMessage is refused with 429 and this many seconds. */
  retryAfter?: number;
  /** Chats whose person blocked the bot, or that removed the bot. */
  blocked?: string[];
  kicked?: string[];
  /** Chats that became supergroups: old id → new id. */
  migrated?: Record<string, number>;
  /** A webhook is active, or another client polls. */
  conflict?: boolean;
  /** Messages are accepted, and the connection breaks before the answer. */
  loseAnswers?: boolean;
  /** The limits of real chats apply: one message a second to each, twenty a minute to a group. */
  limits?: boolean;
}

export interface Said {
  ok: boolean;
  result?: unknown;
  error_code?: number;
  description?: string;
  parameters?: { retry_after?: number; migrate_to_chat_id?: number };
}

export const refusal = (error_code: number, description: string, parameters?: Said['parameters']): Said => ({
  ok: false,
  error_code,
  description,
  ...(parameters && { parameters }),
});
